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
import { lifeAt, Stage } from "../model/life.ts";
import { Owner } from "../model/owner.ts";
import { now } from "../model/timers.ts";
import { mayBeOn } from "./daemonNodes.ts";
import { daemonSpec } from "./daemons.ts";
import { make } from "./make.ts";
import { deletePod, tellDeleted, wakeOwner } from "./pods.ts";
import { clearedMarks } from "./spare.ts";

/** Whether the client lets no more pods be made now: the owner looks again when it does. */
let isHeld: bool = false;

export function syncDaemons(row: u32, owner: Owner): void {
  const marks = clearedMarks();
  if (marks == 0) return;
  for (let link = owner.oldest; link != 0; link = lifeAt(link - 1).sibling) {
    const target = lifeAt(link - 1).target;
    if (target == 0) continue;
    const mark = marks + (usize(target - 1) << 2);
    if (load<u32>(mark) == 0 || staysBefore(link - 1, load<u32>(mark) - 1)) store<u32>(mark, link);
  }
  isHeld = false;
  owner.misscheduled = 0;
  for (let node: u32 = 0; node < nodes.count; node++) {
    syncDaemon(row, owner, node, load<u32>(marks + (usize(node) << 2)));
  }
}

/** Of a node's pods the first one stays: not ending, with a node, the oldest, by its name. */
function staysBefore(a: u32, b: u32): bool {
  const isEnding = lifeAt(a).stage == Stage.Terminating;
  if (isEnding != (lifeAt(b).stage == Stage.Terminating)) return !isEnding;
  if ((lifeAt(a).node == 0) != (lifeAt(b).node == 0)) return lifeAt(a).node != 0;
  if (podAt(a).created != podAt(b).created) return podAt(a).created < podAt(b).created;
  const one = podAt(a).name;
  const other = podAt(b).name;
  return compareText(textAt(one), textSize(one), textAt(other), textSize(other)) < 0;
}

function syncDaemon(row: u32, owner: Owner, node: u32, link: u32): void {
  const backoff = findBackoff(row, node + 1);
  const isFailed = backoff != null && backoff.failed != 0;
  if (link == 0 && isHeld && !isFailed) return;
  // A pod that the owner made for the node has the spec that it would make now.
  const isOwn = link != 0 && podHas(podAt(link - 1), PodFlag.Created);
  const spec = isOwn ? podAt(link - 1).spec : daemonSpec(owner, node);
  if (spec == NO_ROW) return;
  const wantsPod = mayBeOn(node, spec, NO_SCHEDULE_EFFECTS);
  const hasPod = isFailed || link != 0;
  if (!wantsPod && hasPod) owner.misscheduled++;
  const mayStay = !hasPod || wantsPod || mayBeOn(node, spec, NO_EXECUTE_EFFECT);
  if (isFailed && backoff != null) {
    if (mayStay && !isDeletedNow(row, backoff)) return;
    tellDeleted(owner.namespace, backoff.failed, row + 1, node + 1);
    if (mayStay) noteDeletion(backoff);
    backoff.failed = 0;
  }
  if (link != 0) return deleteOthers(owner, node + 1, mayStay ? link : 0);
  if (wantsPod && !isHeld) isHeld = !make(row, 0, spec, node, node + 1);
}

/** The owner's pods for a node go, but for the one that stays. */
function deleteOthers(owner: Owner, target: u32, stays: u32): void {
  for (let link = owner.oldest; link != 0; ) {
    const life = lifeAt(link - 1);
    const next = life.sibling;
    if (life.target == target && link != stays) deletePod(link - 1, "DaemonSet");
    link = next;
  }
}

/** Whether the pod that failed may be deleted; if not, the owner looks again when it may. */
function isDeletedNow(row: u32, backoff: DaemonBackoff): bool {
  if (mayBeDeletedAt(backoff) <= now) return true;
  // The controller waits for the whole delay again, not for what is left of it.
  wakeOwner(row, backoff.delay);
  return false;
}
