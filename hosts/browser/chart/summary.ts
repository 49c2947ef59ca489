import { formatAmount } from "../../../analysis/text/amount.ts";
import type { SignalColumn } from "../session/protocol.ts";

/** A chart in a sentence, for screen readers. */
export function summaryOf({ signal, available, thresholds }: SignalColumn): string {
  const known = [...available].filter((amount) => !Number.isNaN(amount));
  const text = (amount: number) => formatAmount(signal, amount);
  const [least = 0, most = 0] = [Math.min, Math.max].map((of) =>
    known.reduce((a, b) => of(a, b), known[0] ?? 0),
  );
  const range = known.length === 0 ? "not observed" : `between ${text(least)} and ${text(most)}`;
  const limits = thresholds.map(({ hard, value, minReclaim }) => {
    const more = minReclaim.find((amount) => amount > 0);
    const reclaim = more === undefined ? "" : ` with a minimum reclaim of ${text(more)}`;
    return `${hard ? "hard" : "soft"} threshold ${value}${reclaim}`;
  });
  return `${signal} over time: ${[range, ...limits].join(", ")}.`;
}
