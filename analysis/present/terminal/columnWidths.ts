/** Between two columns of a table. */
export const GAP = "  ";
/** The least width of a column. */
const SHRUNK_MIN = 8;

interface FittedColumn {
  /** Columns of the terminal that its widest cell takes. */
  readonly widest: number;
  /** The widest part that breaks only where there is no other way. */
  readonly least?: number;
  readonly shrinks: boolean;
}

/**
 * Widths at which a table fits the terminal: the widest column that shrinks gives way first, and
 * words are broken last.
 */
export function columnWidths(columns: readonly FittedColumn[], width: number): number[] {
  const widths = columns.map(({ widest }) => widest);
  for (let excess = excessOf(widths, width); excess > 0; excess--) {
    const whole = widestShrinking(columns, widths, ({ least = 0 }) => least);
    const widest = whole < 0 ? widestShrinking(columns, widths, () => 0) : whole;
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
function widestShrinking(
  columns: readonly FittedColumn[],
  widths: readonly number[],
  leastOf: (column: FittedColumn) => number,
): number {
  let widest = -1;
  for (const [index, width] of widths.entries()) {
    const column = columns[index];
    if (column?.shrinks !== true || width <= Math.max(SHRUNK_MIN, leastOf(column))) continue;
    if (widest < 0 || width > (widths[widest] ?? 0)) widest = index;
  }
  return widest;
}
