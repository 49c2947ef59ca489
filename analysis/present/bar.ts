import type { GaugeLimit } from "../text/document.ts";

/** How many times the highest limit a bar shows: its mark is then at a quarter of the bar. */
const SPAN = 4;
const EIGHTHS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
const EMPTY = "░";
const BEYOND = "▸";
const HARD = "┃";
const SOFT = "╎";

/**
 * What is available, drawn from the left, against the limits as marks:
 *
 *     ████┃███████▊░░░░     the mark keeps its place from line to line, and what is
 *     ██▌░┃░░░░░░░░░░░░     available sinks below it; ▸ when there is more than fits.
 *
 * A linear scale from 0 to four times the highest limit (or the capacity, when that is less):
 * near a threshold every cell counts, and far from it no cell matters.
 */
export function bar(
  available: number,
  capacity: number,
  limits: readonly GaugeLimit[],
  cells: number,
): string {
  const span = spanOf(capacity, limits);
  const drawn = fillOf(available, span, cells);
  // Soft marks first: where two fall into one cell, the hard one is seen.
  for (const mark of [...limits].sort((a, b) => Number(a.hard) - Number(b.hard))) {
    drawn[positionOf(mark.limit, span, cells)] = mark.hard ? HARD : SOFT;
  }
  return drawn.join("");
}

/** The amount at the end of a bar. */
export function spanOf(capacity: number, limits: readonly GaugeLimit[]): number {
  const highest = Math.max(0, ...limits.map(({ limit }) => limit));
  return highest > 0 ? Math.min(SPAN * highest, Math.max(capacity, highest)) : capacity;
}

function fillOf(available: number, span: number, cells: number): string[] {
  const share = span > 0 ? Math.min(1, Math.max(0, available / span)) : 0;
  // Rounded down: what is under a threshold never reaches its mark.
  const eighths = Math.floor(share * cells * EIGHTHS.length);
  const full = "█".repeat(Math.floor(eighths / EIGHTHS.length));
  const drawn = [...(full + (EIGHTHS[eighths % EIGHTHS.length] ?? "")).padEnd(cells, EMPTY)];
  if (available > span) drawn[cells - 1] = BEYOND;
  return drawn;
}

/** The cell in which the limit lies. */
function positionOf(limit: number, span: number, cells: number): number {
  return span > 0 ? Math.min(cells - 1, Math.floor((limit / span) * cells)) : 0;
}
