import { AS_RECORDED, minimumReclaimOf } from "../../../analysis/questions/replay/chartWords.ts";
import type { SignalColumn } from "../session/protocol.ts";
import type { Line } from "./plot.ts";

/** In a stack, what is left is up to the capacity: every amount is measured from there. */
export function linesOf(column: SignalColumn, isStack = false, recorded?: SignalColumn): Line[] {
  const place = (amounts: Float64Array) =>
    isStack ? amounts.map((left, step) => (column.capacity[step] ?? Number.NaN) - left) : amounts;
  const lines: Line[] = [];
  if (recorded !== undefined && recorded.available.length === column.available.length) {
    lines.push({ kind: "recorded", label: AS_RECORDED, values: place(recorded.available) });
  }
  const kind = isStack ? "used" : "available";
  lines.push({ kind, label: column.signal, values: place(column.available) });
  for (const { hard, limit, minReclaim, value } of column.thresholds) {
    if (minReclaim.some((amount) => amount > 0)) {
      const resume = limit.map((amount, step) => amount + (minReclaim[step] ?? 0));
      lines.push({ kind: "resume", label: minimumReclaimOf(value), values: place(resume) });
    }
    lines.push({ kind: hard ? "hard" : "soft", label: value, values: place(limit) });
  }
  return lines;
}
