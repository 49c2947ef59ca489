/** Pods come and go: what the API server does with them, and who hears of it. */

import { SCRATCH_OFFSET } from "../../base/memory.ts";
import { writeAscii, writeHexadecimal, writeUnsigned } from "../../base/text.ts";
import { beginList, endList, push } from "../../objects/model/list.ts";
import {
  appendPod,
  findPod,
  indexPod,
  NOT_STARTED,
  Pod,
  PodFlag,
  podAt,
  podHas,
  pods,
} from "../../objects/model/pod.ts";
import { SpecFlag, specHas } from "../../objects/model/podSpec.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { internLiteral, internText, writeTextUpTo } from "../../objects/model/text.ts";
import { removeEndedPod } from "../model/ended.ts";
import { addEvent, Event, EventKind } from "../model/eventLog.ts";
import { kubeletAt } from "../model/kubelet.ts";
import { JobFlag, Owner, OwnerKind, ownerAt, templateOf } from "../model/owner.ts";
import {
  enterStage,
  fillLifecycles,
  isOfKind,
  JobCount,
  joinOrder,
  joinOwner,
  leaveOrder,
  leaveOwner,
  lifecycleAt,
  PodLifecycle,
  Stage,
} from "../model/podLifecycle.ts";
import { leaveNode } from "../model/residents.ts";
import { leaveStarts, notePriority, scenarioTime } from "../model/starts.ts";
import { CALL_TAKES, JOB_BATCH, NEVER, STOP_TAKES, wholeSecond } from "../model/time.ts";
import { addTimer, clock, Timer } from "../model/timers.ts";
import { noteSpec, staleView, unplace } from "./placement.ts";
import { noteWait } from "./queue.ts";

/** Emits an event about a pod. */
export function emitPodEvent(kind: EventKind, row: u32): Event {
  const pod = podAt(row);
  const lifecycle = lifecycleAt(row);
  const event = addEvent(kind);
  event.namespace = pod.namespace;
  event.name = pod.name;
  event.owner = lifecycle.owner;
  event.node = lifecycle.node;
  return event;
}

/** The owner looks at its pods when it has heard of the change. */
export function noticeOwner(row: u32): void {
  const owner = lifecycleAt(row).owner;
  if (owner == 0) return;
  // The Job controller takes together what happens within a second.
  const batch = ownerAt(owner - 1).kind == OwnerKind.Job ? JOB_BATCH : 0;
  wakeOwner(owner - 1, CALL_TAKES + batch);
}

export function wakeOwner(row: u32, after: i64): void {
  const owner = ownerAt(row);
  if (owner.dueAt <= clock.now + after) return;
  owner.dueAt = clock.now + after;
  addTimer(owner.dueAt, Timer.OwnerSync, row, 0);
}

/**
 * A new pod of an owner; its row, or NO_ROW after a failure. `name` is 0 for the next one; `turn`
 * is how many the owner makes before it, one call after another.
 */
export function createPod(ownerRow: u32, name: u32, spec: u32, turn: u32): u32 {
  const owner = ownerAt(ownerRow);
  const row = takeRow(owner);
  if (row == NO_ROW) return NO_ROW;
  const pod = podAt(row);
  const template = templateOf(owner);
  // The view still has the row among the pods of the labels that it had.
  const isOther = podHas(pod, PodFlag.Deleting) || pod.labels != template.labels;
  if (pod.isOfGroup && isOther) staleView();
  // Its neighbors in that list do not change.
  const isOfGroup = pod.isOfGroup;
  const nextOfGroup = pod.nextOfGroup;
  memory.copy(changetype<usize>(pod), changetype<usize>(template), offsetof<Pod>());
  pod.isOfGroup = isOfGroup;
  pod.nextOfGroup = nextOfGroup;
  owner.created++;
  pod.namespace = owner.namespace;
  pod.name = name != 0 ? name : nextName(owner);
  pod.controller = controllerOf(owner);
  if (spec != NO_ROW) pod.spec = spec;
  beginLifecycle(row, ownerRow + 1);
  noteSpec(pod);
  pod.nodeName = template.nodeName;
  const lifecycle = lifecycleAt(row);
  lifecycle.cameAfter = owner.evictedBy;
  emitPodEvent(EventKind.Created, row);
  owner.busyUntil = clock.now + i64(turn + 1) * CALL_TAKES;
  addTimer(owner.busyUntil, Timer.Backoff, row, lifecycle.version);
  return row;
}

function controllerOf(owner: Owner): u32 {
  const list = beginList();
  push(internLiteral(owner.kind == OwnerKind.Job ? "batch/v1" : "apps/v1"));
  push(owner.replicaSet != 0 ? internLiteral("ReplicaSet") : owner.kindText);
  push(owner.replicaSet != 0 ? owner.replicaSet : owner.name);
  return endList(list);
}

/** A row that the owner's pods had before, so results derived from it still hold. */
function takeRow(owner: Owner): u32 {
  if (owner.free != 0) {
    const row = owner.free - 1;
    owner.free = lifecycleAt(row).free;
    return row;
  }
  if (appendPod() == 0 || !fillLifecycles()) return NO_ROW;
  return pods.count - 1;
}

/** Everything that a pod begins with, from the API server on. */
function beginLifecycle(row: u32, owner: u32): void {
  const pod = podAt(row);
  const lifecycle = lifecycleAt(row);
  const version = lifecycle.version;
  const taintVersion = lifecycle.taintVersion;
  memory.fill(changetype<usize>(lifecycle), 0, offsetof<PodLifecycle>());
  lifecycle.version = version;
  lifecycle.taintVersion = taintVersion + 1;
  joinOrder(row);
  lifecycle.owner = owner;
  joinOwner(row);
  lifecycle.started = -1;
  lifecycle.deletedAt = NEVER;
  enterStage(lifecycle, Stage.Pending);
  pod.flags = u32(PodFlag.Created);
  pod.created = wholeSecond(scenarioTime());
  pod.uid = uidOf(lifecycle.ordinal);
  pod.nodeName = 0;
  pod.assumedNodeName = 0;
  pod.nominatedNodeName = 0;
  pod.status = 0;
  pod.node = 0;
  pod.started = NOT_STARTED;
  pod.restarts = 0;
  pod.phase = internLiteral("Pending");
  notePriority(row);
  if (findPod(pod.namespace, pod.name) == NO_ROW) indexPod(row);
}

/** Uids are in the order in which pods came, behind all that documents have. */
function uidOf(ordinal: u32): u32 {
  let at = writeAscii(SCRATCH_OFFSET, "ffffffff-0000-4000-8000-");
  at = writeHexadecimal(at, ordinal, 12);
  return internText(SCRATCH_OFFSET, i32(at - SCRATCH_OFFSET));
}

/** `NAME-1`, `NAME-2`, …: real names end in chance. */
function nextName(owner: Owner): u32 {
  let number = owner.created;
  let name = numbered(owner.name, number);
  while (isTaken(owner.namespace, name)) name = numbered(owner.name, ++number);
  owner.created = number;
  return name;
}

function isTaken(namespace: u32, name: u32): bool {
  const row = findPod(namespace, name);
  if (row == NO_ROW) return false;
  return podAt(row).name == name && lifecycleAt(row).stage != Stage.Free;
}

/** A name with a number behind it. */
export function numbered(name: u32, number: u32): u32 {
  const stem = writeTextUpTo(SCRATCH_OFFSET, name, NAME_MAX);
  const end = writeUnsigned(writeAscii(stem, "-"), number);
  return internText(SCRATCH_OFFSET, i32(end - SCRATCH_OFFSET));
}

/** Longer ones are not valid. */
const NAME_MAX: i32 = 253;

/** A pod is asked to end; its kubelet ends it, if it has one. */
export function deletePod(row: u32, reason: string): void {
  const lifecycle = lifecycleAt(row);
  if (lifecycle.stage == Stage.Terminating || lifecycle.stage == Stage.Free) return;
  if (lifecycle.stage == Stage.Ended) {
    // It is in no order and on no node.
    emitPodEvent(EventKind.Deleted, row);
    removeEndedPod(row);
    return enterStage(lifecycle, Stage.Free);
  }
  // The API server gives a pod no time to end before it is bound, or if its grace period is 0.
  const isBound = lifecycle.node != 0;
  const hasNoTime = !isBound || specHas(podAt(row).spec, SpecFlag.HasNoGrace);
  const isGone = hasNoTime && !isHeld(row, reason);
  lifecycle.isDeletionEmitted = u32(isGone);
  if (isGone) lifecycle.endsAt = clock.now;
  if (isGone || !hasNoTime) {
    const kind = isGone ? EventKind.Deleted : EventKind.Terminating;
    emitPodEvent(kind, row).reason = internLiteral(reason);
  }
  podAt(row).flags |= u32(PodFlag.Deleting);
  // The scheduler's view counts pods that are being deleted apart.
  if (lifecycle.node != 0) staleView();
  lifecycle.jobCount = reason == BY_JOB ? JobCount.DeletedByJob : JobCount.Open;
  terminate(row);
}

/** Whether a Job holds the object of a deleted pod, until it has counted it. */
function isHeld(row: u32, reason: string): bool {
  const lifecycle = lifecycleAt(row);
  if (!isOfKind(lifecycle, OwnerKind.Job) || reason == BY_JOB) return false;
  if (awaitsEnd(lifecycle)) return lifecycle.node != 0;
  noticeOwner(row);
  lifecycle.endsAt = ownerAt(lifecycle.owner - 1).dueAt + 2 * CALL_TAKES;
  return true;
}

/** It is to end, and its owner hears of that. */
export function terminate(row: u32): void {
  const lifecycle = lifecycleAt(row);
  enterStage(lifecycle, Stage.Terminating);
  lifecycle.deletedAt = NEVER;
  if (lifecycle.jobCount == JobCount.Open) countFailure(lifecycle, false);
  stopPod(row);
  noticeOwner(row);
}

/** A pod that gets no time to end is gone immediately, others when their kubelet has ended them. */
export function stopPod(row: u32): void {
  const lifecycle = lifecycleAt(row);
  if (lifecycle.endsAt == 0) {
    // A kubelet without the network does not know.
    if (kubeletAt(lifecycle.node - 1).isDisconnected != 0) return;
    lifecycle.endsAt = clock.now + STOP_TAKES;
  }
  if (lifecycle.endsAt < clock.now) return;
  // A Job that waits for it hears of its end with its status, some calls later.
  const reportedAt = awaitsEnd(lifecycle) ? lifecycle.endsAt + 2 * CALL_TAKES : lifecycle.endsAt;
  addTimer(reportedAt, Timer.PodGone, row, lifecycle.version);
}

/** A pod deleted by another actor counts as failed for its Job, at once or when it has ended. */
function countFailure(lifecycle: PodLifecycle, isGone: bool): bool {
  if (lifecycle.owner == 0) return false;
  const owner = ownerAt(lifecycle.owner - 1);
  if (owner.kind != OwnerKind.Job || isGone != awaitsEnd(lifecycle)) return false;
  failOf(owner);
  return true;
}

/** Whether its owner is a Job that takes it for ended when it has. */
function awaitsEnd(lifecycle: PodLifecycle): bool {
  return lifecycle.owner != 0 && (ownerAt(lifecycle.owner - 1).job & JobFlag.AwaitsEnds) != 0;
}

/** Why the controller of a Job deletes its pods; they do not count as failed. */
export const BY_JOB = "Job";

/** A pod of a Job failed: the next one comes later. */
export function failOf(owner: Owner): void {
  owner.failures++;
  owner.recentFailures++;
  owner.failedAt = wholeSecond(clock.now);
}

/** A pod of which only the name is left is deleted; `owner` and `node` are links, 0 for none. */
export function emitDeleted(namespace: u32, name: u32, owner: u32, node: u32): Event {
  const event = addEvent(EventKind.Deleted);
  event.namespace = namespace;
  event.name = name;
  event.owner = owner;
  event.node = node;
  return event;
}

/** The object is gone; one that a Job counts when it has ended stays until then. */
export function removePod(row: u32): void {
  const lifecycle = lifecycleAt(row);
  if (lifecycle.jobCount == JobCount.Open && countFailure(lifecycle, true)) {
    lifecycle.jobCount = JobCount.Counted;
    return noticeOwner(row);
  }
  if (lifecycle.isDeletionEmitted == 0) emitPodEvent(EventKind.Deleted, row);
  lifecycle.isDeletionEmitted = 0;
  noticeOwner(row);
  freeRow(row);
}

/** Takes the pod from its node and from every view, and keeps its row for its owner. */
export function freeRow(row: u32): void {
  const lifecycle = lifecycleAt(row);
  const pod = podAt(row);
  noteWait(lifecycle);
  unplace(row);
  leaveNode(row);
  leaveOrder(row);
  leaveStarts(row);
  enterStage(lifecycle, Stage.Free);
  leaveOwner(row);
  lifecycle.taintVersion++;
  lifecycle.workload = 0;
  lifecycle.endsAt = 0;
  lifecycle.ending = 0;
  lifecycle.isStartUnreported = 0;
  lifecycle.isUnready = 0;
  pod.flags |= u32(PodFlag.Terminated);
  if (lifecycle.owner == 0) return;
  const owner = ownerAt(lifecycle.owner - 1);
  lifecycle.free = owner.free;
  owner.free = row + 1;
}
