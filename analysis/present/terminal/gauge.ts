import type { Decision, Signal } from "../../engine/decision.ts";
import { formatAvailable, observedOf } from "../../text/observedThreshold.ts";
import { bar } from "./bar.ts";
import { marksOf } from "./moment.ts";
import { COLUMNS_MAX, type Style } from "./style.ts";

/** Columns a line needs beside its bar: the time, the amount, the signal, a few words. */
const BESIDE_A_BAR = 62;
const CELLS_MIN = 12;
const CELLS_MAX = 32;
const AMOUNT_COLUMNS = 8;

/** Cells of a bar; a multiple of four puts the mark of the highest limit on a cell's edge. */
export function barCells(style: Style): number {
  const cells = Math.min(style.columns, COLUMNS_MAX) - BESIDE_A_BAR;
  return Math.floor(Math.min(CELLS_MAX, Math.max(CELLS_MIN, cells)) / 4) * 4;
}

/** A bar with what is available beside it; empty cells when the signal was not observed. */
export function gauge(decision: Decision, signal: Signal, style: Style): string {
  const cells = barCells(style);
  const thresholds = observedOf(decision, signal);
  const [threshold] = thresholds;
  if (threshold === undefined) return " ".repeat(cells + 1 + AMOUNT_COLUMNS);
  const marks = marksOf(decision, signal);
  const drawn = bar(threshold.available, threshold.capacity, marks, cells, style.paint);
  return `${drawn} ${formatAvailable(signal, thresholds).padStart(AMOUNT_COLUMNS)}`;
}
