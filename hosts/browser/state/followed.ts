import type { PodName } from "../../../analysis/engine/decision.ts";

/** An eviction at a step, by the policy or as recorded. */
export interface StepEviction {
  readonly step: number;
  readonly pod: PodName;
}

/**
 * Where the eviction of a pod is after a change: its own, wherever that is now. If the pod is
 * spared, the nearest of another; the step stays if no pod is evicted.
 */
export function followedStep(
  step: number,
  { uid }: PodName,
  evictions: readonly StepEviction[],
): number {
  const own = evictions.filter(({ pod }) => pod.uid === uid);
  const [first, ...others] = own.length > 0 ? own : evictions;
  if (first === undefined) return step;
  const distance = (each: StepEviction) => Math.abs(each.step - step);
  return others.reduce((a, b) => (distance(b) < distance(a) ? b : a), first).step;
}
