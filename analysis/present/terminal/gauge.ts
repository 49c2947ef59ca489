/** What is available, as a bar with its amount. */
import type { Gauge, GaugeLimit } from "../../text/document.ts";
import { bar } from "../bar.ts";
import type { Palette, Style } from "./style.ts";

/** Columns a line needs in addition to its bar: the time, the amount, the signal, a few words. */
const OTHER_COLUMNS = 62;
const CELLS_MIN = 12;
const CELLS_MAX = 32;
const AMOUNT_COLUMNS = 8;

/** Cells of a bar; a multiple of four puts the mark of the highest limit on a cell's edge. */
export function barCells(columns: number): number {
  const cells = Math.min(CELLS_MAX, Math.max(CELLS_MIN, columns - OTHER_COLUMNS));
  return Math.floor(cells / 4) * 4;
}

/** How wide a gauge is where a line has `columns`. */
export function gaugeWidth(columns: number): number {
  return barCells(columns) + 1 + AMOUNT_COLUMNS;
}

/** A bar with the available amount next to it; empty cells when the signal was not observed. */
export function gaugeText(gauge: Gauge | null, columns: number, style: Style): string {
  if (gauge === null) return " ".repeat(gaugeWidth(columns));
  const drawn = paintedBar(gauge, barCells(columns), style);
  return `${drawn} ${gauge.amount.padStart(AMOUNT_COLUMNS)}`;
}

export function paintedBar(
  { available, capacity, limits }: Gauge,
  cells: number,
  { paint }: Style,
): string {
  const color = colorOf(limits, paint);
  return bar(available, capacity, limits, cells)
    .replace(/[█▏▎▍▌▋▊▉▸]+/g, (run) => color(run))
    .replace(/░+/g, (run) => paint.faint(run))
    .replace(/[┃╎]/g, (mark) => paint.title(mark));
}

function colorOf(limits: readonly GaugeLimit[], paint: Palette): Palette["good"] {
  const met = limits.filter((each) => each.met);
  if (met.some((each) => each.hard)) return paint.bad;
  return met.length > 0 ? paint.low : paint.good;
}
