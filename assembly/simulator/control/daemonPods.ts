/**
 * The DaemonSet controller: one pod on each node that takes it.
 * Spec: the sources of Kubernetes, podsShouldBeOnNode of pkg/controller/daemon.
 */
import { compareText } from "../../base/text.ts";
import { NO_EXECUTE_EFFECT, NO_SCHEDULE_EFFECTS } from "../../filters/taints.ts";
import { nodes } from "../../objects/model/node.ts";
import { PodFlag, podAt, podHas } from "../../objects/model/pod.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import {
  DaemonBackoff,
  findBackoff,
  mayBeDeletedAt,
  noteDeletion,
} from "../model/daemonBackoff.ts";
import { Owner } from "../model/owner.ts";
import { lifecycleAt, Stage } from "../model/podLifecycle.ts";
import { clock } from "../model/timers.ts";
import { mayBeOn } from "./daemonNodes.ts";
import { daemonSpec } from "./daemons.ts";
import { make } from "./make.ts";
import { deletePod, emitDeleted, wakeOwner } from "./pods.ts";
import { clearedRanks } from "./scaleDownOrder.ts";

export function syncDaemons(row: u32, owner: Owner): void {
  const links = clearedRanks();
  if (links == 0) return;
  for (let link = owner.oldest; link != 0; link = lifecycleAt(link - 1).sibling) {
    const target = lifecycleAt(link - 1).target;
    if (target == 0) continue;
    const at = links + (usize(target - 1) << 2);
    if (load<u32>(at) == 0 || staysBefore(link - 1, load<u32>(at) - 1)) store<u32>(at, link);
  }
  // Whether the client lets pods be made now: if not, the owner looks again when it does.
  let mayMake: bool = true;
  owner.misscheduled = 0;
  for (let node: u32 = 0; node < nodes.count; node++) {
    mayMake = syncDaemon(row, owner, node, load<u32>(links + (usize(node) << 2)), mayMake);
  }
}

/** Which of a node's pods stays: one that is not terminating, with a node, the oldest, by name. */
function staysBefore(a: u32, b: u32): bool {
  const isEnding = lifecycleAt(a).stage == Stage.Terminating;
  if (isEnding != (lifecycleAt(b).stage == Stage.Terminating)) return !isEnding;
  if ((lifecycleAt(a).node == 0) != (lifecycleAt(b).node == 0)) return lifecycleAt(a).node != 0;
  if (podAt(a).created != podAt(b).created) return podAt(a).created < podAt(b).created;
  const one = podAt(a).name;
  const other = podAt(b).name;
  return compareText(textAt(one), textSize(one), textAt(other), textSize(other)) < 0;
}

/** Looks at one node, with the link of its pod; answers whether pods may be made after that. */
function syncDaemon(row: u32, owner: Owner, node: u32, link: u32, mayMake: bool): bool {
  const backoff = findBackoff(row, node + 1);
  const isFailed = backoff != null && backoff.failed != 0;
  if (link == 0 && !mayMake && !isFailed) return mayMake;
  // A pod that the owner made for the node has the spec that it would make now.
  const isOwn = link != 0 && podHas(podAt(link - 1), PodFlag.Created);
  const spec = isOwn ? podAt(link - 1).spec : daemonSpec(owner, node);
  if (spec == NO_ROW) return mayMake;
  const wantsPod = mayBeOn(node, spec, NO_SCHEDULE_EFFECTS);
  const hasPod = isFailed || link != 0;
  if (!wantsPod && hasPod) owner.misscheduled++;
  const mayStay = !hasPod || wantsPod || mayBeOn(node, spec, NO_EXECUTE_EFFECT);
  if (isFailed && backoff != null) {
    if (mayStay && !isDeletedNow(row, backoff)) return mayMake;
    emitDeleted(owner.namespace, backoff.failed, row + 1, node + 1);
    if (mayStay) noteDeletion(backoff);
    backoff.failed = 0;
  }
  if (link != 0) deleteOthers(owner, node + 1, mayStay ? link : 0);
  else if (wantsPod && mayMake) return make(row, 0, spec, node, node + 1);
  return mayMake;
}

/** The owner's pods for a node are deleted, but for the one that stays. */
function deleteOthers(owner: Owner, target: u32, stays: u32): void {
  for (let link = owner.oldest; link != 0; ) {
    const lifecycle = lifecycleAt(link - 1);
    const next = lifecycle.sibling;
    if (lifecycle.target == target && link != stays) deletePod(link - 1, "DaemonSet");
    link = next;
  }
}

/** Whether the pod that failed may be deleted; if not, the owner looks again when it may. */
function isDeletedNow(row: u32, backoff: DaemonBackoff): bool {
  if (mayBeDeletedAt(backoff) <= clock.now) return true;
  // The controller waits for the whole delay again, not for the rest of it.
  wakeOwner(row, backoff.delay);
  return false;
}
