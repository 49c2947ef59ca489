/** Which nodes a DaemonSet has pods for, and whether a change of one concerns it. */
import { matchesNodeAffinity } from "../../filters/nodeAffinity.ts";
import { NO_EXECUTE_EFFECT, NO_SCHEDULE_EFFECTS, untoleratedTaint } from "../../filters/taints.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { findBackoff } from "../model/daemonBackoff.ts";
import { ownerAt } from "../model/owner.ts";
import { lifecycleAt } from "../model/podLifecycle.ts";
import { daemonSpec } from "./daemons.ts";

/** Whether the node's labels and its taints of these effects let the pod be there. */
export function mayBeOn(node: u32, spec: u32, effects: u32): bool {
  const row = nodeAt(node);
  const tolerations = specWord(spec, SpecWord.Tolerations);
  if (untoleratedTaint(row.taints, tolerations, effects, true) >= 0) return false;
  return matchesNodeAffinity(spec, row);
}

/**
 * Whether the controller looks at its pods because a node changed: one is missing there, may not
 * stay, or is there while another node has one that it would not get now.
 * Spec: syncNodeUpdate of pkg/controller/daemon.
 */
export function isConcerned(row: u32, node: u32): bool {
  const owner = ownerAt(row);
  if (owner.template == 0) return false;
  const spec = daemonSpec(owner, node);
  if (spec == NO_ROW) return false;
  if (hasPodOn(row, node)) {
    return owner.misscheduled != 0 || !mayBeOn(node, spec, NO_EXECUTE_EFFECT);
  }
  return mayBeOn(node, spec, NO_SCHEDULE_EFFECTS);
}

/** Its pod, or one that failed and was not deleted yet. */
function hasPodOn(row: u32, node: u32): bool {
  const backoff = findBackoff(row, node + 1);
  if (backoff != null && backoff.failed != 0) return true;
  for (let link = ownerAt(row).oldest; link != 0; link = lifecycleAt(link - 1).sibling) {
    if (lifecycleAt(link - 1).target == node + 1) return true;
  }
  return false;
}
