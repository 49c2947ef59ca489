/** What a chart of a capture over time says in words. */
import type { Signal } from "../../engine/decision.ts";
import { formatAmount, formatSeconds } from "../../text/amount.ts";

/** A signal over time, not a number where it was not observed. */
export interface ChartedSignal {
  readonly signal: Signal;
  readonly available: Float64Array;
  readonly thresholds: readonly {
    readonly hard: boolean;
    readonly value: string;
    readonly minReclaim: Float64Array;
  }[];
}

export const NOT_OBSERVED = "not observed";
export const AS_RECORDED = "as recorded";
export const UNOBSERVED = "Nothing of the node was observed in this capture.";
export const NO_PRESSURE = "By these thresholds, the node is under no pressure in this capture.";
/** What the line above a threshold is. */
export const MINIMUM_RECLAIM_MEANING =
  "Below its threshold, the kubelet continues until so much more is available";

export function minimumReclaimOf(value: string): string {
  return `minimum reclaim of ${value}`;
}

/** Why a condition lasts though no threshold is met. */
export function heldText(condition: string, transitionSeconds: number): string {
  const period = formatSeconds(transitionSeconds);
  return `${condition} is held: no threshold is met, for less than ${period}`;
}

export function gracePeriodOf(signal: Signal, seconds: number): string {
  return `${signal}: its grace period of ${formatSeconds(seconds)}`;
}

/** A chart in a sentence, for who does not see it. */
export function chartSentence({ signal, available, thresholds }: ChartedSignal): string {
  const known = [...available].filter((amount) => !Number.isNaN(amount));
  const text = (amount: number) => formatAmount(signal, amount);
  const [least = 0, most = 0] = [Math.min, Math.max].map((of) =>
    known.reduce((a, b) => of(a, b), known[0] ?? 0),
  );
  const range = known.length === 0 ? NOT_OBSERVED : `between ${text(least)} and ${text(most)}`;
  const limits = thresholds.map(({ hard, value, minReclaim }) => {
    const more = minReclaim.find((amount) => amount > 0);
    const reclaim = more === undefined ? "" : ` with a ${minimumReclaimOf(text(more))}`;
    return `${hard ? "hard" : "soft"} threshold ${value}${reclaim}`;
  });
  return `${signal} over time: ${[range, ...limits].join(", ")}.`;
}
