/** A table whose last column is a bar, where there is room for it. */
import type { Column, GaugeRow } from "../../text/document.ts";
import type { View } from "../shown.ts";
import { barCells, paintedBar } from "./gauge.ts";
import type { Style } from "./style.ts";
import { tableLines } from "./tableLines.ts";

const GAP = "  ";
/** Fewer columns have no room for a bar and a limit next to the name, which says the limit too. */
const BAR_COLUMNS_MIN = 58;

export function gaugeLines(
  columns: readonly Column[],
  rows: readonly GaugeRow[],
  view: View,
  width: number,
  style: Style,
): string[] {
  const isNarrow = width < BAR_COLUMNS_MIN;
  const fits = (_: unknown, index: number) => !isNarrow || columns[index]?.isSpare !== true;
  const cells = barCells(width);
  const { lines, heights } = tableLines(
    {
      columns: columns.filter(fits).map((column) => ({ ...column, isSpare: false })),
      rows: rows.map((row) => ({ cells: row.cells.filter(fits) })),
      cut: "none",
    },
    view,
    width - (isNarrow ? 0 : cells + GAP.length),
    style,
  );
  if (isNarrow) return lines;
  const [titles = "", ...others] = lines;
  const widest = Math.max(0, ...others.map((line) => line.length));
  const drawn = rows.map(({ gauge }) =>
    typeof gauge === "string" ? style.paint.faint(gauge) : paintedBar(gauge, cells, style),
  );
  const bars = heights.flatMap((height, row) => [drawn[row], ...Array(height - 1).fill("")]);
  return [
    titles,
    ...others.map((line, index) => `${line.padEnd(widest)}${GAP}${bars[index]}`.trimEnd()),
  ];
}
