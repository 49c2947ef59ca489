/** A table of a document: columns aligned, and cut to the width of the terminal. */
import type { Column, Fact, Row, Table } from "../../text/document.ts";
import { formatMore } from "../../text/names.ts";
import { shown, type View } from "../shown.ts";
import { columnWidths, excessOf, GAP } from "./columnWidths.ts";
import { folded, type Piece, painted, piecesOf, shortened, widthOf } from "./inline.ts";
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
): { readonly lines: string[]; readonly notes: readonly Fact[] } {
  const { cut, notes = [] } = table;
  const { head, hidden, tail } = shown(table.rows, cut, view, ({ isKept = false }) => isKept);
  const wholeOf = ({ cells }: Row) => cells.map((cell) => piecesOf(cell, view, NAMES_COLUMNS));
  const wholeTitles = table.columns.map(({ title }) => piecesOf(title, view));
  const whole = [wholeTitles, ...[...head, ...tail].map(wholeOf)];
  const isFull = excessOf(widestCells(whole), width) > 0;
  const fits = (_: unknown, index: number) => !isFull || table.columns[index]?.isSpare !== true;
  const [columns, titles] = [table.columns.filter(fits), wholeTitles.filter(fits)];
  const dropped = table.columns.filter((each, at) => !fits(each, at)).map(({ title }) => title);
  const cellsOf = (row: Row) => wholeOf(row).filter(fits);
  const widths = widthsOf(columns, [titles, ...[...head, ...tail].map(cellsOf)], width);
  const rowLines = (row: Row) => linesOf(columns, cellsOf(row), widths, style, row.tone ?? null);
  const lines = [
    ...linesOf(columns, titles, widths, style, "faint").filter((line) => line !== ""),
    ...head.flatMap(rowLines),
    ...(hidden > 0 ? [style.paint.faint(formatMore(hidden))] : []),
    ...tail.flatMap(rowLines),
  ];
  return { lines, notes: notes.filter(([label]) => !dropped.includes(label)) };
}

/** The lines of a row: one, but for cells of text that are folded. */
function linesOf(
  columns: readonly Column[],
  cells: readonly Cell[],
  widths: readonly number[],
  style: Style,
  tone: Row["tone"] | null,
): string[] {
  const fitted = columns.map(({ isText = false }, index): readonly Cell[] => {
    const [cell, room] = [cells[index] ?? [], widths[index] ?? 0];
    return isText ? folded(cell, room) : [shortened(cell, room)];
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
