import { formatCount } from "../../shared/amount.ts";
import type { SweptCell } from "../../shared/sweep/cell.ts";
import { NODE_CONDITIONS } from "../protocol.ts";

/** What a heat map can show of its cells. */
export interface Metric {
  readonly title: string;
  readonly read: (cell: SweptCell) => number;
  readonly write: (amount: number) => string;
}

const SECONDS_PER_MINUTE = 60;
/** Darker means more; the first is for nothing at all. */
export const LEVELS = 6;

const PODS: Metric = {
  title: "Pods evicted",
  read: ({ podsEvicted }) => podsEvicted,
  write: formatCount,
};

export const METRICS: readonly [Metric, ...Metric[]] = [
  PODS,
  { title: "Evictions", read: ({ evictions }) => evictions, write: formatCount },
  ...NODE_CONDITIONS.map((condition) => ({
    title: `Minutes under ${condition}`,
    read: ({ conditionSeconds }: SweptCell) =>
      (conditionSeconds.get(condition) ?? 0) / SECONDS_PER_MINUTE,
    write: (minutes: number) => formatCount(Number(minutes.toFixed(1))),
  })),
];

/** Of equal width between nothing and the highest amount of a map. */
export function levelOf(amount: number, highest: number): number {
  return amount <= 0 ? 0 : Math.ceil((amount / highest) * (LEVELS - 1));
}

/** The highest amount of a level. */
export function levelTop(level: number, highest: number): number {
  return (highest * level) / (LEVELS - 1);
}
