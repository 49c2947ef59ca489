import type { Decision, NodeCondition, Signal, ThresholdArithmetic } from "../engine/decision.ts";

/** The conditions of a node, in the kubelet's order. */
export const NODE_CONDITIONS: readonly NodeCondition[] = [
  "MemoryPressure",
  "DiskPressure",
  "PIDPressure",
];

const TWIN: Signal = "allocatableMemory.available";

/** Whether a step says something that the step before it did not. */
export function isNews(before: Decision | null, after: Decision): boolean {
  if (before === null) return true;
  const acts = actOf(after);
  return pressureOf(before) !== pressureOf(after) || (acts !== null && acts !== actOf(before));
}

/** The action of a step as one text; null if it has none. */
export function actOf(decision: Decision): string | null {
  const { signal, hard, reclaim, reclaimSufficient, evictions } = decision;
  if (evictions.length + reclaim.length === 0 && !findsNobody(decision)) return null;
  const uids = evictions.map((eviction) => eviction.uid);
  return JSON.stringify([signal, hard, reclaim, reclaimSufficient, uids]);
}

function pressureOf(decision: Decision): string {
  const under = underPressure(decision).map(({ signal, hard, met, gracePeriodSatisfied }) => [
    signal,
    hard,
    met,
    gracePeriodSatisfied,
  ]);
  return JSON.stringify([decision.nodeConditions, under]);
}

/** Nothing is met, nothing is done; conditions may still be held. */
export function isQuiet(decision: Decision): boolean {
  return decision.action === "None" && underPressure(decision).length === 0;
}

/** A threshold was chosen, reclaim did not suffice, and no pod can be evicted. */
export function findsNobody(decision: Decision): boolean {
  const chosen = decision.signal !== undefined;
  return chosen && decision.evictions.length === 0 && decision.reclaimSufficient !== true;
}

/** Pods were evicted for limits of their own alone: no threshold and no ranking chose them. */
export function isForLimits({ evictions, signal }: Decision): boolean {
  const isLimit = ({ cause }: Decision["evictions"][number]) => cause !== undefined;
  return signal === undefined && evictions.length > 0 && evictions.every(isLimit);
}

/** Thresholds that are met, or crossed earlier and not resolved yet. */
export function underPressure(decision: Decision): ThresholdArithmetic[] {
  return (decision.thresholds ?? []).filter((each) => each.met || each.unresolved);
}

/** Conditions of `after` that `before` did not have. */
export function begun(before: Decision | null, after: Decision): NodeCondition[] {
  return after.nodeConditions.filter((each) => !(before?.nodeConditions.includes(each) ?? false));
}

/** Conditions of `before` that `after` no longer has. */
export function ended(before: Decision | null, after: Decision): NodeCondition[] {
  return (before?.nodeConditions ?? []).filter((each) => !after.nodeConditions.includes(each));
}

/**
 * The signals a step is about, each once: the chosen one, then those under pressure now, then those
 * that were under pressure in the step before. Signals that say what another one says are left out.
 */
export function signalsOf(before: Decision | null, after: Decision): Signal[] {
  const pressed = [...underPressure(after), ...(before === null ? [] : underPressure(before))];
  const signals = new Set([
    ...(after.signal === undefined ? [] : [after.signal]),
    ...pressed.filter(({ origin }) => origin !== "containerfs").map(({ signal }) => signal),
  ]);
  // Where the two memory signals go together, as on most nodes, one of them is enough.
  if (signals.has("memory.available") && after.signal !== TWIN) signals.delete(TWIN);
  return [...signals];
}
