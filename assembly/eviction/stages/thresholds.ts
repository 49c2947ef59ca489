/** Which thresholds are met, and how far they are from it. Spec 3.3, 3.4, 3.7. */

import { percentageOf } from "../../base/kubernetes/percentage.ts";
import {
  addQuantity,
  compareQuantity,
  copyQuantity,
  Quantity,
  QuantityFormat,
  setQuantityInteger,
} from "../../base/kubernetes/quantity.ts";
import {
  isObserved,
  Observation,
  ObservationFlag,
  observationAt,
} from "../../node/model/observation.ts";
import { isMemorySignal } from "../../node/model/signal.ts";
import { policy } from "../model/policy.ts";
import { lastStatsTime, state } from "../model/state.ts";
import {
  bit,
  inMask,
  isHard,
  Threshold,
  ThresholdFlag,
  thresholdAt,
  ValueKind,
} from "../model/threshold.ts";

const limit: Quantity = changetype<Quantity>(memory.data(64, 16));
const reclaim: Quantity = changetype<Quantity>(memory.data(64, 16));
const amount: Quantity = changetype<Quantity>(memory.data(64, 16));

/** The threshold's value at a capacity: absolute, or the kubelet's percentage of it. */
export function limitOf(target: Quantity, threshold: Threshold, capacity: i64): void {
  if (threshold.valueKind == ValueKind.Quantity) copyQuantity(target, threshold.value);
  else setPercentage(target, threshold.percentageBits, capacity);
}

export function minReclaimOf(target: Quantity, threshold: Threshold, capacity: i64): void {
  if (threshold.minReclaimKind == ValueKind.Quantity) copyQuantity(target, threshold.minReclaim);
  else setPercentage(target, threshold.minReclaimBits, capacity);
}

/** Always formatted as binary, inodes and pids too. Spec 2.4. */
function setPercentage(target: Quantity, bits: u32, capacity: i64): void {
  setQuantityInteger(target, percentageOf(bits, capacity), u8(QuantityFormat.BinarySI));
}

/** limit > available, strictly. A percentage without minimum reclaim stays in 64 bits. */
function isMet(threshold: Threshold, observation: Observation, enforceMinReclaim: bool): bool {
  if ((threshold.flags & ThresholdFlag.Blank) != 0) return false;
  const withReclaim = enforceMinReclaim && threshold.minReclaimKind != ValueKind.None;
  if (threshold.valueKind == ValueKind.Percentage && !withReclaim) {
    return percentageOf(threshold.percentageBits, observation.capacity) > observation.available;
  }
  limitOf(limit, threshold, observation.capacity);
  if (withReclaim) {
    minReclaimOf(reclaim, threshold, observation.capacity);
    addQuantity(limit, reclaim);
  }
  setQuantityInteger(amount, observation.available, u8(QuantityFormat.BinarySI));
  return compareQuantity(limit, amount) > 0;
}

/** Those of `candidates` that the observations in `table` meet. One without observation is not. */
export function thresholdsMet(candidates: u64, table: usize, enforceMinReclaim: bool): u64 {
  let met: u64 = 0;
  let rest = candidates;
  while (rest != 0) {
    const index = i32(ctz(rest));
    rest &= rest - 1;
    const threshold = thresholdAt(index);
    const signal = i32(threshold.signal);
    if (!isObserved(table, signal)) continue;
    if (isMet(threshold, observationAt(table, signal), enforceMinReclaim)) met |= bit(index);
  }
  return met;
}

/** Adds to `met` the unresolved thresholds that no met one equals. */
export function mergeThresholds(met: u64, unresolved: u64): u64 {
  let merged = met;
  let rest = unresolved & ~met;
  while (rest != 0) {
    const index = i32(ctz(rest));
    rest &= rest - 1;
    if (!hasEqual(merged, index)) merged |= bit(index);
  }
  return merged;
}

function hasEqual(mask: u64, index: i32): bool {
  for (let other = 0; other < i32(policy.thresholdCount); other++) {
    if (inMask(mask, other) && areEqual(thresholdAt(other), thresholdAt(index))) return true;
  }
  return false;
}

/** Equality ignores minimum reclaim. */
function areEqual(a: Threshold, b: Threshold): bool {
  if (a.signal != b.signal || a.gracePeriodNanos != b.gracePeriodNanos) return false;
  if (a.valueKind != b.valueKind) return false;
  if (a.valueKind == ValueKind.Quantity) return compareQuantity(a.value, b.value) == 0;
  return a.percentageBits == b.percentageBits;
}

/** Those whose stats are newer than at the last step. Spec 3.7. */
export function thresholdsUpdatedStats(thresholds: u64, table: usize): u64 {
  let updated: u64 = 0;
  let rest = thresholds;
  while (rest != 0) {
    const index = i32(ctz(rest));
    rest &= rest - 1;
    if (isUpdated(i32(thresholdAt(index).signal), table)) updated |= bit(index);
  }
  return updated;
}

function isUpdated(signal: i32, table: usize): bool {
  if (!isObserved(table, signal)) return false;
  const mask = u32(1) << u32(signal);
  if ((state.signalsObserved & mask) == 0) return true;
  const observation = observationAt(table, signal);
  if ((observation.flags & ObservationFlag.TimeSet) == 0) return true;
  // Any time is after Go's zero time, which means "no time".
  if ((state.signalsTimed & mask) == 0) return true;
  return observation.time > lastStatsTime(signal);
}

/** Canonical order: memory first, hard before soft, then the signal table. */
export function precedes(a: i32, b: i32): bool {
  const left = thresholdAt(a);
  const right = thresholdAt(b);
  const leftMemory = isMemorySignal(i32(left.signal));
  if (leftMemory != isMemorySignal(i32(right.signal))) return leftMemory;
  if (isHard(left) != isHard(right)) return isHard(left);
  if (left.signal != right.signal) return left.signal < right.signal;
  return a < b;
}

/** The first of a set in canonical order, or -1. */
export function firstThreshold(mask: u64): i32 {
  let first = -1;
  let rest = mask;
  while (rest != 0) {
    const index = i32(ctz(rest));
    rest &= rest - 1;
    if (first < 0 || precedes(index, first)) first = index;
  }
  return first;
}
