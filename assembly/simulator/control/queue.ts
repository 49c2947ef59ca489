/**
 * The scheduler's queue: pods that are tried next, pods that wait for their back-off to pass, and
 * pods that wait until something changes that may help them.
 */
import { NO_SCHEDULE_EFFECTS, untoleratedTaint } from "../../filters/taints.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { podAt } from "../../objects/model/pod.ts";
import { SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { Table } from "../../objects/model/table.ts";
import { Plugin } from "../../scheduler/model/plugin.ts";
import { priorityOf } from "../../scheduler/model/priority.ts";
import { behavesAs } from "../../scheduler/model/release.ts";
import { Behavior } from "../../scheduler/model/releaseTable.ts";
import { ACTIVE_QUEUE_OFFSET, BACKOFF_QUEUE_OFFSET, WAITING_OFFSET } from "../memory.ts";
import { addEntry, Entry, entryAt, takeFirst } from "../model/heap.ts";
import { lifecycleAt, oldest, PodLifecycle, Stage } from "../model/podLifecycle.ts";
import {
  CALL_TAKES,
  doubled,
  FLUSH_INTERVAL,
  LONGEST_WAIT,
  nextOnGrid,
  SCHEDULING_BACKOFF,
  SCHEDULING_BACKOFF_MAX,
  SECOND,
} from "../model/time.ts";
import { addTimer, clock, Timer } from "../model/timers.ts";

const activeQueue = changetype<Table>(ACTIVE_QUEUE_OFFSET);
/** Pods that still back off: tried when the queue is empty. */
const backoffQueue = changetype<Table>(BACKOFF_QUEUE_OFFSET);

@unmanaged
export class Waiting {
  /** When something last changed that may show in what the scheduler says of pods that wait. */
  changedAt: i64;
  /** Pods that wait until something changes. */
  count: u32;
  /** The scheduler takes its next pod soon. */
  isAttemptPlanned: bool;
  isFlushPlanned: bool;
  /** A pod has waited so long that it matters when waiting pods are tried again: from then on. */
  isLate: bool;
}

const waiting = changetype<Waiting>(WAITING_OFFSET);

/** What may help pods that no node took; the scheduler's plugins say which of it they wait for. */
export enum Cause {
  NodeAdded = 0,
  PodGone,
  PodPlaced,
}

const OF_PODS: u32 =
  (1 << Plugin.NodePorts) |
  (1 << Plugin.NodeResourcesFit) |
  (1 << Plugin.InterPodAffinity) |
  (1 << Plugin.PodTopologySpread);
const OF_PLACEMENTS: u32 = (1 << Plugin.InterPodAffinity) | (1 << Plugin.PodTopologySpread);
/** Those that look which taints changed; up to 1.36, pods of all others are retried for any. */
const OF_TAINTS: u32 = (1 << Plugin.NodeUnschedulable) | (1 << Plugin.TaintToleration);

/** The phase of the grid of these attempts; -1 as long as no pod has waited for long. */
export function flushPhase(): i64 {
  for (let link = oldest(); link != 0 && !waiting.isLate; link = lifecycleAt(link - 1).newer) {
    noteWait(lifecycleAt(link - 1));
  }
  return waiting.isLate ? clock.now % FLUSH_INTERVAL : -1;
}

/** A pod that waits is looked at, or waits no more. */
export function noteWait(lifecycle: PodLifecycle): void {
  if (lifecycle.refusedBy != 0 && clock.now - lifecycle.triedAt > LONGEST_WAIT)
    waiting.isLate = true;
}

/** Pods are tried by priority, then by when they came. */
export function enqueue(row: u32): void {
  const lifecycle = lifecycleAt(row);
  if (lifecycle.refusedBy != 0) waiting.count--;
  lifecycle.refusedBy = 0;
  lifecycle.isWaiting = 1;
  // A pod keeps the place that its last attempt gave it.
  lifecycle.queuedAt = lifecycle.attempts == 0 ? clock.now : lifecycle.triedAt;
  addEntry(
    activeQueue,
    -i64(priorityOf(podAt(row))),
    lifecycle.queuedAt,
    0,
    row,
    lifecycle.version,
  );
  planAttempt();
}

function planAttempt(): void {
  if (waiting.isAttemptPlanned) return;
  waiting.isAttemptPlanned = true;
  addTimer(clock.now + CALL_TAKES, Timer.Schedule, 0, 0);
}

/** Takes the pod that is tried next, plus 1; 0 for none. */
export function popPod(): u32 {
  waiting.isAttemptPlanned = false;
  endBackoffs();
  let link = takeCurrent(activeQueue);
  if (link == 0) link = takeCurrent(backoffQueue);
  if (link != 0) lifecycleAt(link - 1).isWaiting = 0;
  if (activeQueue.count != 0 || backoffQueue.count != 0) planAttempt();
  return link;
}

/** The first pod that still waits there, plus 1; 0 for none. */
function takeCurrent(heap: Table): u32 {
  for (let entry = takeFirst(heap); entry != null; entry = takeFirst(heap)) {
    if (isCurrent(entry)) return entry.subject + 1;
  }
  return 0;
}

/** Whether the pod of an entry waits as it did when the entry was made. */
function isCurrent(entry: Entry): bool {
  const lifecycle = lifecycleAt(entry.subject);
  const isSame = lifecycle.version == entry.version && lifecycle.stage == Stage.Pending;
  return isSame && lifecycle.isWaiting != 0;
}

/**
 * Pods wait in windows of whole seconds, and in one by priority and by when they came:
 *
 * ```
 *  63                32                      0
 *  ┌─────────────────┬───────────────────────┐
 *  │ second it ends  │ 2^31 − 1 − priority   │
 *  └─────────────────┴───────────────────────┘
 * ```
 */
function backOff(row: u32, lifecycle: PodLifecycle, ready: i64): void {
  lifecycle.isWaiting = 1;
  lifecycle.queuedAt = lifecycle.triedAt;
  const place = i64(i32.MAX_VALUE) - i64(priorityOf(podAt(row)));
  addEntry(
    backoffQueue,
    ((ready / SECOND) << 32) | place,
    lifecycle.queuedAt,
    0,
    row,
    lifecycle.version,
  );
  planAttempt();
}

/** Pods with an expired window join the active queue. */
function endBackoffs(): void {
  while (backoffQueue.count != 0 && entryAt(backoffQueue, 0).first >> 32 < clock.now / SECOND) {
    const entry = takeFirst(backoffQueue);
    if (entry != null && isCurrent(entry)) enqueue(entry.subject);
  }
}

/** No node took the pod: it waits until something changes. */
export function waitForChange(lifecycle: PodLifecycle, plugins: u32): void {
  if (plugins == 0) return;
  lifecycle.refusedBy = plugins;
  waiting.count++;
  planFlush();
}

function stopWaiting(lifecycle: PodLifecycle): void {
  noteWait(lifecycle);
  if (lifecycle.refusedBy != 0) waiting.count--;
  lifecycle.refusedBy = 0;
}

/** Pods that may be helped are tried again, when their back-off has passed. */
export function moveUnschedulable(cause: Cause): void {
  waiting.changedAt = clock.now;
  for (let link = firstWaiting(); link != 0; link = lifecycleAt(link - 1).newer) {
    const lifecycle = lifecycleAt(link - 1);
    if (isWaiting(lifecycle) && mayHelp(link - 1, lifecycle.refusedBy, cause))
      tryAgain(link - 1, lifecycle);
  }
}

/** The same where the taints of a node are other ones than before. */
export function moveForTaints(node: u32, before: u32): void {
  waiting.changedAt = clock.now;
  for (let link = firstWaiting(); link != 0; link = lifecycleAt(link - 1).newer) {
    const lifecycle = lifecycleAt(link - 1);
    if (isWaiting(lifecycle) && mayTolerate(link - 1, lifecycle.refusedBy, node, before)) {
      tryAgain(link - 1, lifecycle);
    }
  }
}

function firstWaiting(): u32 {
  return waiting.count == 0 ? 0 : oldest();
}

function isWaiting(lifecycle: PodLifecycle): bool {
  return lifecycle.stage == Stage.Pending && lifecycle.refusedBy != 0;
}

/**
 * Spec: `buildQueueingHintMap` and `isSchedulableAfterNodeChange` of pkg/scheduler. Without
 * hints a release asks whether the node would take the pod otherwise, which is left out.
 */
function mayTolerate(row: u32, plugins: u32, node: u32, before: u32): bool {
  if (!behavesAs(Behavior.QueueingHints))
    return (plugins & ~OF_PODS) != 0 || (plugins & OF_PLACEMENTS) != 0;
  // A spread may leave out nodes with taints.
  const asked = behavesAs(Behavior.AnyTaintRetries) ? ~OF_TAINTS : 1 << Plugin.PodTopologySpread;
  if ((plugins & asked) != 0) return true;
  if ((plugins & OF_TAINTS) == 0) return false;
  const tolerations = specWord(podAt(row).spec, SpecWord.Tolerations);
  if (untoleratedTaint(before, tolerations, NO_SCHEDULE_EFFECTS, true) < 0) return false;
  return untoleratedTaint(nodeAt(node).taints, tolerations, NO_SCHEDULE_EFFECTS, true) < 0;
}

/** When the back-off of its attempts has passed. */
function tryAgain(row: u32, lifecycle: PodLifecycle): void {
  stopWaiting(lifecycle);
  const ready = lifecycle.triedAt + backoffOf(lifecycle.attempts);
  if (behavesAs(Behavior.TriesDuringBackoff) && ready > clock.now)
    return backOff(row, lifecycle, ready);
  addTimer(max(clock.now, ready), Timer.Backoff, row, lifecycle.version);
}

/** Whether a pod waits that was tried last before something changed, though that helps it not. */
export function isAttemptOutdated(): bool {
  for (let link = firstWaiting(); link != 0; link = lifecycleAt(link - 1).newer) {
    const lifecycle = lifecycleAt(link - 1);
    if (isWaiting(lifecycle) && lifecycle.triedAt <= waiting.changedAt) return true;
  }
  return false;
}

/** Pods that waited for long are tried again, whether anything changed or not. */
export function flushWaiting(): void {
  waiting.isFlushPlanned = false;
  for (let link = oldest(); link != 0; link = lifecycleAt(link - 1).newer) {
    const lifecycle = lifecycleAt(link - 1);
    if (isWaiting(lifecycle) && clock.now - lifecycle.triedAt > LONGEST_WAIT)
      tryAgain(link - 1, lifecycle);
  }
  planFlush();
}

function planFlush(): void {
  if (waiting.count == 0 || waiting.isFlushPlanned) return;
  waiting.isFlushPlanned = true;
  addTimer(nextOnGrid(clock.now, 0, FLUSH_INTERVAL), Timer.Flush, 0, 0);
}

function mayHelp(row: u32, plugins: u32, cause: Cause): bool {
  if (cause == Cause.NodeAdded) return true;
  if (cause == Cause.PodGone) return (plugins & OF_PODS) != 0;
  // Another pod helps one that wants to be near it, and none that wants to be apart.
  if ((plugins & (1 << Plugin.PodTopologySpread)) != 0) return true;
  const isOfAffinity = (plugins & (1 << Plugin.InterPodAffinity)) != 0;
  return isOfAffinity && specWord(podAt(row).spec, SpecWord.AffinityTerms) != 0;
}

function backoffOf(attempts: u32): i64 {
  return doubled(SCHEDULING_BACKOFF, attempts == 0 ? 0 : attempts - 1, SCHEDULING_BACKOFF_MAX);
}
