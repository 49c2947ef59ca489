/**
 * One step of a node's eviction manager, and when the next one matters: steps in which nothing can
 * happen are not taken. What uses grows in straight lines, so the first step that may meet a
 * threshold is known.
 */
import { Action } from "../../abi.ts";
import { hashWords } from "../../base/arithmetic/hash.ts";
import { Quantity, quantityValue } from "../../base/kubernetes/quantity.ts";
import { equalText } from "../../base/text.ts";
import { policy } from "../../eviction/model/policy.ts";
import { conditionObservedAt, firstObservedAt, state } from "../../eviction/model/state.ts";
import { evictionAt, step } from "../../eviction/model/step.ts";
import { inMask, thresholdAt } from "../../eviction/model/threshold.ts";
import { addEvictionMessage } from "../../eviction/report/message.ts";
import { resume, synchronize } from "../../eviction/stages/synchronize.ts";
import { limitOf } from "../../eviction/stages/thresholds.ts";
import {
  AFTER_RECLAIM,
  isObserved,
  OBSERVATION_TABLE_BYTES,
  OBSERVED,
  observationAt,
  RECORDED,
} from "../../node/model/observation.ts";
import { podAt as kubeletPodAt, LOCAL_STORAGE_LIMITS } from "../../node/model/pod.ts";
import { resourceOf } from "../../node/model/signal.ts";
import { NODE_CONDITION_COUNT, Resource } from "../../node/model/signalTable.ts";
import { tables } from "../../node/model/tables.ts";
import { podAt } from "../../objects/model/pod.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { QUANTITIES_OFFSET, STATE_WORDS_OFFSET } from "../memory.ts";
import { Kubelet, kubeletAt } from "../model/kubelet.ts";
import { lifecycleAt } from "../model/podLifecycle.ts";
import { beginSentence, endSentence } from "../model/sentence.ts";
import { CLEANUP_INTERVAL, EVICTION_INTERVAL, NEVER, SECOND, START } from "../model/time.ts";
import { addTimer, clock, Timer } from "../model/timers.ts";
import { hasFailed, keepState, readNode, usePolicy } from "./policy.ts";
import { isSteady, measure, NodeUse, secondsUntil, Use } from "./usage.ts";

const LIMIT = changetype<Quantity>(QUANTITIES_OFFSET);

/** Takes a step of the node; answers how many pods it evicts. */
export function takeStep(node: u32): u32 {
  const kubelet = kubeletAt(node);
  if (isWithoutEffect(kubelet, measure(node))) {
    kubelet.lastStep = clock.now;
    return 0;
  }
  if (!usePolicy(node) || !readNode(node)) return 0;
  let action = synchronize(START + clock.now, 0);
  if (action == Action.ReclaimNodeLevelResources) {
    // Nothing to reclaim is simulated: no image is unused, no container is dead.
    memory.copy(AFTER_RECLAIM, RECORDED, OBSERVATION_TABLE_BYTES);
    action = resume(true);
  }
  keepState(node);
  kubelet.lastStep = clock.now;
  kubelet.conditions = state.nodeConditions;
  noteLimits(kubelet);
  noteCalm(kubelet);
  return hasFailed() ? 0 : step.evictionCount;
}

/** The row of the pod that the step evicts, or NO_ROW. */
export function evictedPod(node: u32, index: u32): u32 {
  return residentOf(node, evictionAt(index).pod);
}

/** The row of a pod of the kubelet's own table, or NO_ROW. */
export function residentOf(node: u32, index: u32): u32 {
  const pod = kubeletPodAt(index);
  for (let link = kubeletAt(node).first; link != 0; link = lifecycleAt(link - 1).next) {
    const uid = podAt(link - 1).uid;
    if (equalText(textAt(uid), textSize(uid), pod.uid, pod.uidSize)) return link - 1;
  }
  return NO_ROW;
}

/** The kubelet's sentence about it, as JSON has it between quotes. */
export function evictionMessage(index: u32): u32 {
  beginSentence();
  addEvictionMessage(evictionAt(index), step.chosen);
  return endSentence();
}

/**
 * When the next step comes; NEVER when nothing can come of one until something changes. `end` is
 * when all pods that this one evicts have ended, 0 where it evicts none.
 */
export function planAfterStep(node: u32, end: i64): void {
  const kubelet = kubeletAt(node);
  if (end != 0) {
    // The pods end one after another; then the manager looks each second whether they are gone.
    kubelet.busyUntil = end;
    kubelet.fingerprint = 0;
    return schedule(node, kubelet.busyUntil + CLEANUP_INTERVAL);
  }
  const use = measure(node);
  noteWhetherMoments(kubelet, use);
  const steps = stepsUntilMet(kubelet, use);
  if (kubelet.isCalm != 0) return scheduleIn(node, min(steps, stepsUntilLetGo(kubelet)));
  const fingerprint = stateFingerprint();
  const isSame = fingerprint == kubelet.fingerprint;
  kubelet.fingerprint = fingerprint;
  scheduleIn(node, isSame && isSteady(use) ? steps : 1);
}

function scheduleIn(node: u32, steps: i64): void {
  schedule(node, steps == NEVER ? NEVER : clock.now + steps * EVICTION_INTERVAL);
}

/** Something changed on the node: the next step of its grid counts again. */
export function wakeStep(node: u32): void {
  const kubelet = kubeletAt(node);
  if (kubelet.lastStep < 0) return;
  if (kubelet.busyUntil > clock.now) return;
  const past = (clock.now - kubelet.lastStep) % EVICTION_INTERVAL;
  const next = clock.now + EVICTION_INTERVAL - past;
  kubelet.fingerprint = 0;
  if (next < kubelet.nextStep) schedule(node, next);
}

/**
 * Notes when the pods that were just measured may meet a threshold: from then on it
 * matters when the node's steps and heartbeats are.
 */
export function noteWhetherMoments(kubelet: Kubelet, use: NodeUse): void {
  const isOfMemory = use.memory.most > kubelet.capacityMemory - kubelet.memoryLimit;
  const isOfDisk = use.disk.most > kubelet.capacityDisk - kubelet.diskLimit;
  const areOfInodes = use.inodes.most > kubelet.capacityInodes - kubelet.inodesLimit;
  if (isOfMemory || isOfDisk || areOfInodes) kubelet.hasMoments = 1;
}

export function schedule(node: u32, time: i64): void {
  const kubelet = kubeletAt(node);
  kubelet.nextStep = time;
  kubelet.stepVersion++;
  if (time != NEVER) addTimer(time, Timer.EvictionStep, node, kubelet.stepVersion);
}

/** No threshold is met or was, and no condition is held. */
export function isAtEase(): bool {
  return step.unresolved == 0 && state.thresholdsMet == 0 && state.nodeConditions == 0;
}

/** Nothing is met, nothing was, and no condition ends: the state stays as it is. */
function isWithoutEffect(kubelet: Kubelet, use: NodeUse): bool {
  if (kubelet.isCalm == 0 || kubelet.lastStep < 0 || clock.now >= kubelet.heldUntil) return false;
  return (
    memoryRoom(kubelet, use) >= 0 && diskRoom(kubelet, use) >= 0 && inodesRoom(kubelet, use) >= 0
  );
}

function memoryRoom(kubelet: Kubelet, use: NodeUse): i64 {
  return max<i64>(0, kubelet.capacityMemory - use.memory.used) - kubelet.memoryLimit;
}

function diskRoom(kubelet: Kubelet, use: NodeUse): i64 {
  return max<i64>(0, kubelet.capacityDisk - use.disk.used) - kubelet.diskLimit;
}

function inodesRoom(kubelet: Kubelet, use: NodeUse): i64 {
  return max<i64>(0, kubelet.capacityInodes - use.inodes.used) - kubelet.inodesLimit;
}

/** The highest limits of the thresholds, for what a scenario lets grow. */
function noteLimits(kubelet: Kubelet): void {
  kubelet.memoryLimit = -1;
  kubelet.diskLimit = -1;
  kubelet.inodesLimit = -1;
  for (let index = 0; index < i32(policy.thresholdCount); index++) {
    const signal = i32(thresholdAt(index).signal);
    if (!isObserved(OBSERVED, signal)) continue;
    const resource = resourceOf(signal);
    limitOf(LIMIT, thresholdAt(index), observationAt(OBSERVED, signal).capacity);
    const limit = quantityValue(LIMIT);
    if (resource == Resource.Memory) kubelet.memoryLimit = max(kubelet.memoryLimit, limit);
    if (resource == Resource.EphemeralStorage) kubelet.diskLimit = max(kubelet.diskLimit, limit);
    if (resource == Resource.Inodes) kubelet.inodesLimit = max(kubelet.inodesLimit, limit);
  }
}

function noteCalm(kubelet: Kubelet): void {
  const isCalm = step.unresolved == 0 && state.thresholdsMet == 0 && step.evictionCount == 0;
  kubelet.isCalm = u32(isCalm && !hasStorageLimits());
  kubelet.heldUntil = NEVER;
  for (let condition = 0; condition < NODE_CONDITION_COUNT; condition++) {
    if ((state.nodeConditions & (1 << condition)) == 0) continue;
    const end = conditionObservedAt(condition) + policy.pressureTransitionPeriodNanos - START;
    kubelet.heldUntil = min(kubelet.heldUntil, end);
  }
}

/** Pods with limits of local storage are looked at in every step. */
function hasStorageLimits(): bool {
  for (let pod: u32 = 0; pod < tables.podCount; pod++) {
    if ((kubeletPodAt(pod).flags & LOCAL_STORAGE_LIMITS) != 0) return true;
  }
  return false;
}

/** In steps of the manager: until the first condition that is held ends. */
function stepsUntilLetGo(kubelet: Kubelet): i64 {
  if (kubelet.heldUntil == NEVER) return NEVER;
  return max<i64>(1, (kubelet.heldUntil - clock.now + EVICTION_INTERVAL - 1) / EVICTION_INTERVAL);
}

/** In steps of the manager: until a threshold may be met; NEVER when none may. */
function stepsUntilMet(kubelet: Kubelet, use: NodeUse): i64 {
  const ofDisk = stepsUntil(diskRoom(kubelet, use), use.disk);
  const ofInodes = stepsUntil(inodesRoom(kubelet, use), use.inodes);
  return min(stepsUntil(memoryRoom(kubelet, use), use.memory), min(ofDisk, ofInodes));
}

function stepsUntil(room: i64, use: Use): i64 {
  const left = room - use.rise;
  if (use.growth == 0 && (use.rise == 0 || left >= 0)) return NEVER;
  if (left < 0) return 1;
  return max<i64>(1, secondsUntil(left, use.growth) / (EVICTION_INTERVAL / SECOND));
}

/** What a step leaves behind, apart from the time: equal ones lead to equal steps. */
function stateFingerprint(): u64 {
  store<u64>(WORDS, state.thresholdsMet);
  store<u64>(WORDS, state.thresholdsObserved, 8);
  store<u64>(WORDS, (u64(state.nodeConditions) << 32) | u64(state.conditionsObserved), 16);
  let at = WORDS + 24;
  for (let condition = 0; condition < NODE_CONDITION_COUNT; condition++) {
    const isSet = (state.conditionsObserved & (1 << condition)) != 0;
    const period = policy.pressureTransitionPeriodNanos;
    store<i64>(at, isSet ? capped(conditionObservedAt(condition), period) : -1);
    at += 8;
  }
  for (let index = 0; index < i32(policy.thresholdCount); index++) {
    const isSet = inMask(state.thresholdsObserved, index);
    const grace = thresholdAt(index).gracePeriodNanos;
    store<i64>(at, isSet ? capped(firstObservedAt(index), grace) : -1);
    at += 8;
  }
  return hashWords(WORDS, i32(at - WORDS)) | 1;
}

/** How long ago; beyond `limit` it does not matter. */
function capped(since: i64, limit: i64): i64 {
  return min(START + clock.now - since, limit + 1);
}

const WORDS: usize = STATE_WORDS_OFFSET;

/** The fingerprint of a node's state for a state of the whole cluster, relative to now. */
export function fingerprintOf(node: u32): u64 {
  const kubelet = kubeletAt(node);
  // Without a condition the state of a calm node has nothing that counts.
  if (kubelet.lastStep < 0 || (kubelet.isCalm != 0 && kubelet.heldUntil == NEVER)) return 0;
  if (!usePolicy(node)) return 0;
  return stateFingerprint();
}
