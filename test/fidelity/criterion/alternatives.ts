/** The kubelet's set of outcomes against ours: the decision and the alternatives it lists. */
import type { Alternative, Decision } from "../../../analysis/engine/decision.ts";
import { canonical } from "../../vectors/comparison.ts";
import type { Outcome } from "../scenario.ts";
import { eventOf } from "./outcome.ts";

/** Of more tied pods than these, so many runs may never draw one. */
const TIED_PODS_MAX = 4;

/** Whether an outcome of the kubelet is among those that the alternatives describe. */
export function isListed(outcome: Outcome, decision: Decision): boolean {
  return decision.alternatives.some((alternative) => describes(alternative, outcome, decision));
}

/** What the alternatives list and the kubelet never did, although it was asked often. */
export function neverTaken(decision: Decision, outcomes: readonly Outcome[]): unknown[] {
  return decision.alternatives.flatMap((alternative): unknown[] => {
    const taken = outcomes.filter((outcome) => describes(alternative, outcome, decision));
    if (taken.length === 0) return [alternative];
    if (mayEvictNone(alternative, decision) || alternative.pods.length > TIED_PODS_MAX) return [];
    const evicted = new Set(taken.map(({ evictions }) => evictions[0]?.uid));
    return alternative.pods.filter(({ uid }) => !evicted.has(uid));
  });
}

function describes(alternative: Alternative, outcome: Outcome, decision: Decision): boolean {
  if (eventOf(alternative.signal) !== outcome.event) return false;
  if (alternative.reclaim.join() !== outcome.reclaim.join()) return false;
  const [eviction] = outcome.evictions;
  if (eviction === undefined) return mayEvictNone(alternative, decision);
  const pod = alternative.pods.find(({ uid }) => uid === eviction.uid);
  return (
    pod !== undefined &&
    pod.gracePeriodSeconds === eviction.gracePeriodOverride &&
    pod.message === eviction.message &&
    canonical(pod.annotations ?? {}) === canonical(eviction.annotations)
  );
}

/**
 * A decision that reclaimed nothing itself has no Summary after reclaim, so of an alternative that
 * reclaims it cannot say whether that would be enough.
 */
function mayEvictNone({ pods, reclaim }: Alternative, { reclaimSufficient }: Decision): boolean {
  return pods.length === 0 || (reclaim.length > 0 && reclaimSufficient === undefined);
}
