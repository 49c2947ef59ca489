/**
 * The state of the whole cluster, relative to the moment: everything that what follows depends on
 * and nothing else. Two moments with equal fingerprints are followed by the same events, so what
 * happened between them happens for ever.
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
import { COUNTED_AGE_OFFSET, FINGERPRINT_OFFSET } from "../memory.ts";
import { Agent, agentAt } from "../model/agent.ts";
import { amountAt, spikeAt } from "../model/amount.ts";
import { debtOf } from "../model/client.ts";
import { backoffAt, backoffs } from "../model/daemonBackoff.ts";
import { isDue } from "../model/due.ts";
import { endedCount } from "../model/ended.ts";
import { failedReplicaAt, failedReplicas } from "../model/failedReplica.ts";
import { Entry, entryAt } from "../model/heap.ts";
import { isOfKind, isRunning, Life, lifeAt, oldest, Stage } from "../model/life.ts";
import { mix, SPREAD } from "../model/mix.ts";
import { OwnerKind, ownerAt, owners } from "../model/owner.ts";
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
import { workloadAt } from "../model/workload.ts";

@unmanaged
export class Fingerprint {
  low: u64;
  high: u64;
  /**
   * The same without rhythms: the phases of heartbeats and of the steps of eviction managers, which
   * a call that takes a millisecond shifts. Equal only as long as no kubelet had anything to do or
   * to report meanwhile, so that no phase has mattered.
   */
  steadyLow: u64;
  steadyHigh: u64;
  /** How often what a kubelet did or reported depended on when it was its turn. */
  turns: u64;
}

const fingerprint = changetype<Fingerprint>(FINGERPRINT_OFFSET);

export function noteKubeletTurn(): void {
  fingerprint.turns++;
}

/** Beyond so many attempts the scheduler's back-off stays the same. */
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
  add(fingerprint.turns);
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

/** Two lanes of SplitMix64, which differ in where they begin and in what they multiply by. */
function add(word: u64): void {
  let low = (fingerprint.low ^ word) + 0x9e3779b97f4a7c15;
  low = (low ^ (low >> 30)) * 0xbf58476d1ce4e5b9;
  fingerprint.low = low ^ (low >> 27);
  let high = (fingerprint.high + word) ^ 0xd6e8feb86659fd93;
  high = (high ^ (high >> 32)) * 0xd6e8feb86659fd93;
  fingerprint.high = high ^ (high >> 29);
}

function addSince(moment: i64, limit: i64): void {
  add(u64(min(clock.now - moment, limit)));
}

function addPods(): void {
  let rank: u32 = 0;
  for (let link = oldest(); link != 0; link = lifeAt(link - 1).newer) {
    const life = lifeAt(link - 1);
    const pod = podAt(link - 1);
    life.rank = rank++;
    add((u64(stageOf(life)) << 32) | u64(life.owner));
    add((u64(life.node) << 32) | u64(life.target));
    add((u64(pod.spec) << 32) | u64(life.workload));
    // A StatefulSet goes by the numbers of its pods.
    const isNumbered = isOfKind(life, OwnerKind.StatefulSet);
    add((u64(pod.labels) << 32) | u64(isNumbered ? pod.name : 0));
    const isPreempted = u64(podHas(pod, PodFlag.Preempted)) << 31;
    add((u64(pod.nominatedNodeName) << 32) | isPreempted | u64(pod.place));
    if (life.refusedBy != 0) add(life.refusedBy);
    if (isRunning(life)) add(u64(ageThatCounts(life)));
    if (life.isWaiting != 0) add(u64(clock.now - life.queuedAt));
    if (life.stage == Stage.Pending) {
      addSince(life.triedAt, LONGEST_WAIT + 1);
      // It is told again when it changes.
      add(life.message);
    }
    if (life.deletedAt != NEVER) add(u64(life.deletedAt - clock.now));
    if (life.endsAt != 0) add(u64(max<i64>(0, life.endsAt - clock.now)));
    // What documents tell of its start stays.
    if (starts.arePrioritiesMixed && !startedSince(link - 1)) add(u64(pod.started));
    if (life.restarts == 0) continue;
    add(u64(life.restartDelay));
    // A Job counts them.
    if (isOfKind(life, OwnerKind.Job)) add(life.restarts);
    addSince(life.endedAt, 2 * RESTART_BACKOFF_MAX + 1);
    add(u64(life.keptAge));
  }
  add(rank);
  if (starts.arePrioritiesMixed) addStarts();
}

/**
 * ```
 *    27       26        25       24        16         8         4          0
 *  ┌────────┬─────────┬────────┬─────────┬──────────┬─────────┬──────────┬───────┐
 *  │ count  │ unready │ untold │ refused │ restarts │ waiting │ attempts │ stage │
 *  └────────┴─────────┴────────┴─────────┴──────────┴─────────┴──────────┴───────┘
 * ```
 */
function stageOf(life: Life): u32 {
  const attempts = min(life.attempts, ATTEMPTS_MAX) << 4;
  const waits = u32(life.isWaiting != 0) << 8;
  // Only whether there were any.
  const restarts = min<u32>(life.restarts, 1) << 16;
  const isRefused = u32(life.refusedBy != 0) << 24;
  const isHidden = (life.isUntold << 25) | (life.isUnready << 26) | (u32(life.jobCount) << 27);
  return life.stage | attempts | waits | restarts | isRefused | isHidden;
}

/** Preemption goes by who started first, and whether that was in the same second. */
function addStarts(): void {
  let second: i64 = 0;
  for (let link = firstStart(); link != 0; link = lifeAt(link - 1).startedAfter) {
    const started = podAt(link - 1).started;
    add((u64(lifeAt(link - 1).rank) << 1) | u64(started == second));
    second = started;
  }
}

/** An age that something is used by, and how far it counts. */
@unmanaged
export class CountedAge {
  age: i64;
  /** From which age on nothing of what was counted changes, apart from spikes that come again. */
  settled: i64;
  /** The rhythm of such spikes: 0 without any, -1 when there are several. */
  rhythm: i64;
}

function startAge(age: i64): CountedAge {
  const counted = changetype<CountedAge>(COUNTED_AGE_OFFSET);
  counted.age = age;
  counted.settled = 0;
  counted.rhythm = 0;
  return counted;
}

function countAge(counted: CountedAge, row: u32): void {
  if (row == 0) return;
  const amount = amountAt(row);
  let settled = max(counted.settled, amount.settled);
  for (let index: u32 = 0; index < amount.spikeCount; index++) {
    const spike = spikeAt(amount.spikes + index);
    settled = max(settled, spike.every > 0 ? spike.at : spike.at + spike.lasts);
    if (spike.every == 0) continue;
    const isAlone = counted.rhythm == 0 || counted.rhythm == spike.every;
    counted.rhythm = isAlone ? spike.every : -1;
  }
  counted.settled = settled;
}

function finishAge(counted: CountedAge): i64 {
  const age = counted.age;
  const settled = counted.settled;
  const rhythm = counted.rhythm;
  if (age < settled || rhythm < 0) return age;
  return rhythm == 0 ? settled : settled + ((age - settled) % rhythm);
}

/** What containers use from now on depends on their age only so far. */
function ageThatCounts(life: Life): i64 {
  const counted = startAge(clock.now - life.started);
  for (let entry = life.workload; entry != 0; entry = workloadAt(entry - 1).nextContainer) {
    const workload = workloadAt(entry - 1);
    countAge(counted, workload.memory);
    countAge(counted, workload.disk);
    countAge(counted, workload.inodes);
  }
  return finishAge(counted);
}

function addNode(row: u32): void {
  const agent = agentAt(row);
  const node = nodeAt(row);
  add((u64(node.flags) << 32) | u64(node.taints));
  add((u64(agent.conditions) << 32) | u64(agent.published));
  add((u64(agent.isDisconnected) << 32) | u64(agent.isUnknown | (agent.unknown << 1)));
  if (agent.isDisconnected == 0 && agent.heardFrom > clock.now)
    add(u64(agent.heardFrom - clock.now));
  add(u64(max<i64>(0, agent.busyUntil - clock.now)));
  add(u64(systemAge(agent)));
  add(fingerprintOf(row));
  // Of equals the one that came to the node last is named first.
  addOrder(agent);
  // A threshold may have been met between two steps, and another phase would have seen it.
  if (agent.hasMoments != 0) addPhases(agent);
  // Before its first step nothing is known of its thresholds.
  if (agent.lastStep < 0) add(u64(agent.nextStep - clock.now));
}

/** Two lanes, as `add` has them: a word for each pod would take a third of all the time. */
function addOrder(agent: Agent): void {
  let low: u64 = 0;
  let high: u64 = 0;
  for (let link = agent.first; link != 0; link = lifeAt(link - 1).next) {
    const rank = u64(lifeAt(link - 1).rank) + 1;
    low = (low + rank) * 0x9e3779b97f4a7c15;
    high = (high ^ rank) * 0xd6e8feb86659fd93;
    high ^= high >> 32;
  }
  add(low);
  add(high);
}

/** What runs beside the pods goes by the time since the start. */
function systemAge(agent: Agent): i64 {
  const counted = startAge(clock.now);
  countAge(counted, agent.systemMemory);
  countAge(counted, agent.systemDisk);
  countAge(counted, agent.systemInodes);
  return finishAge(counted);
}

/** Where the grids of steps and heartbeats stand. */
function addPhases(agent: Agent): void {
  add(u64(max<i64>(0, clock.now - agent.lastStep) % EVICTION_INTERVAL));
  add(u64((clock.now - agent.heartbeat) % HEARTBEAT_INTERVAL));
}

function addRhythm(row: u32): void {
  const agent = agentAt(row);
  // When a calm node looks again follows from the rest.
  if (agent.isCalm == 0) add(u64(agent.nextStep == NEVER ? -1 : agent.nextStep - clock.now));
  addPhases(agent);
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

/** What is due, in any order: each counts by what it is about. */
function addTimers(areRhythms: bool): void {
  let sum: u64 = 0;
  for (let index: u32 = 0; index < timers.count; index++) {
    const entry = entryAt(timers, index);
    if (entry.kind == Timer.Flush) continue; // By its phase.
    const isStep = entry.kind == Timer.EvictionStep;
    if (isStep != areRhythms || !isDue(entry)) continue;
    // When a calm node looks again follows from the rest.
    if (!isStep || agentAt(entry.subject).isCalm == 0) sum += mixed(entry);
  }
  add(sum);
}

function mixed(entry: Entry): u64 {
  const about = subjectOf(entry.kind);
  const isPod = about == Subject.Pod || about == Subject.PodTaints;
  const subject = isPod ? lifeAt(entry.subject).rank : entry.subject;
  return mix((u64(entry.first - clock.now) * SPREAD) ^ (u64(entry.kind) << 48) ^ u64(subject));
}
