import type { Decision, Signal, ThresholdArithmetic } from "../engine/decision.ts";
import { formatAmount, formatPair, formatSeconds } from "./amount.ts";

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

/** How often the limit fits into what is available: below 1 a threshold is met. */
export function headroomShare({ available, limit }: ObservedThreshold): number {
  return available / limit;
}

/** The threshold whose signal is nearest to it, or farthest below it; null without any. */
export function nearestThreshold({ thresholds = [] }: Decision): ObservedThreshold | null {
  let nearest: ObservedThreshold | null = null;
  for (const each of thresholds.filter(observed)) {
    if (each.limit <= 0) continue;
    if (nearest === null || headroomShare(each) < headroomShare(nearest)) nearest = each;
  }
  return nearest;
}

export function observedOf(decision: Decision, signal: Signal): readonly ObservedThreshold[] {
  return (decision.thresholds ?? []).filter(observed).filter((each) => each.signal === signal);
}

/**
 * What is available of a signal, empty when it was not observed: all digits when the rounded text
 * would equal a limit that it differs from.
 */
export function formatAvailable(signal: Signal, thresholds: readonly ObservedThreshold[]): string {
  const [first] = thresholds;
  if (first === undefined) return "";
  const texts = thresholds.map((each) => formatPair(signal, each.available, each.limit)[0]);
  const rounded = formatAmount(signal, first.available);
  return texts.find((text) => text !== rounded) ?? rounded;
}

/** The limit and the available amount, with enough digits to differ. */
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
