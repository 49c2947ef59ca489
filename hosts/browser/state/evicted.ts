import type { StepEvent } from "../session/protocol.ts";

/** The pods that events evict, by uid. */
export function evictedUids(events: readonly StepEvent[]): ReadonlySet<string> {
  return new Set(events.flatMap(({ evicted }) => evicted.map(({ uid }) => uid)));
}

/** Steps that evict. */
export function evictedSteps(events: readonly StepEvent[]): number {
  return events.filter(({ evicted }) => evicted.length > 0).length;
}
