/** What is said of a headroom: what is evicted if less is left, and why no further pod is. */
import type { Signal } from "../../engine/decision.ts";
import { formatAmount, formatSeconds, isCounted } from "../../text/amount.ts";
import type { HeadroomAnswer, HeadroomEviction } from "./headroom.ts";

export const HEADROOM_HINT =
  "Move the slider to see which of these pods are evicted if less is left.";
export const LEFT_TITLE = "What evicted pods leave";
export const BARS_LABEL = "What is left, and what the thresholds ask for";
export const NONE_OBSERVED = "Nothing was observed.";
export const HEADROOM_UNKNOWN = "The Summary does not say what this is made of.";

/** What comes of the amount that an evicted pod leaves: `isTakenAgain`, in short, and in full. */
export const LEFT_BY_PODS = [
  [false, "stays free", "What an evicted pod used is available again."],
  [
    true,
    "is taken again",
    "Something else uses it immediately, so pods are evicted until none is left.",
  ],
] as const;

/** After an amount that is counted, with a space; empty for bytes, which have their own. */
export function countedUnit(signal: Signal): string {
  if (!isCounted(signal)) return "";
  return signal === "pid.available" ? " process IDs" : " inodes";
}

/** When, and at which threshold. */
export function evictedWhen({ seconds, signal, hard }: HeadroomEviction): string {
  const when = seconds === 0 ? "immediately" : `after ${formatSeconds(seconds)}`;
  return signal === null ? when : `${when}, ${hard ? "hard" : "soft"} threshold of ${signal}`;
}

/** Why no further pod is evicted. */
export function headroomEnd({
  evictions,
  end,
  left,
  signal,
  seconds,
  conditions,
}: HeadroomAnswer): string {
  const amount = left === null ? "" : formatAmount(signal, left);
  const held = conditions.length === 0 ? "" : `; the node reports ${conditions.join(" and ")}`;
  if (end === "nobody") return `Then no pod is left that the kubelet may evict${held}.`;
  if (end === "later")
    return `And so on: only the first ${formatSeconds(seconds)} are shown${held}.`;
  return evictions.length === 0
    ? `No pod is evicted${held}.`
    : `Then ${amount} is available, and no further pod is evicted${held}.`;
}
