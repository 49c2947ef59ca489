/**
 * The nearest change that would have spared the pod that a step evicts: a request, a priority, a
 * threshold. Later in the ranking with every raise, so a bisection finds the smallest one; each
 * answer is then verified by taking the step again.
 */

import { THRESHOLDS_MAX } from "../../abi.ts";
import {
  copyQuantity,
  Quantity,
  QuantityFormat,
  quantityValue,
  setQuantityInteger,
} from "../../base/kubernetes/quantity.ts";
import { isObserved, OBSERVED, observationAt } from "../../node/model/observation.ts";
import { Pod, PodFlag, podAt } from "../../node/model/pod.ts";
import { resourceOf } from "../../node/model/signal.ts";
import { Resource } from "../../node/model/signalTable.ts";
import { podHasStats } from "../../node/model/stats.ts";
import { THRESHOLD_SIZE, THRESHOLDS_OFFSET } from "../memory.ts";
import { policy } from "../model/policy.ts";
import { step } from "../model/step.ts";
import { Threshold, ThresholdOrigin, thresholdAt, ValueKind } from "../model/threshold.ts";
import { firstToEvict } from "./rank.ts";
import { minReclaimOf } from "./thresholds.ts";
import { trialEvicted, tryStep } from "./trial.ts";

/** The highest priority that does not make a pod critical, and the one that does. */
const ORDINARY_PRIORITY_MAX: i64 = 1999999999;
const CRITICAL_PRIORITY: i64 = 2000000000;
/** Beyond any node: 4 EiB. */
const REQUEST_MAX: i64 = 1 << 62;

const saved: Quantity = changetype<Quantity>(memory.data(64, 16));
const reclaim: Quantity = changetype<Quantity>(memory.data(64, 16));
const savedThresholds: usize = memory.data(8192, 16);

/** Where the value was and where it has to go; `verified` after the step was taken again. */
export let spareFrom: i64 = 0;
export let spareTo: i64 = 0;
export let spareVerified: bool = false;

function signalChosen(): i32 {
  return i32(thresholdAt(step.chosen).signal);
}

/** The request that the chosen signal's ranking subtracts, or null where it subtracts none. */
export function subtractedRequest(pod: Pod): Quantity | null {
  const resource = resourceOf(signalChosen());
  if (resource == Resource.Pids) return null;
  return resource == Resource.Memory ? pod.memoryRequest : pod.ephemeralStorageRequest;
}

function isSparedByRequest(index: u32, request: Quantity, bytes: i64): bool {
  setQuantityInteger(request, bytes, u8(QuantityFormat.BinarySI));
  return firstToEvict(signalChosen()) != i32(index);
}

/** Answers whether some request spares the pod. */
export function findSparingRequest(index: u32): bool {
  const request = subtractedRequest(podAt(index));
  if (request == null || !podHasStats(index)) return false;
  copyQuantity(saved, request);
  spareFrom = quantityValue(request);
  let low = spareFrom;
  let high = REQUEST_MAX;
  const found = isSparedByRequest(index, request, high);
  while (found && high - low > 1) {
    const middle = low + (high - low) / 2;
    if (isSparedByRequest(index, request, middle)) high = middle;
    else low = middle;
  }
  if (found) {
    spareTo = high;
    setQuantityInteger(request, high, u8(QuantityFormat.BinarySI));
    verify(index);
  }
  copyQuantity(request, saved);
  return found;
}

function verify(index: u32): void {
  tryStep();
  spareVerified = trialEvicted != i32(index);
}

function isSparedByPriority(index: u32, pod: Pod, priority: i64): bool {
  pod.priority = i32(priority);
  return firstToEvict(signalChosen()) != i32(index);
}

/** The lowest priority that spares the pod; at worst the one that makes it critical. */
export function findSparingPriority(index: u32): void {
  const pod = podAt(index);
  const priority = pod.priority;
  const flags = pod.flags;
  spareFrom = i64(priority);
  let low = spareFrom;
  let high = ORDINARY_PRIORITY_MAX;
  if (isSparedByPriority(index, pod, high)) {
    while (high - low > 1) {
      const middle = low + (high - low) / 2;
      if (isSparedByPriority(index, pod, middle)) high = middle;
      else low = middle;
    }
  } else {
    high = CRITICAL_PRIORITY;
    pod.flags |= PodFlag.Critical;
  }
  spareTo = high;
  pod.priority = i32(high);
  verify(index);
  pod.priority = priority;
  pod.flags = flags;
}

/** The highest value of the chosen threshold at which it is not met. */
export function findSparingThreshold(index: u32): bool {
  const chosen = thresholdAt(step.chosen);
  const signal = i32(chosen.signal);
  let bytes = i64.MAX_VALUE;
  for (let other = 0; other < i32(policy.thresholdCount); other++) {
    const threshold = thresholdAt(other);
    if (followsChosen(threshold, chosen)) bytes = min(bytes, highestUnmet(threshold));
  }
  if (bytes <= 0) return false;
  const tableBytes = THRESHOLD_SIZE * usize(THRESHOLDS_MAX);
  memory.copy(savedThresholds, THRESHOLDS_OFFSET, tableBytes);
  for (let other = 0; other < i32(policy.thresholdCount); other++) {
    const threshold = thresholdAt(other);
    if (!followsChosen(threshold, chosen)) continue;
    threshold.valueKind = u8(ValueKind.Quantity);
    setQuantityInteger(threshold.value, bytes, u8(QuantityFormat.BinarySI));
  }
  spareFrom = observationAt(OBSERVED, signal).available;
  spareTo = bytes;
  const count = policy.thresholdCount;
  verify(index);
  policy.thresholdCount = count;
  memory.copy(THRESHOLDS_OFFSET, savedThresholds, tableBytes);
  return true;
}

/** The chosen threshold itself, and the ones that copy the setting it comes from. */
function followsChosen(threshold: Threshold, chosen: Threshold): bool {
  if (changetype<usize>(threshold) == changetype<usize>(chosen)) return true;
  if (threshold.gracePeriodNanos != chosen.gracePeriodNanos) return false;
  const sameText = threshold.text == chosen.text && threshold.textSize == chosen.textSize;
  const copies =
    threshold.origin == ThresholdOrigin.EnforceNodeAllocatable ||
    threshold.origin == ThresholdOrigin.ContainerFs ||
    chosen.origin == ThresholdOrigin.EnforceNodeAllocatable ||
    chosen.origin == ThresholdOrigin.ContainerFs;
  return copies && sameText;
}

/** available less minimum reclaim: with it a threshold already crossed is resolved, too. */
function highestUnmet(threshold: Threshold): i64 {
  const signal = i32(threshold.signal);
  if (!isObserved(OBSERVED, signal)) return i64.MAX_VALUE;
  const observation = observationAt(OBSERVED, signal);
  if (threshold.minReclaimKind == ValueKind.None) return observation.available;
  minReclaimOf(reclaim, threshold, observation.capacity);
  return observation.available - quantityValue(reclaim);
}
