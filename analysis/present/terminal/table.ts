import { shorten } from "./wrap.ts";

export interface Column {
  readonly title: string;
  /** Numbers are aligned right, texts left. Default: left. */
  readonly align?: "left" | "right";
  /** Gives way when the table is wider than the terminal; the widest such column first. */
  readonly shrinks?: boolean;
}

export interface Row {
  readonly cells: readonly string[];
  /** Applied to the finished line, so that it never counts as width. */
  readonly paint?: (text: string) => string;
}

const GAP = "  ";
const SHRUNK_MIN = 8;

/** Lines with their columns aligned; the titles first unless all of them are empty. */
export function table(
  columns: readonly Column[],
  rows: readonly Row[],
  width: number,
  paintTitles: (text: string) => string = (text) => text,
): string[] {
  const widths = widthsOf(columns, rows, width);
  const line = (cells: readonly string[]) =>
    columns
      .map((column, index) => align(cells[index] ?? "", widths[index] ?? 0, column.align))
      .join(GAP)
      .trimEnd();
  const titles = line(columns.map((column) => column.title));
  const body = rows.map((row) => (row.paint ?? unpainted)(line(row.cells)));
  return titles === "" ? body : [paintTitles(titles), ...body];
}

function unpainted(text: string): string {
  return text;
}

function widthsOf(columns: readonly Column[], rows: readonly Row[], width: number): number[] {
  const widths = columns.map((column, index) =>
    Math.max(column.title.length, ...rows.map((row) => (row.cells[index] ?? "").length)),
  );
  const gaps = GAP.length * (columns.length - 1);
  let excess = widths.reduce((sum, each) => sum + each, gaps) - width;
  for (; excess > 0; excess--) {
    const widest = widestShrinking(columns, widths);
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

/** The column that gives way next; -1 when none can. */
function widestShrinking(columns: readonly Column[], widths: readonly number[]): number {
  let widest = -1;
  for (const [index, width] of widths.entries()) {
    if (columns[index]?.shrinks !== true || width <= SHRUNK_MIN) continue;
    if (widest < 0 || width > (widths[widest] ?? 0)) widest = index;
  }
  return widest;
}

function align(text: string, width: number, side: Column["align"]): string {
  const fitted = shorten(text, width);
  return side === "right" ? fitted.padStart(width) : fitted.padEnd(width);
}
