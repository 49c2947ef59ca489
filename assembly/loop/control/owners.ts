/** What owners do when they look at their pods: make what is missing, delete what is too much. */

import { isDigit } from "../../base/text.ts";
import { NO_EXECUTE_EFFECT, NO_SCHEDULE_EFFECTS } from "../../filters/taints.ts";
import { nodes } from "../../objects/model/node.ts";
import { PodFlag, podAt, podHas } from "../../objects/model/pod.ts";
import { forgetRegion, Region, takeRegion } from "../../objects/model/region.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { addEvent, Happening } from "../model/chronicle.ts";
import { BURST, takeCall, waitOf } from "../model/client.ts";
import {
  DaemonBackoff,
  findBackoff,
  mayBeDeletedAt,
  noteDeletion,
} from "../model/daemonBackoff.ts";
import { failedReplicaAt, failedReplicas, removeFailedReplica } from "../model/failedReplica.ts";
import { isActive, isReady, Life, lifeAt, Stage } from "../model/life.ts";
import { Owner, OwnerKind, ownerAt } from "../model/owner.ts";
import { CALL_TAKES, NEVER, SECOND } from "../model/time.ts";
import { now } from "../model/timers.ts";
import { mayBeOn } from "./daemonNodes.ts";
import { daemonSpec } from "./daemons.ts";
import { createPod, deletePod, JOB_OVER, numbered, wakeOwner } from "./pods.ts";
import { useNextRecord } from "./records.ts";

const MARKS = changetype<Region>(memory.data(8, 4));

/** A word for each node, or 0 after a failure. */
function clearedMarks(): usize {
  const marks = takeRegion(MARKS, usize(nodes.count) * 4 + 16);
  if (marks != 0) memory.fill(marks, 0, usize(nodes.count) * 4);
  return marks;
}

export function forgetMarks(): void {
  forgetRegion(MARKS);
}

/** The owner looks at its pods. */
export function syncOwner(row: u32): void {
  const owner = ownerAt(row);
  if (owner.dueAt <= now) owner.dueAt = NEVER;
  if (owner.template == 0 && owner.replicas > 0) return;
  if (owner.kind == OwnerKind.Replicas) return syncReplicas(row, owner);
  if (owner.kind == OwnerKind.StatefulSet) return syncStateful(row, owner);
  if (owner.kind == OwnerKind.DaemonSet) return syncDaemons(row, owner);
  if (owner.kind == OwnerKind.Job) syncJob(row, owner);
}

function syncReplicas(row: u32, owner: Owner): void {
  const missing = owner.replicas - owner.active;
  for (let index = 0; index < missing; index++) {
    if (!make(row, 0, NO_ROW, u32(index), 0)) return;
  }
  // They are ranked once, before the first of them goes.
  if (missing < 0) countRelated(owner);
  for (let index = missing; index < 0 && deleteOne(owner); index++);
}

/** Makes a pod when the controller's client lets it; if not, the owner looks again when it does. */
function make(row: u32, name: u32, spec: u32, turn: u32, target: u32): bool {
  const kind = ownerAt(row).kind;
  const wait = waitOf(kind);
  if (wait > 0) {
    wakeOwner(row, wait);
    return false;
  }
  takeCall(kind);
  const made = createPod(row, name, spec, turn);
  if (made == NO_ROW) return false;
  lifeAt(made).target = target;
  useNextRecord(made);
  return true;
}

/** Deletes the pod that a ReplicaSet can spare most; false when it has none. */
function deleteOne(owner: Owner): bool {
  let chosen: u32 = 0;
  for (let link = owner.oldest; link != 0; link = lifeAt(link - 1).sibling) {
    if (!isActive(lifeAt(link - 1))) continue;
    if (chosen == 0 || goesBefore(link - 1, chosen - 1)) chosen = link;
  }
  if (chosen != 0) deletePod(chosen - 1, "ScaledDown");
  return chosen != 0;
}

/** How many of a Deployment's pods each node has, in the marks; pods of others are not counted. */
function countRelated(owner: Owner): void {
  const marks = clearedMarks();
  const isOfDeployment = owner.deployment != 0 || owner.replicaSet != 0;
  if (marks == 0 || !isOfDeployment) return;
  for (let link = owner.oldest; link != 0; link = lifeAt(link - 1).sibling) {
    const life = lifeAt(link - 1);
    if (!isActive(life) || life.node == 0) continue;
    const at = marks + (usize(life.node - 1) << 2);
    store<u32>(at, load<u32>(at) + 1);
  }
}

function relatedOf(life: Life): u32 {
  return life.node == 0 ? 0 : load<u32>(usize(MARKS.at) + (usize(life.node - 1) << 2));
}

/**
 * The order of `ActivePodsWithRanks`: without a node, then not running, then not ready, then from
 * nodes with many of them, then those that are ready for less long, then those that came later,
 * both in whole seconds on a scale of powers of two; of equals the first.
 */
function goesBefore(row: u32, otherRow: u32): bool {
  const a = lifeAt(row);
  const b = lifeAt(otherRow);
  if ((a.node == 0) != (b.node == 0)) return a.node == 0;
  if (hasStarted(a) != hasStarted(b)) return !hasStarted(a);
  const isSafe = isReady(a);
  if (isSafe != isReady(b)) return !isSafe;
  if (relatedOf(a) != relatedOf(b)) return relatedOf(a) > relatedOf(b);
  if (isSafe && a.started / SECOND != b.started / SECOND) {
    return scaleOf(a.started) < scaleOf(b.started);
  }
  return scaleOf(createdAt(row)) < scaleOf(createdAt(otherRow));
}

/** Those that documents have came at the start, as far as the story goes. */
function createdAt(row: u32): i64 {
  return podHas(podAt(row), PodFlag.Created) ? podAt(row).created : 0;
}

/** Whether its phase is Running. */
function hasStarted(life: Life): bool {
  return life.stage == Stage.BackOff || (life.started >= 0 && life.isUntold == 0);
}

function scaleOf(moment: i64): i64 {
  return 64 - clz(now - moment + (moment % SECOND));
}

/** Pods in the order of their ordinals: the next one comes when the one before it runs. */
function syncStateful(row: u32, owner: Owner): void {
  const known = markOrdinals(owner);
  const failed = firstFailed(row);
  const failedOrdinal = failed == NO_ROW ? -1 : ordinalOf(failedReplicaAt(failed).name);
  let made: u32 = 0;
  for (let ordinal = 0; ordinal < owner.replicas; ordinal++) {
    if (ordinal == failedOrdinal) return deleteFailedReplica(row, owner, failed);
    // Beyond all ordinals that there may be, each is missing: the client is at its limit before.
    const link = u32(ordinal) < known ? load<u32>(usize(MARKS.at) + (usize(ordinal) << 2)) : 0;
    if (link == 0 && !make(row, numbered(owner.name, u32(ordinal)), NO_ROW, made++, 0)) return;
    if (owner.isParallel != 0) continue;
    if (link == 0 || !isReady(lifeAt(link - 1))) return;
  }
  if (failed != NO_ROW) return deleteFailedReplica(row, owner, failed);
  deleteBeyond(owner);
}

/** Of the owner's pods that failed the first by ordinal; NO_ROW for none. */
function firstFailed(owner: u32): u32 {
  let first = NO_ROW;
  for (let row: u32 = 0; row < failedReplicas.count; row++) {
    const failed = failedReplicaAt(row);
    if (failed.owner != owner) continue;
    const isFirst =
      first == NO_ROW || ordinalOf(failed.name) < ordinalOf(failedReplicaAt(first).name);
    if (isFirst) first = row;
  }
  return first;
}

/** The controller does no more until it sees that the pod is gone. */
function deleteFailedReplica(row: u32, owner: Owner, failed: u32): void {
  const replica = failedReplicaAt(failed);
  tellDeleted(row, owner, replica.name, replica.node);
  removeFailedReplica(failed);
  wakeOwner(row, CALL_TAKES);
}

function tellDeleted(row: u32, owner: Owner, name: u32, node: u32): void {
  const event = addEvent(Happening.Deleted);
  event.namespace = owner.namespace;
  event.name = name;
  event.owner = row + 1;
  event.node = node;
}

/** The owner's pods by their ordinals, in the marks; for how many ordinals. */
function markOrdinals(owner: Owner): u32 {
  let count: u32 = 0;
  for (let link = owner.oldest; link != 0; link = lifeAt(link - 1).sibling) count++;
  count += u32(BURST) + 1;
  const marks = takeRegion(MARKS, usize(count) * 4 + 16);
  if (marks == 0) return 0;
  memory.fill(marks, 0, usize(count) * 4);
  for (let link = owner.oldest; link != 0; link = lifeAt(link - 1).sibling) {
    const name = podAt(link - 1).name;
    const ordinal = u32(ordinalOf(name));
    // A pod of another name is none that the controller would make.
    const isNamed = ordinal < count && numbered(owner.name, ordinal) == name;
    if (isNamed) store<u32>(marks + (usize(ordinal) << 2), link);
  }
  return count;
}

/**
 * Pods beyond the replicas go from the last on; the next one goes when that one is gone, and none
 * that is not ready as long as another one is not.
 */
function deleteBeyond(owner: Owner): void {
  let last: u32 = 0;
  let lastOrdinal: i32 = -1;
  let unready: u32 = 0;
  for (let link = owner.oldest; link != 0; ) {
    const row = link - 1;
    const ordinal = ordinalOf(podAt(row).name);
    const next = lifeAt(row).sibling;
    if (ordinal >= owner.replicas) {
      if (owner.isParallel != 0) deletePod(row, "ScaledDown");
      unready += u32(!isReady(lifeAt(row)));
      if (ordinal > lastOrdinal) {
        last = link;
        lastOrdinal = ordinal;
      }
    }
    link = next;
  }
  if (last == 0 || owner.isParallel != 0) return;
  const life = lifeAt(last - 1);
  if (life.stage == Stage.Terminating || (!isReady(life) && unready > 1)) return;
  deletePod(last - 1, "ScaledDown");
}

/** The number behind the last hyphen of a name. */
function ordinalOf(name: u32): i32 {
  let at = textAt(name) + usize(textSize(name));
  let ordinal = 0;
  let unit = 1;
  while (at > textAt(name) && isDigit(load<u8>(--at)) && unit < 1_000_000_000) {
    ordinal += i32(load<u8>(at) - 0x30) * unit;
    unit *= 10;
  }
  return ordinal;
}

/** One pod on each node that takes it. */
function syncDaemons(row: u32, owner: Owner): void {
  const marks = clearedMarks();
  if (marks == 0) return;
  for (let link = owner.oldest; link != 0; link = lifeAt(link - 1).sibling) {
    const target = lifeAt(link - 1).target;
    if (target != 0) store<u32>(marks + (usize(target - 1) << 2), link);
  }
  isHeld = false;
  owner.misscheduled = 0;
  for (let node: u32 = 0; node < nodes.count; node++) {
    syncDaemon(row, owner, node, load<u32>(marks + (usize(node) << 2)));
  }
}

/** Whether the client lets no more pods be made now: the owner looks again when it does. */
let isHeld: bool = false;

function syncDaemon(row: u32, owner: Owner, node: u32, link: u32): void {
  const backoff = findBackoff(row, node + 1);
  const hasFailed = backoff != null && backoff.failed != 0;
  if (link == 0 && isHeld && !hasFailed) return;
  // A pod that the owner made for the node has the spec that it would make now.
  const isOwn = link != 0 && podHas(podAt(link - 1), PodFlag.Created);
  const spec = isOwn ? podAt(link - 1).spec : daemonSpec(owner, node);
  if (spec == NO_ROW) return;
  const wantsPod = mayBeOn(node, spec, NO_SCHEDULE_EFFECTS);
  if (!wantsPod && (hasFailed || link != 0)) owner.misscheduled++;
  if (backoff != null && hasFailed && !deleteFailed(row, owner, node, backoff)) return;
  if (link == 0) {
    if (wantsPod && !isHeld) isHeld = !make(row, 0, spec, node, node + 1);
  } else if (!wantsPod && lifeAt(link - 1).stage != Stage.Terminating) {
    if (!mayBeOn(node, spec, NO_EXECUTE_EFFECT)) deletePod(link - 1, "DaemonSet");
  }
}

/** Whether the pod that failed is gone; if not, the owner looks again when it may be deleted. */
function deleteFailed(row: u32, owner: Owner, node: u32, backoff: DaemonBackoff): bool {
  if (mayBeDeletedAt(backoff) > now) {
    // The controller waits for the whole delay again, not for what is left of it.
    wakeOwner(row, backoff.delay);
    return false;
  }
  tellDeleted(row, owner, backoff.failed, node + 1);
  noteDeletion(backoff);
  return true;
}

/** Pods in the place of those that failed, later each time, until too many have. */
function syncJob(row: u32, owner: Owner): void {
  if (i32(owner.failures) > owner.backoffLimit) {
    for (let link = owner.oldest; link != 0; ) {
      const next = lifeAt(link - 1).sibling;
      deletePod(link - 1, JOB_OVER);
      link = next;
    }
    return;
  }
  const missing = owner.replicas - owner.active;
  if (missing <= 0) return;
  if (owner.notBefore > now) return wakeOwner(row, owner.notBefore - now);
  for (let index = 0; index < missing; index++) {
    if (!make(row, 0, NO_ROW, u32(index), 0)) return;
  }
}
