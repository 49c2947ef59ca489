import type { PodName } from "../../../analysis/engine/decision.ts";
import type { FrozenEviction } from "../../../analysis/questions/replay/frozen/frozenCapture.ts";
import type { StepEvent } from "../session/protocol.ts";
import type { Store } from "./store.ts";

/** Evictions that the capture records, of pods that the run on show never evicts. */
export function recordedOnly({ capture, decided, isChanged }: Store): readonly FrozenEviction[] {
  // What a changed policy does not do is not to be explained.
  if (isChanged.value || decided.value === null) return [];
  const evicted = evictedUids(decided.value.timeline.events);
  return (capture.value?.evictions ?? []).filter(({ pod }) => !evicted.has(pod.uid));
}

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
