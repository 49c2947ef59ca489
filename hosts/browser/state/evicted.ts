import type { PodName } from "../../../analysis/engine/decision.ts";
import type { StepEvent } from "../session/protocol.ts";

/** The pods that events evict, by uid. */
export function evictedUids(events: readonly StepEvent[]): ReadonlySet<string> {
  return new Set(events.flatMap(({ evicted }) => evicted.map(({ uid }) => uid)));
}

/** The same pods with their names, each once. */
export function evictedPods(events: readonly StepEvent[]): readonly PodName[] {
  const all = events.flatMap(({ evicted }) => evicted);
  return [...new Map(all.map((pod) => [pod.uid, pod])).values()];
}

/** Steps that evict. */
export function evictedSteps(events: readonly StepEvent[]): number {
  return events.filter(({ evicted }) => evicted.length > 0).length;
}
