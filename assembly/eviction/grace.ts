/** When thresholds were first observed, and whose grace period has passed. Spec 3.5. */
import { firstObservedAt, setFirstObservedAt, state } from "../model/state.ts";
import { bit, inMask, thresholdAt } from "../model/threshold.ts";

/** Starts the clock of thresholds that are new in `thresholds`, stops it for all others. */
export function observeThresholds(thresholds: u64, now: i64): void {
  let fresh = thresholds & ~state.thresholdsObserved;
  while (fresh != 0) {
    const index = i32(ctz(fresh));
    fresh &= fresh - 1;
    setFirstObservedAt(index, now);
  }
  state.thresholdsObserved = thresholds;
}

/** Those observed for at least their grace period. */
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
