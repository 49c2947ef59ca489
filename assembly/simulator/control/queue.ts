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
import { QUEUE_BACKOFFS_OFFSET, QUEUE_OFFSET, WAITING_OFFSET } from "../memory.ts";
import { addEntry, Entry, entryAt, takeFirst } from "../model/heap.ts";
import { Life, lifeAt, oldest, Stage } from "../model/life.ts";
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

const queue = changetype<Table>(QUEUE_OFFSET);
/** Pods whose back-off has not passed: tried when the queue is empty. */
const backoffs = changetype<Table>(QUEUE_BACKOFFS_OFFSET);

@unmanaged
export class Waiting {
  /** When something last changed that may show in what the scheduler says of pods that wait. */
  changedAt: i64;
  /** Pods that wait until something changes. */
  count: u32;
  /** The scheduler takes its next pod soon. */
  isTurnPlanned: bool;
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
/** Those that look which taints changed; all others are asked again after a change of any taint. */
const OF_TAINTS: u32 = (1 << Plugin.NodeUnschedulable) | (1 << Plugin.TaintToleration);

/** Where the grid of these attempts stands; -1 as long as no pod has waited for long. */
export function flushPhase(): i64 {
  for (let link = oldest(); link != 0 && !waiting.isLate; link = lifeAt(link - 1).newer) {
    noteWait(lifeAt(link - 1));
  }
  return waiting.isLate ? clock.now % FLUSH_INTERVAL : -1;
}

/** A pod that waits is looked at, or waits no more. */
export function noteWait(life: Life): void {
  if (life.refusedBy != 0 && clock.now - life.triedAt > LONGEST_WAIT) waiting.isLate = true;
}

/** A pod is tried when its turn comes: by priority, then by when it came. */
export function enqueue(row: u32): void {
  const life = lifeAt(row);
  if (life.refusedBy != 0) waiting.count--;
  life.refusedBy = 0;
  life.isWaiting = 1;
  // A pod keeps the place that its last attempt gave it.
  life.queuedAt = life.attempts == 0 ? clock.now : life.triedAt;
  addEntry(queue, -i64(priorityOf(podAt(row))), life.queuedAt, 0, row, life.version);
  planTurn();
}

function planTurn(): void {
  if (waiting.isTurnPlanned) return;
  waiting.isTurnPlanned = true;
  addTimer(clock.now + CALL_TAKES, Timer.Schedule, 0, 0);
}

/** The pod whose turn it is, plus 1; 0 for none. */
export function nextTurn(): u32 {
  waiting.isTurnPlanned = false;
  endBackoffs();
  let link = takeCurrent(queue);
  if (link == 0) link = takeCurrent(backoffs);
  if (link != 0) lifeAt(link - 1).isWaiting = 0;
  if (queue.count != 0 || backoffs.count != 0) planTurn();
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
  const life = lifeAt(entry.subject);
  const isSame = life.version == entry.version && life.stage == Stage.Pending;
  return isSame && life.isWaiting != 0;
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
function backOff(row: u32, life: Life, ready: i64): void {
  life.isWaiting = 1;
  life.queuedAt = life.triedAt;
  const place = i64(i32.MAX_VALUE) - i64(priorityOf(podAt(row)));
  addEntry(backoffs, ((ready / SECOND) << 32) | place, life.queuedAt, 0, row, life.version);
  planTurn();
}

/** Pods whose window has passed take their turn in the queue. */
function endBackoffs(): void {
  while (backoffs.count != 0 && entryAt(backoffs, 0).first >> 32 < clock.now / SECOND) {
    const entry = takeFirst(backoffs);
    if (entry != null && isCurrent(entry)) enqueue(entry.subject);
  }
}

/** No node took the pod: it waits until something changes. */
export function waitForChange(life: Life, plugins: u32): void {
  if (plugins == 0) return;
  life.refusedBy = plugins;
  waiting.count++;
  planFlush();
}

function stopWaiting(life: Life): void {
  noteWait(life);
  if (life.refusedBy != 0) waiting.count--;
  life.refusedBy = 0;
}

/** Pods that may be helped are tried again, when their back-off has passed. */
export function moveUnschedulable(cause: Cause): void {
  waiting.changedAt = clock.now;
  for (let link = firstWaiting(); link != 0; link = lifeAt(link - 1).newer) {
    const life = lifeAt(link - 1);
    if (isWaiting(life) && mayHelp(link - 1, life.refusedBy, cause)) tryAgain(link - 1, life);
  }
}

/** The same where the taints of a node are other ones than before. */
export function moveForTaints(node: u32, before: u32): void {
  waiting.changedAt = clock.now;
  for (let link = firstWaiting(); link != 0; link = lifeAt(link - 1).newer) {
    const life = lifeAt(link - 1);
    if (isWaiting(life) && mayTolerate(link - 1, life.refusedBy, node, before)) {
      tryAgain(link - 1, life);
    }
  }
}

function firstWaiting(): u32 {
  return waiting.count == 0 ? 0 : oldest();
}

function isWaiting(life: Life): bool {
  return life.stage == Stage.Pending && life.refusedBy != 0;
}

/**
 * Spec: `buildQueueingHintMap` and `isSchedulableAfterNodeChange` of pkg/scheduler. Without
 * hints a release asks whether the node would take the pod otherwise, which is left out.
 */
function mayTolerate(row: u32, plugins: u32, node: u32, before: u32): bool {
  if (!behavesAs(Behavior.QueueingHints))
    return (plugins & ~OF_PODS) != 0 || (plugins & OF_PLACEMENTS) != 0;
  if ((plugins & ~OF_TAINTS) != 0) return true;
  const tolerations = specWord(podAt(row).spec, SpecWord.Tolerations);
  if (untoleratedTaint(before, tolerations, NO_SCHEDULE_EFFECTS, true) < 0) return false;
  return untoleratedTaint(nodeAt(node).taints, tolerations, NO_SCHEDULE_EFFECTS, true) < 0;
}

/** When the back-off of its attempts has passed. */
function tryAgain(row: u32, life: Life): void {
  stopWaiting(life);
  const ready = life.triedAt + backoffOf(life.attempts);
  if (behavesAs(Behavior.TriesDuringBackoff) && ready > clock.now) return backOff(row, life, ready);
  addTimer(max(clock.now, ready), Timer.Backoff, row, life.version);
}

/** Whether a pod waits that was tried last before something changed, though that helps it not. */
export function isAttemptOutdated(): bool {
  for (let link = firstWaiting(); link != 0; link = lifeAt(link - 1).newer) {
    const life = lifeAt(link - 1);
    if (isWaiting(life) && life.triedAt <= waiting.changedAt) return true;
  }
  return false;
}

/** Pods that waited for long are tried again, whether anything changed or not. */
export function flushWaiting(): void {
  waiting.isFlushPlanned = false;
  for (let link = oldest(); link != 0; link = lifeAt(link - 1).newer) {
    const life = lifeAt(link - 1);
    if (isWaiting(life) && clock.now - life.triedAt > LONGEST_WAIT) tryAgain(link - 1, life);
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
