/** A table of a document: columns aligned, and fitted to the width of the terminal. */
import type { Column, Fact, Row, Table } from "../../text/document.ts";
import { formatMore } from "../../text/names.ts";
import { shown, type View } from "../shown.ts";
import { columnWidths, excessOf, GAP } from "./columnWidths.ts";
import { broken, folded, longestPart, type Piece, painted, piecesOf, widthOf } from "./inline.ts";
import type { Style } from "./style.ts";

type Cell = readonly Piece[];

/** Names that are longer together leave the other columns no room. */
const NAMES_COLUMNS = 22;

/** The titles come first, unless all of them are empty; notes of dropped columns are left out. */
export function tableLines(
  table: Table,
  view: View,
  width: number,
  style: Style,
): {
  readonly lines: string[];
  /** How many lines each row has. */
  readonly heights: readonly number[];
  readonly notes: readonly Fact[];
} {
  const { cut, notes = [] } = table;
  const { head, hidden, tail } = shown(table.rows, cut, view, ({ isKept = false }) => isKept);
  const wholeOf = ({ cells }: Row) => cells.map((cell) => piecesOf(cell, view, NAMES_COLUMNS));
  const wholeTitles = table.columns.map(({ title }) => piecesOf(title, view));
  const whole = [wholeTitles, ...[...head, ...tail].map(wholeOf)];
  const left = columnsLeft(table.columns, widestCells(whole), width);
  const fits = (_: unknown, index: number) => left.has(index);
  const [columns, titles] = [table.columns.filter(fits), wholeTitles.filter(fits)];
  const dropped = table.columns.filter((each, at) => !fits(each, at)).map(({ title }) => title);
  const cellsOf = (row: Row) => wholeOf(row).filter(fits);
  const widths = widthsOf(columns, [titles, ...[...head, ...tail].map(cellsOf)], width);
  const rowLines = (row: Row) => linesOf(columns, cellsOf(row), widths, style, row.tone ?? null);
  const [above, below] = [head.map(rowLines), tail.map(rowLines)];
  const lines = [
    ...linesOf(columns, titles, widths, style, "faint").filter((line) => line !== ""),
    ...above.flat(),
    ...(hidden > 0 ? [style.paint.faint(formatMore(hidden))] : []),
    ...below.flat(),
  ];
  return {
    lines,
    heights: [...above, ...below].map(({ length }) => length),
    notes: notes.filter(([label]) => !dropped.includes(label)),
  };
}

/** The columns that are shown: spare ones are dropped from the right until the table fits. */
function columnsLeft(
  columns: readonly Column[],
  widest: readonly number[],
  width: number,
): ReadonlySet<number> {
  const left = new Set(columns.keys());
  const widths = () => [...left].map((index) => widest[index] ?? 0);
  for (let index = columns.length - 1; index >= 0 && excessOf(widths(), width) > 0; index--) {
    if (columns[index]?.isSpare === true) left.delete(index);
  }
  return left;
}

/** The lines of a row: one, unless a cell is wider than its column. */
function linesOf(
  columns: readonly Column[],
  cells: readonly Cell[],
  widths: readonly number[],
  style: Style,
  tone: Row["tone"] | null,
): string[] {
  const fitted = columns.map(({ shrinks = false, isText = false }, index): readonly Cell[] => {
    const [cell, room] = [cells[index] ?? [], widths[index] ?? 0];
    if (isText) return folded(cell, room);
    return shrinks && widthOf(cell) > room ? folded(broken(cell, room), room) : [cell];
  });
  const height = Math.max(1, ...fitted.map((lines) => lines.length));
  return Array.from({ length: height }, (_, at) => {
    const pieces = columns.flatMap(({ isNumber = false }, index) => {
      const cell = fitted[index]?.[at] ?? [];
      // A word that is longer than its column stays whole.
      const left = Math.max(0, (widths[index] ?? 0) - widthOf(cell));
      const space = { text: " ".repeat(left), tone: null };
      const aligned = isNumber ? [space, ...cell] : [...cell, space];
      return index === 0 ? aligned : [{ text: GAP, tone: null }, ...aligned];
    });
    return painted(withoutEnd(pieces), style, tone);
  });
}

/** The line without the spaces at its end. */
function withoutEnd(pieces: readonly Piece[]): readonly Piece[] {
  const last = pieces.findLastIndex(({ text }) => text.trim() !== "");
  return pieces
    .slice(0, last + 1)
    .map((piece, index) => (index === last ? { ...piece, text: piece.text.trimEnd() } : piece));
}

function widthsOf(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  width: number,
): number[] {
  const widest = widestCells(rows);
  const fitted = columns.map(({ shrinks = false, isText = false }, index) => ({
    widest: widest[index] ?? 0,
    least: rows.reduce((most, cells) => Math.max(most, longestPart(cells[index] ?? [])), 0),
    shrinks: shrinks || isText,
  }));
  return columnWidths(fitted, width);
}

/** The width of the widest cell of each column; the first row has all of them. */
function widestCells(rows: readonly (readonly Cell[])[]): number[] {
  const [titles = []] = rows;
  return titles.map((_, index) =>
    rows.reduce((most, cells) => Math.max(most, widthOf(cells[index] ?? [])), 0),
  );
}
