/** Node conditions: observed, remembered, published. Spec 3.6. */

import { nodeConditionOf } from "../../node/model/signal.ts";
import { NODE_CONDITION_COUNT } from "../../node/model/signalTable.ts";
import { policy } from "../model/policy.ts";
import { conditionObservedAt, setConditionObservedAt, state } from "../model/state.ts";
import { thresholdAt } from "../model/threshold.ts";
import { elapsedNanos } from "./grace.ts";

/** The conditions of a set of thresholds, a bit each. */
export function nodeConditions(thresholds: u64): u32 {
  let conditions: u32 = 0;
  let rest = thresholds;
  while (rest != 0) {
    const index = i32(ctz(rest));
    rest &= rest - 1;
    conditions |= 1 << u32(nodeConditionOf(i32(thresholdAt(index).signal)));
  }
  return conditions;
}

/** Notes when each condition was last observed; older notes stay. */
export function observeConditions(conditions: u32, now: i64): void {
  for (let condition = 0; condition < NODE_CONDITION_COUNT; condition++) {
    if ((conditions & (1 << u32(condition))) != 0) setConditionObservedAt(condition, now);
  }
  state.conditionsObserved |= conditions;
}

/** Conditions observed within the transition period, strictly: at the period exactly it is off. */
export function conditionsObservedSince(now: i64): u32 {
  let published: u32 = 0;
  for (let condition = 0; condition < NODE_CONDITION_COUNT; condition++) {
    const mask = u32(1) << u32(condition);
    if ((state.conditionsObserved & mask) == 0) continue;
    const elapsed = elapsedNanos(now, conditionObservedAt(condition));
    if (elapsed < policy.pressureTransitionPeriodNanos) published |= mask;
  }
  return published;
}
