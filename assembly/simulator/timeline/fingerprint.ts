/**
 * The state of the whole cluster, relative to the moment: everything that what follows depends on
 * and nothing else. Two moments with equal fingerprints are followed by the same events, so what
 * happened between them happens forever.
 *
 * Names (but those of a StatefulSet's pods), uids and times are left out, the order in which pods
 * came is in. Ages count as long as something depends on them.
 */

import { nodeAt, nodes } from "../../objects/model/node.ts";
import { PodFlag, podAt, podHas } from "../../objects/model/pod.ts";
import { nextWalk } from "../../scheduler/cycle/cycle.ts";
import { flushPhase } from "../control/queue.ts";
import { zoneState } from "../control/zone.ts";
import { fingerprintOf } from "../kubelet/step.ts";
import { debtOf } from "../model/client.ts";
import { backoffAt, backoffs } from "../model/daemonBackoff.ts";
import { isDue } from "../model/due.ts";
import { endedCount } from "../model/ended.ts";
import { failedReplicaAt, failedReplicas } from "../model/failedReplica.ts";
import { Entry, entryAt } from "../model/heap.ts";
import { Kubelet, kubeletAt } from "../model/kubelet.ts";
import { mix, SPREAD } from "../model/mix.ts";
import { OwnerKind, ownerAt, owners } from "../model/owner.ts";
import {
  isOfKind,
  isRunning,
  lifecycleAt,
  oldest,
  PodLifecycle,
  Stage,
} from "../model/podLifecycle.ts";
import { settings } from "../model/settings.ts";
import { firstStart, startedSince, starts } from "../model/starts.ts";
import {
  DAEMON_BACKOFF_MAX,
  EVICTION_INTERVAL,
  HEARTBEAT_INTERVAL,
  JOB_BACKOFF_MAX,
  LONGEST_WAIT,
  NEVER,
  RESTART_BACKOFF_MAX,
  SECOND,
} from "../model/time.ts";
import { clock, Subject, subjectOf, Timer, timers } from "../model/timers.ts";
import { ageThatCounts, systemAge } from "./countedAge.ts";
import { add, addSince, Fingerprint, fingerprint } from "./lanes.ts";

/** After this number of attempts, the scheduler's back-off stays the same. */
const ATTEMPTS_MAX: u32 = 6;

/** The fingerprint of this moment; it holds until the next one is taken. */
export function takeFingerprint(): Fingerprint {
  fingerprint.low = 0x9e3779b97f4a7c15;
  fingerprint.high = 0xc2b2ae3d27d4eb4f;
  add(u64(nextWalk()));
  // Collecting ended pods has no other effect.
  add(u64(i64(endedCount()) > settings.terminatedPodThreshold));
  for (let kind = 0; kind <= i32(OwnerKind.Unknown); kind++) add(u64(debtOf(kind)));
  add(u64(flushPhase()));
  add(zoneState());
  addPods();
  for (let node: u32 = 0; node < nodes.count; node++) addNode(node);
  for (let row: u32 = 0; row < owners.count; row++) addOwner(row);
  for (let row: u32 = 0; row < backoffs.count; row++) addBackoff(row);
  addFailedReplicas();
  addTimers(false);
  const low = fingerprint.low;
  const high = fingerprint.high;
  add(fingerprint.phaseUses);
  fingerprint.steadyLow = fingerprint.low;
  fingerprint.steadyHigh = fingerprint.high;
  fingerprint.low = low;
  fingerprint.high = high;
  // Where seconds begin decides which starts fall into the same one.
  if (starts.arePrioritiesMixed) add(u64(clock.now % SECOND));
  for (let node: u32 = 0; node < nodes.count; node++) addRhythm(node);
  addTimers(true);
  return fingerprint;
}

function addPods(): void {
  let rank: u32 = 0;
  for (let link = oldest(); link != 0; link = lifecycleAt(link - 1).newer) {
    const lifecycle = lifecycleAt(link - 1);
    const pod = podAt(link - 1);
    lifecycle.rank = rank++;
    add((u64(stageOf(lifecycle)) << 32) | u64(lifecycle.owner));
    add((u64(lifecycle.node) << 32) | u64(lifecycle.target));
    add((u64(pod.spec) << 32) | u64(lifecycle.workload));
    // A StatefulSet finds its pods by their numbers.
    const isNumbered = isOfKind(lifecycle, OwnerKind.StatefulSet);
    add((u64(pod.labels) << 32) | u64(isNumbered ? pod.name : 0));
    const isPreempted = u64(podHas(pod, PodFlag.Preempted)) << 31;
    add((u64(pod.nominatedNodeName) << 32) | isPreempted | u64(pod.place));
    if (lifecycle.refusedBy != 0) add(lifecycle.refusedBy);
    if (isRunning(lifecycle)) add(u64(ageThatCounts(lifecycle)));
    if (lifecycle.isWaiting != 0) add(u64(clock.now - lifecycle.queuedAt));
    if (lifecycle.stage == Stage.Pending) {
      addSince(lifecycle.triedAt, LONGEST_WAIT + 1);
      // It is emitted again when it changes.
      add(lifecycle.message);
    }
    if (lifecycle.deletedAt != NEVER) add(u64(lifecycle.deletedAt - clock.now));
    if (lifecycle.endsAt != 0) add(u64(max<i64>(0, lifecycle.endsAt - clock.now)));
    // What documents say of its start stays.
    if (starts.arePrioritiesMixed && !startedSince(link - 1)) add(u64(pod.started));
    if (lifecycle.restarts == 0) continue;
    add(u64(lifecycle.restartDelay));
    // A Job counts them.
    if (isOfKind(lifecycle, OwnerKind.Job)) add(lifecycle.restarts);
    addSince(lifecycle.endedAt, 2 * RESTART_BACKOFF_MAX + 1);
    add(u64(lifecycle.keptAge));
  }
  add(rank);
  if (starts.arePrioritiesMixed) addStarts();
}

/**
 * ```
 *    27       26        25       24        16         8         4          0
 *  ┌────────┬─────────┬────────┬─────────┬──────────┬─────────┬──────────┬───────┐
 *  │ count  │ unready │ hidden │ refused │ restarts │ waiting │ attempts │ stage │
 *  └────────┴─────────┴────────┴─────────┴──────────┴─────────┴──────────┴───────┘
 * ```
 */
function stageOf(lifecycle: PodLifecycle): u32 {
  const attempts = min(lifecycle.attempts, ATTEMPTS_MAX) << 4;
  const waits = u32(lifecycle.isWaiting != 0) << 8;
  // Only whether there were any.
  const restarts = min<u32>(lifecycle.restarts, 1) << 16;
  const isRefused = u32(lifecycle.refusedBy != 0) << 24;
  const isHidden =
    (lifecycle.isStartUnreported << 25) |
    (lifecycle.isUnready << 26) |
    (u32(lifecycle.jobCount) << 27);
  return lifecycle.stage | attempts | waits | restarts | isRefused | isHidden;
}

/** Preemption compares which pod started first, and whether that was in the same second. */
function addStarts(): void {
  let second: i64 = 0;
  for (let link = firstStart(); link != 0; link = lifecycleAt(link - 1).startedAfter) {
    const started = podAt(link - 1).started;
    add((u64(lifecycleAt(link - 1).rank) << 1) | u64(started == second));
    second = started;
  }
}

function addNode(row: u32): void {
  const kubelet = kubeletAt(row);
  const node = nodeAt(row);
  add((u64(node.flags) << 32) | u64(node.taints));
  add((u64(kubelet.conditions) << 32) | u64(kubelet.published));
  const network = kubelet.isDisconnected | (kubelet.hasReturned << 1);
  add((u64(network) << 32) | u64(kubelet.isUnknown | (kubelet.unknown << 1)));
  if (kubelet.isDisconnected == 0 && kubelet.heardFrom > clock.now)
    add(u64(kubelet.heardFrom - clock.now));
  add(u64(max<i64>(0, kubelet.busyUntil - clock.now)));
  add(u64(systemAge(kubelet)));
  add(fingerprintOf(row));
  // Among equals, the one that came to the node last is named first.
  addOrder(kubelet);
  // A threshold may have been met between two steps, and another phase would have seen it.
  if (kubelet.hasMoments != 0) addPhases(kubelet);
  // Before its first step nothing is known of its thresholds.
  if (kubelet.lastStep < 0) add(u64(kubelet.nextStep - clock.now));
}

/** Two lanes, as `add` has them: a word for each pod would take a third of all the time. */
function addOrder(kubelet: Kubelet): void {
  let low: u64 = 0;
  let high: u64 = 0;
  for (let link = kubelet.first; link != 0; link = lifecycleAt(link - 1).next) {
    const rank = u64(lifecycleAt(link - 1).rank) + 1;
    low = (low + rank) * 0x9e3779b97f4a7c15;
    high = (high ^ rank) * 0xd6e8feb86659fd93;
    high ^= high >> 32;
  }
  add(low);
  add(high);
}

/** The phases of the grids of steps and heartbeats. */
function addPhases(kubelet: Kubelet): void {
  add(u64(max<i64>(0, clock.now - kubelet.lastStep) % EVICTION_INTERVAL));
  add(u64((clock.now - kubelet.heartbeat) % HEARTBEAT_INTERVAL));
}

function addRhythm(row: u32): void {
  const kubelet = kubeletAt(row);
  // When a calm node looks again follows from the rest.
  if (kubelet.isCalm == 0) add(u64(kubelet.nextStep == NEVER ? -1 : kubelet.nextStep - clock.now));
  addPhases(kubelet);
}

function addOwner(row: u32): void {
  const owner = ownerAt(row);
  add((u64(owner.replicas) << 32) | u64(owner.kind));
  if (owner.kind != OwnerKind.Job) return add(owner.misscheduled);
  add((u64(owner.failures) << 32) | u64(owner.recentFailures));
  add(owner.job);
  add(owner.status);
  add(u64(clock.now % SECOND));
  addSince(owner.failedAt, JOB_BACKOFF_MAX + 1);
  if (owner.deadline != NEVER) add(u64(clock.now - owner.startedAt));
}

function addBackoff(row: u32): void {
  const backoff = backoffAt(row);
  add((u64(backoff.owner) << 32) | u64(backoff.node));
  add((u64(backoff.delay) << 1) | u64(backoff.failed != 0));
  addSince(backoff.updatedAt, 2 * DAEMON_BACKOFF_MAX + 1);
}

/** A sum: their order in the table counts for nothing. */
function addFailedReplicas(): void {
  let sum: u64 = 0;
  for (let row: u32 = 0; row < failedReplicas.count; row++) {
    const failed = failedReplicaAt(row);
    sum += mix((u64(failed.owner) << 32) | u64(failed.name));
  }
  add(sum);
}

/** Timers that are due, in any order: each counts by its subject. */
function addTimers(areRhythms: bool): void {
  let sum: u64 = 0;
  for (let index: u32 = 0; index < timers.count; index++) {
    const entry = entryAt(timers, index);
    if (entry.kind == Timer.Flush) continue; // By its phase.
    const isStep = entry.kind == Timer.EvictionStep;
    if (isStep != areRhythms || !isDue(entry)) continue;
    // When a calm node looks again follows from the rest.
    if (!isStep || kubeletAt(entry.subject).isCalm == 0) sum += mixed(entry);
  }
  add(sum);
}

function mixed(entry: Entry): u64 {
  const about = subjectOf(entry.kind);
  const isPod = about == Subject.Pod || about == Subject.PodTaints;
  const subject = isPod ? lifecycleAt(entry.subject).rank : entry.subject;
  return mix((u64(entry.first - clock.now) * SPREAD) ^ (u64(entry.kind) << 48) ^ u64(subject));
}
