import { formatCount } from "../../text/amount.ts";
import { NODE_CONDITIONS } from "../../text/outcome.ts";
import type { SweptCell } from "./cell.ts";

/** What a heat map can show of its cells. */
export interface Metric {
  readonly title: string;
  readonly read: (cell: SweptCell) => number;
  readonly write: (amount: number) => string;
  /** Counted in ones. */
  readonly isWhole: boolean;
}

const SECONDS_PER_MINUTE = 60;
/** Darker means more; the first is for nothing at all. */
export const LEVELS = 6;

const PODS: Metric = {
  title: "Pods evicted",
  read: ({ podsEvicted }) => podsEvicted,
  write: formatCount,
  isWhole: true,
};

export const METRICS: readonly [Metric, ...Metric[]] = [
  PODS,
  {
    title: "Evictions",
    read: ({ evictions }) => evictions,
    write: formatCount,
    isWhole: true,
  },
  ...NODE_CONDITIONS.map((condition) => ({
    title: `Minutes under ${condition}`,
    read: ({ conditionSeconds }: SweptCell) =>
      (conditionSeconds.get(condition) ?? 0) / SECONDS_PER_MINUTE,
    write: (minutes: number) => formatCount(Number(minutes.toFixed(1))),
    isWhole: false,
  })),
];

/** Levels of equal width between 0 and the highest amount of a map. */
export function levelOf(amount: number, highest: number): number {
  return amount <= 0 ? 0 : Math.ceil((amount / highest) * (LEVELS - 1));
}

/** What the colors of a map stand for: each level that occurs, and the amounts it has. */
export function legendOf(
  { isWhole, write }: Pick<Metric, "isWhole" | "write">,
  highest: number,
): readonly { readonly level: number; readonly text: string }[] {
  const entries = [{ level: 0, text: "0" }];
  let before = 0;
  for (let level = 1; level < LEVELS && highest > 0; level++) {
    const top = (highest * level) / (LEVELS - 1);
    // Counts have no fractions, so some levels are empty.
    const most = isWhole ? Math.floor(top) : top;
    if (most === before) continue;
    const isOne = isWhole && most === before + 1;
    entries.push({ level, text: isOne ? write(most) : `to ${write(most)}` });
    before = most;
  }
  return entries;
}
