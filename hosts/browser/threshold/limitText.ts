import { formatAmount } from "../../shared/amount.ts";
import type { Signal } from "../../shared/decision.ts";
import { isShare } from "../../shared/sweep/setting.ts";

/** A threshold as it is written, everywhere alike; a share with the amount that it comes to. */
export function limitText(signal: Signal, value: string, limit: number | undefined): string {
  if (limit === undefined || !isShare(value)) return value;
  return `${value} (${formatAmount(signal, limit)})`;
}
