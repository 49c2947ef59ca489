import type {
  Decision,
  NodeCondition,
  Signal,
  ThresholdArithmetic,
} from "../../shared/decision.ts";

const TWIN: Signal = "allocatableMemory.available";

/** What two steps have in common when nothing new happened between them, as one text. */
export function outcomeOf(decision: Decision): string {
  return JSON.stringify([
    decision.action,
    decision.signal ?? null,
    decision.hard ?? null,
    decision.nodeConditions,
    decision.reclaim,
    decision.reclaimSufficient ?? null,
    decision.evictions.map((eviction) => eviction.uid),
    underPressure(decision).map((each) => [each.signal, each.hard, each.met]),
    (decision.thresholds ?? []).filter((each) => each.gracePeriodSatisfied).length,
  ]);
}

/** Nothing is met, nothing is done; conditions may still be held. */
export function isQuiet(decision: Decision): boolean {
  return decision.action === "None" && underPressure(decision).length === 0;
}

/** Thresholds that are met, or crossed earlier and not resolved yet. */
export function underPressure(decision: Decision): ThresholdArithmetic[] {
  return (decision.thresholds ?? []).filter((each) => each.met || each.unresolved);
}

/** Conditions of `after` that `before` did not have. */
export function begun(before: Decision | null, after: Decision): NodeCondition[] {
  return after.nodeConditions.filter((each) => !(before?.nodeConditions.includes(each) ?? false));
}

/** Conditions of `before` that `after` has no more. */
export function ended(before: Decision | null, after: Decision): NodeCondition[] {
  return (before?.nodeConditions ?? []).filter((each) => !after.nodeConditions.includes(each));
}

/**
 * The signals a step is about, each once: the chosen one, then those under pressure now, then those
 * that were under pressure in the step before.
 */
export function signalsOf(before: Decision | null, after: Decision): Signal[] {
  const signals = [
    ...(after.signal === undefined ? [] : [after.signal]),
    ...underPressure(after).map((each) => each.signal),
    ...(before === null ? [] : underPressure(before).map((each) => each.signal)),
  ];
  // Where the two memory signals go together, as on most nodes, one of them tells it.
  const memory = signals.includes("memory.available") && after.signal !== TWIN;
  return [...new Set(signals)].filter((signal) => !(memory && signal === TWIN));
}
