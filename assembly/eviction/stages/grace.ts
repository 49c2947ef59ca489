/** When thresholds were first observed, and which have passed their grace period. Spec 3.5. */
import { firstObservedAt, setFirstObservedAt, state } from "../model/state.ts";
import { bit, inMask, Threshold, thresholdAt, ValueKind } from "../model/threshold.ts";

/** Starts the clock of thresholds that are new in `thresholds`, stops it for all others. */
export function observeThresholds(thresholds: u64, now: i64): void {
  const before = state.thresholdsObserved;
  let fresh = thresholds & ~before;
  while (fresh != 0) {
    const index = i32(ctz(fresh));
    fresh &= fresh - 1;
    const same = sameClock(before, index);
    setFirstObservedAt(index, same < 0 ? now : firstObservedAt(same));
  }
  state.thresholdsObserved = thresholds;
}

/**
 * The kubelet's clocks go by a threshold's fields, of which quantities and minimum reclaims are
 * pointers. So only percentages without minimum reclaim can share one: a mirrored containerfs
 * threshold takes over the clock of an equal one that its author wrote.
 */
function sameClock(observed: u64, index: i32): i32 {
  const threshold = thresholdAt(index);
  let rest = observed;
  while (rest != 0) {
    const other = i32(ctz(rest));
    rest &= rest - 1;
    if (haveSameFields(thresholdAt(other), threshold)) return other;
  }
  return -1;
}

function haveSameFields(a: Threshold, b: Threshold): bool {
  if (a.valueKind != ValueKind.Percentage || b.valueKind != ValueKind.Percentage) return false;
  if (a.minReclaimKind != ValueKind.None || b.minReclaimKind != ValueKind.None) return false;
  if (a.signal != b.signal || a.gracePeriodNanos != b.gracePeriodNanos) return false;
  return a.percentageBits == b.percentageBits;
}

/** The thresholds observed for at least their grace period, a bit each. */
export function gracePeriodSatisfied(now: i64): u64 {
  let satisfied: u64 = 0;
  let rest = state.thresholdsObserved;
  while (rest != 0) {
    const index = i32(ctz(rest));
    rest &= rest - 1;
    const elapsed = elapsedNanos(now, firstObservedAt(index));
    if (elapsed >= thresholdAt(index).gracePeriodNanos) satisfied |= bit(index);
  }
  return satisfied;
}

/** now - since, saturating as Go's durations do. */
export function elapsedNanos(now: i64, since: i64): i64 {
  const elapsed = now - since;
  if (now >= since) return elapsed < 0 ? i64.MAX_VALUE : elapsed;
  return elapsed > 0 ? i64.MIN_VALUE : elapsed;
}

export function isObservedThreshold(index: i32): bool {
  return inMask(state.thresholdsObserved, index);
}
