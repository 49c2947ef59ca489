/** The stretch of time that the charts show, and what zooming and panning make of it. */

/** Milliseconds since the epoch. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

/** What a window may be: inside the whole run, and wide enough to hold a few steps. */
export interface Bounds {
  readonly whole: TimeWindow;
  readonly narrowest: number;
}

/** A window still shows this many steps, unless the run has fewer. */
const STEPS_MIN = 4;
/** By how much a key or a button changes the width of the window. */
export const ZOOM = 2;
/** By how much of its width a key moves the window. */
export const PAN = 0.25;
/** The distance from the edge of what was scrolled into view, as a share of the window. */
const MARGIN = 0.1;

/** Two places in a window, as shares of its width. */
export type Shares = readonly [a: number, b: number];

export function boundsOf(times: Float64Array): Bounds {
  const from = times[0] ?? 0;
  const to = Math.max(times.at(-1) ?? from, from);
  const between = (to - from) / Math.max(times.length - 1, 1);
  return { whole: { from, to }, narrowest: Math.min(between * (STEPS_MIN - 1), to - from) };
}

export function widthOf({ from, to }: TimeWindow): number {
  return to - from;
}

/** Where a time is: 0 at the left edge, 1 at the right one, less or more outside. */
export function shareOf(window: TimeWindow, time: number): number {
  const width = widthOf(window);
  return width === 0 ? 0.5 : (time - window.from) / width;
}

export function timeAt(window: TimeWindow, share: number): number {
  return window.from + share * widthOf(window);
}

export function isIn({ from, to }: TimeWindow, time: number): boolean {
  return time >= from && time <= to;
}

/** The nearest window that may be: moved before it is narrowed. */
export function fitted({ from, to }: TimeWindow, { whole, narrowest }: Bounds): TimeWindow {
  const width = between(Math.abs(to - from), narrowest, widthOf(whole));
  const start = between((from + to - width) / 2, whole.from, whole.to - width);
  return { from: start, to: start + width };
}

/** So many times as wide; what is at the share stays there. */
export function zoomed(window: TimeWindow, by: number, at: number, bounds: Bounds): TimeWindow {
  const width = between(widthOf(window) * by, bounds.narrowest, widthOf(bounds.whole));
  const from = timeAt(window, at) - at * width;
  return fitted({ from, to: from + width }, bounds);
}

/** Moved by a share of its width; later times come into view when it is positive. */
export function panned(window: TimeWindow, by: number, bounds: Bounds): TimeWindow {
  const distance = by * widthOf(window);
  return fitted({ from: window.from + distance, to: window.to + distance }, bounds);
}

/** Two fingers moved: what was under each of them still is, as far as the bounds allow. */
export function pinched(
  window: TimeWindow,
  before: Shares,
  after: Shares,
  bounds: Bounds,
): TimeWindow {
  const [apart, now] = [before, after].map(([a, b]) => Math.abs(a - b));
  const by = (apart ?? 1) / Math.max(now ?? 1, Number.EPSILON);
  const width = between(widthOf(window) * by, bounds.narrowest, widthOf(bounds.whole));
  const from = timeAt(window, middleOf(before)) - middleOf(after) * width;
  return fitted({ from, to: from + width }, bounds);
}

/** The same width, moved as little as it takes to show a time. */
export function holding(window: TimeWindow, time: number, bounds: Bounds): TimeWindow {
  if (isIn(window, time)) return window;
  const width = widthOf(window);
  const from = time < window.from ? time - MARGIN * width : time - (1 - MARGIN) * width;
  return fitted({ from, to: from + width }, bounds);
}

export function isWhole(window: TimeWindow, { whole }: Bounds): boolean {
  return window.from <= whole.from && window.to >= whole.to;
}

function middleOf([a, b]: Shares): number {
  return (a + b) / 2;
}

function between(value: number, least: number, most: number): number {
  return Math.max(Math.min(value, most), Math.min(least, most));
}

/** What a pointer holds of a window that is drawn over the whole run. */
export type Part = "from" | "to" | "inside" | "outside";

/** Pixels from an edge within which a pointer holds it: outside of the window, and inside. */
const EDGE_OUTSIDE = 12;
const EDGE_INSIDE = 8;

interface Pointed {
  /** In pixels, as the edges of the window. */
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** A window that is all of the run cannot be moved: over it, another one is drawn. */
export function heldPart({ at, from, to }: Pointed, isZoomed: boolean): Part {
  const isInside = at >= from && at <= to;
  // A narrow window can still be held in its middle.
  const reach = isInside ? Math.min(EDGE_INSIDE, (to - from) / 4) : EDGE_OUTSIDE;
  const [toFrom, toTo] = [Math.abs(at - from), Math.abs(at - to)];
  if (Math.min(toFrom, toTo) <= reach) return toFrom <= toTo ? "from" : "to";
  return isInside && isZoomed ? "inside" : "outside";
}
