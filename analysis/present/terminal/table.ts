import { shorten } from "../../text/shortened.ts";
import { columnWidths, GAP } from "./columnWidths.ts";

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
  const widest = columns.map((column, index) =>
    Math.max(column.title.length, ...rows.map((row) => (row.cells[index] ?? "").length)),
  );
  return columnWidths(
    columns.map(({ shrinks = false }, index) => ({ widest: widest[index] ?? 0, shrinks })),
    width,
  );
}

function align(text: string, width: number, side: Column["align"]): string {
  const fitted = shorten(text, width);
  return side === "right" ? fitted.padStart(width) : fitted.padEnd(width);
}
