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
import { Agent, agentAt } from "../model/agent.ts";
import { amountAt, spikeAt } from "../model/amount.ts";
import { debtOf } from "../model/client.ts";
import { backoffAt, backoffs } from "../model/daemonBackoff.ts";
import { endedCount } from "../model/ended.ts";
import { failedReplicaAt, failedReplicas } from "../model/failedReplica.ts";
import { Entry, entryAt, keepEntries, moveEntry } from "../model/heap.ts";
import { isOfKind, isRunning, Life, lifeAt, oldest, Stage } from "../model/life.ts";
import { mix, SPREAD } from "../model/mix.ts";
import { OwnerKind, ownerAt, owners } from "../model/owner.ts";
import { terminatedPodThreshold } from "../model/settings.ts";
import { arePrioritiesMixed, firstStart, startedSince } from "../model/starts.ts";
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
import { now, Timer, timers } from "../model/timers.ts";
import { workloadAt } from "../model/workload.ts";

export let fingerprintLow: u64 = 0;
export let fingerprintHigh: u64 = 0;
/**
 * The same without rhythms: the phases of heartbeats and of the steps of eviction managers, which a
 * call that takes a millisecond shifts. Equal only as long as no kubelet had anything to do or to
 * report meanwhile, so that no phase has mattered.
 */
export let steadyLow: u64 = 0;
export let steadyHigh: u64 = 0;
/** How often what a kubelet did or reported depended on when it was its turn. */
let turns: u64 = 0;

export function forgetKubeletTurns(): void {
  turns = 0;
}

export function noteKubeletTurn(): void {
  turns++;
}

/** Beyond so many attempts the scheduler's back-off stays the same. */
const ATTEMPTS_MAX: u32 = 6;

/** Leaves the fingerprint of this moment in `fingerprintLow` and `fingerprintHigh`. */
export function takeFingerprint(): void {
  fingerprintLow = 0x9e3779b97f4a7c15;
  fingerprintHigh = 0xc2b2ae3d27d4eb4f;
  add(u64(nextWalk()));
  // Collecting ended pods has no other effect.
  add(u64(i64(endedCount()) > terminatedPodThreshold));
  for (let kind = 0; kind <= i32(OwnerKind.Unknown); kind++) add(u64(debtOf(kind)));
  add(u64(flushPhase()));
  add(zoneState());
  addPods();
  for (let node: u32 = 0; node < nodes.count; node++) addNode(node);
  for (let row: u32 = 0; row < owners.count; row++) addOwner(row);
  for (let row: u32 = 0; row < backoffs.count; row++) addBackoff(row);
  addFailedReplicas();
  addTimers(false);
  const low = fingerprintLow;
  const high = fingerprintHigh;
  add(turns);
  steadyLow = fingerprintLow;
  steadyHigh = fingerprintHigh;
  fingerprintLow = low;
  fingerprintHigh = high;
  // Where seconds begin decides which starts fall into the same one.
  if (arePrioritiesMixed) add(u64(now % SECOND));
  for (let node: u32 = 0; node < nodes.count; node++) addRhythm(node);
  addTimers(true);
}

/** Two lanes of SplitMix64, which differ in where they begin and in what they multiply by. */
function add(word: u64): void {
  let low = (fingerprintLow ^ word) + 0x9e3779b97f4a7c15;
  low = (low ^ (low >> 30)) * 0xbf58476d1ce4e5b9;
  fingerprintLow = low ^ (low >> 27);
  let high = (fingerprintHigh + word) ^ 0xd6e8feb86659fd93;
  high = (high ^ (high >> 32)) * 0xd6e8feb86659fd93;
  fingerprintHigh = high ^ (high >> 29);
}

function addSince(moment: i64, limit: i64): void {
  add(u64(min(now - moment, limit)));
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
    if (life.isWaiting != 0) add(u64(now - life.queuedAt));
    if (life.stage == Stage.Pending) {
      addSince(life.triedAt, LONGEST_WAIT + 1);
      // It is told again when it changes.
      add(life.message);
    }
    if (life.deletedAt != NEVER) add(u64(life.deletedAt - now));
    if (life.endsAt != 0) add(u64(max<i64>(0, life.endsAt - now)));
    // What documents tell of its start stays.
    if (arePrioritiesMixed && !startedSince(link - 1)) add(u64(pod.started));
    if (life.restarts == 0) continue;
    add(u64(life.restartDelay));
    // A Job counts them.
    if (isOfKind(life, OwnerKind.Job)) add(life.restarts);
    addSince(life.endedAt, 2 * RESTART_BACKOFF_MAX + 1);
    add(u64(life.keptAge));
  }
  add(rank);
  if (arePrioritiesMixed) addStarts();
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

/** What containers use from now on depends on their age only so far. */
function ageThatCounts(life: Life): i64 {
  startAge(now - life.started);
  for (let entry = life.workload; entry != 0; entry = workloadAt(entry - 1).nextContainer) {
    const workload = workloadAt(entry - 1);
    countAge(workload.memory);
    countAge(workload.disk);
    countAge(workload.inodes);
  }
  return countedAge();
}

/** The age from which on nothing of what was counted changes, apart from spikes that come again. */
let settled: i64 = 0;
/** The rhythm of such spikes: 0 without any, -1 when there are several. */
let rhythm: i64 = 0;
let age: i64 = 0;

function startAge(from: i64): void {
  age = from;
  settled = 0;
  rhythm = 0;
}

function countAge(row: u32): void {
  if (row == 0) return;
  const amount = amountAt(row);
  settled = max(settled, amount.settled);
  for (let index: u32 = 0; index < amount.spikeCount; index++) {
    const spike = spikeAt(amount.spikes + index);
    settled = max(settled, spike.every > 0 ? spike.at : spike.at + spike.lasts);
    if (spike.every == 0) continue;
    rhythm = rhythm == 0 || rhythm == spike.every ? spike.every : -1;
  }
}

function countedAge(): i64 {
  if (age < settled || rhythm < 0) return age;
  return rhythm == 0 ? settled : settled + ((age - settled) % rhythm);
}

function addNode(row: u32): void {
  const agent = agentAt(row);
  const node = nodeAt(row);
  add((u64(node.flags) << 32) | u64(node.taints));
  add((u64(agent.conditions) << 32) | u64(agent.published));
  add((u64(agent.isDisconnected) << 32) | u64(agent.isUnknown | (agent.unknown << 1)));
  if (agent.isDisconnected == 0 && agent.heardFrom > now) add(u64(agent.heardFrom - now));
  add(u64(max<i64>(0, agent.busyUntil - now)));
  add(u64(systemAge(agent)));
  add(fingerprintOf(row));
  // Of equals the one that came to the node last is named first.
  addOrder(agent);
  // A threshold may have been met between two steps, and another phase would have seen it.
  if (agent.hasMoments != 0) addPhases(agent);
  // Before its first step nothing is known of its thresholds.
  if (agent.lastStep < 0) add(u64(agent.nextStep - now));
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
  startAge(now);
  countAge(agent.systemMemory);
  countAge(agent.systemDisk);
  countAge(agent.systemInodes);
  return countedAge();
}

/** Where the grids of steps and heartbeats stand. */
function addPhases(agent: Agent): void {
  add(u64(max<i64>(0, now - agent.lastStep) % EVICTION_INTERVAL));
  add(u64((now - agent.heartbeat) % HEARTBEAT_INTERVAL));
}

function addRhythm(row: u32): void {
  const agent = agentAt(row);
  // When a calm node looks again follows from the rest.
  if (agent.isCalm == 0) add(u64(agent.nextStep == NEVER ? -1 : agent.nextStep - now));
  addPhases(agent);
}

function addOwner(row: u32): void {
  const owner = ownerAt(row);
  add((u64(owner.replicas) << 32) | u64(owner.kind));
  if (owner.kind != OwnerKind.Job) return add(owner.misscheduled);
  add((u64(owner.failures) << 32) | u64(owner.recentFailures));
  add(owner.job);
  add(owner.status);
  add(u64(now % SECOND));
  addSince(owner.failedAt, JOB_BACKOFF_MAX + 1);
  if (owner.deadline != NEVER) add(u64(now - owner.startedAt));
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
    if (isRhythm(entry.kind) != areRhythms || !isDue(entry)) continue;
    // When a calm node looks again follows from the rest.
    const isCalm = entry.kind == Timer.EvictionStep && agentAt(entry.subject).isCalm != 0;
    if (!isCalm) sum += mixed(entry);
  }
  add(sum);
}

function isRhythm(kind: u32): bool {
  return kind == Timer.EvictionStep;
}

const TIMERS_MIN: u32 = 1024;
/** Entries beyond which those that count for nothing are taken out; twice what was left then. */
let limit: u32 = TIMERS_MIN;

export function forgetLimit(): void {
  limit = TIMERS_MIN;
}

/** Takes out what is due and of which nothing will come, when there is much of it. */
export function sortOutTimers(): void {
  if (timers.count < limit) return;
  let kept: u32 = 0;
  for (let index: u32 = 0; index < timers.count; index++) {
    if (isDue(entryAt(timers, index))) moveEntry(timers, kept++, index);
  }
  keepEntries(timers, kept);
  limit = max(TIMERS_MIN, 2 * kept);
}

/** Whether something will come of it. */
function isDue(entry: Entry): bool {
  if (isOfPod(entry.kind)) return lifeAt(entry.subject).version == entry.version;
  if (entry.kind == Timer.TaintEviction) {
    return lifeAt(entry.subject).taintVersion == entry.version;
  }
  if (entry.kind == Timer.EvictionStep) return agentAt(entry.subject).stepVersion == entry.version;
  if (entry.kind == Timer.NodeMemory) return agentAt(entry.subject).memoryVersion == entry.version;
  if (entry.kind == Timer.Heartbeat) return agentAt(entry.subject).beatVersion == entry.version;
  if (entry.kind != Timer.MissedHeartbeats) return true;
  return agentAt(entry.subject).lookVersion == entry.version;
}

export function isOfPod(kind: u32): bool {
  return (
    kind == Timer.PodEnds ||
    kind == Timer.PodGone ||
    kind == Timer.ContainerLimit ||
    kind == Timer.ContainerRestart ||
    kind == Timer.PodStarts ||
    kind == Timer.KubeletAdmits ||
    kind == Timer.Backoff
  );
}

function mixed(entry: Entry): u64 {
  const isPod = isOfPod(entry.kind) || entry.kind == Timer.TaintEviction;
  const subject = isPod ? lifeAt(entry.subject).rank : entry.subject;
  return mix((u64(entry.first - now) * SPREAD) ^ (u64(entry.kind) << 48) ^ u64(subject));
}
