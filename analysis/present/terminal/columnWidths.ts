/** Between two columns of a table. */
export const GAP = "  ";
/** The least width of a column. */
const SHRUNK_MIN = 8;

interface FittedColumn {
  /** Columns of the terminal that its widest cell takes. */
  readonly widest: number;
  readonly shrinks: boolean;
}

/** Widths at which a table fits the terminal: the widest column that shrinks gives way first. */
export function columnWidths(columns: readonly FittedColumn[], width: number): number[] {
  const widths = columns.map(({ widest }) => widest);
  for (let excess = excessOf(widths, width); excess > 0; excess--) {
    const widest = widestShrinking(columns, widths);
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

/** By how much columns and the gaps between them are wider than there is room. */
export function excessOf(widths: readonly number[], width: number): number {
  const gaps = GAP.length * (widths.length - 1);
  return widths.reduce((sum, each) => sum + each, gaps) - width;
}

/** The column that gives way next; -1 when none can. */
function widestShrinking(columns: readonly FittedColumn[], widths: readonly number[]): number {
  let widest = -1;
  for (const [index, width] of widths.entries()) {
    if (columns[index]?.shrinks !== true || width <= SHRUNK_MIN) continue;
    if (widest < 0 || width > (widths[widest] ?? 0)) widest = index;
  }
  return widest;
}
