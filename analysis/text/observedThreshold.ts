import type { ThresholdArithmetic } from "../engine/decision.ts";
import { formatPair, formatSeconds } from "./amount.ts";

/** A threshold with an observation. */
export type ObservedThreshold = ThresholdArithmetic & {
  readonly limit: number;
  readonly available: number;
  readonly capacity: number;
};

export function observed(threshold: ThresholdArithmetic): threshold is ObservedThreshold {
  return (
    threshold.limit !== undefined &&
    threshold.available !== undefined &&
    threshold.capacity !== undefined
  );
}

/** Limit and what is available, in as many digits as it takes to tell them apart. */
export function limitAndAvailable({ signal, limit, available }: ObservedThreshold) {
  return formatPair(signal, limit, available);
}

/** `met, grace 20s left`: the state of a threshold in a few words. */
export function thresholdState(threshold: ThresholdArithmetic): string {
  if (!observed(threshold)) return "no observation";
  const left = threshold.graceRemainingSeconds ?? 0;
  const states = [
    threshold.met ? "met" : threshold.unresolved ? "not resolved yet" : "not met",
    left > 0 ? `grace ${formatSeconds(left)} left` : null,
    (threshold.met || threshold.unresolved) && !threshold.updatedStats ? "no newer stats" : null,
  ];
  return states.filter((state) => state !== null).join(", ");
}
