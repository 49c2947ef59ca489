/**
 * How a threshold is written while it is dragged. A share stays a share: the limits of all whole
 * percents are the core's. Everything else is written as an amount.
 */

import type { Signal } from "../../../../analysis/engine/decision.ts";
import { isCounted } from "../../../../analysis/text/amount.ts";

const KIB = 1024;
const MIB = KIB * KIB;
const GIB = MIB * KIB;
/** Places a threshold can be moved to by key, over the height of the chart. */
const KEY_STEPS = 100;

/** A share, and the limit the core makes of it at the position. */
export interface Share {
  readonly value: string;
  readonly limit: number;
}

export interface ThresholdScale {
  readonly signal: Signal;
  /** Empty where the threshold is written as an amount. */
  readonly shares: readonly Share[];
}

export const SHARES: readonly string[] = Array.from({ length: 99 }, (_, index) => `${index + 1}%`);

/** The text nearest to an amount. */
export function valueAt({ signal, shares }: ThresholdScale, amount: number): string {
  const [first] = shares;
  if (first === undefined) return amountText(signal, Math.max(amount, 0));
  const distance = (share: Share) => Math.abs(share.limit - amount);
  return shares.reduce((best, share) => (distance(share) < distance(best) ? share : best), first)
    .value;
}

/** The text one place up or down from a limit; `top` is the highest amount of the chart. */
export function valueBeside(
  scale: ThresholdScale,
  limit: number,
  direction: 1 | -1,
  top: number,
): string {
  const { shares } = scale;
  if (shares.length === 0) {
    const step = Math.max(top / KEY_STEPS, isCounted(scale.signal) ? 1 : MIB);
    return valueAt(scale, limit + direction * step);
  }
  const next =
    direction > 0
      ? shares.find((share) => share.limit > limit)
      : shares.findLast((share) => share.limit < limit);
  return next?.value ?? valueAt(scale, limit);
}

/** Three digits, and bytes in a unit that keeps them whole, as people write them. */
function amountText(signal: Signal, amount: number): string {
  if (isCounted(signal)) return String(rounded(amount));
  if (amount >= 100 * GIB) return `${rounded(amount / GIB)}Gi`;
  if (amount >= MIB) return `${rounded(amount / MIB)}Mi`;
  return `${rounded(amount / KIB)}Ki`;
}

function rounded(amount: number): number {
  return Math.round(Number(amount.toPrecision(3)));
}
