import { formatBytes, formatCount } from "../../../../analysis/text/amount.ts";
import { coresText } from "../../../../analysis/text/quantityText.ts";
import type { Measure } from "./protocol.ts";

export function amountText(measure: Measure, amount: number): string {
  if (measure === "cpu") return coresText(amount);
  return measure === "inodes" ? formatCount(amount) : formatBytes(amount);
}

export const MEASURE_WORDS: Readonly<Record<Measure, string>> = {
  memory: "memory in use",
  disk: "disk in use",
  inodes: "inodes in use",
  cpu: "processors that pods ask for",
};

/** Owners beyond the colors that there are share the last one. */
const COLORS = 8;

export function ownerClass(owner: number): string {
  return `owner-${Math.min(owner, COLORS - 1) + 1}`;
}

/** `shop/cart-2` without its namespace, which the picture has no room for. */
export function shortName(pod: string): string {
  return pod.slice(pod.indexOf("/") + 1);
}
