import type { Decision, Signal } from "../../engine/decision.ts";
import { formatAmount, formatPair } from "../../text/amount.ts";
import { type ObservedThreshold, observed } from "../../text/observedThreshold.ts";
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
  const threshold = observedOf(decision, signal)[0];
  if (threshold === undefined) return " ".repeat(cells + 1 + AMOUNT_COLUMNS);
  const marks = marksOf(decision, signal);
  const drawn = bar(threshold.available, threshold.capacity, marks, cells, style.paint);
  return `${drawn} ${amountOf(signal, observedOf(decision, signal)).padStart(AMOUNT_COLUMNS)}`;
}

export function observedOf(decision: Decision, signal: Signal): ObservedThreshold[] {
  return (decision.thresholds ?? []).filter(observed).filter((each) => each.signal === signal);
}

/** All digits when the rounded text would equal a limit that it differs from. */
function amountOf(signal: Signal, thresholds: readonly ObservedThreshold[]): string {
  const texts = thresholds.map((each) => formatPair(signal, each.available, each.limit)[0]);
  const rounded = formatAmount(signal, thresholds[0]?.available ?? 0);
  return texts.find((text) => text !== rounded) ?? rounded;
}
