import type { Canvas } from "./plot.ts";
import type { Layer } from "./stack.ts";

/** How much of its color an area has: within the request, above it, and of the node itself. */
const WITHIN = 0.3;
const ABOVE = 0.92;
/** Of all others while one is pointed at. */
const FADED = 0.35;

interface Painted {
  readonly layers: readonly Layer[];
  /** Milliseconds since the epoch, of the moments. */
  readonly times: Float64Array;
  /** The uid of the pod that is pointed at. */
  readonly pointed: string | null;
}

/** Fills each layer: pale up to its request, full above it, a hairline between two layers. */
export function paintLayers(canvas: Canvas, { layers, times, pointed }: Painted): void {
  const { context, color } = canvas;
  // The line that was drawn last may have been a dashed one.
  context.setLineDash([]);
  const seen = seenOf(times, canvas.window);
  const isKnown = layers.some(({ of }) => of?.pod?.uid === pointed);
  for (const layer of layers) {
    const isFaded = isKnown && layer.of?.pod?.uid !== pointed;
    const share = isFaded ? FADED : 1;
    context.fillStyle = color(layer.color);
    context.globalAlpha = WITHIN * share;
    fill(canvas, seen, layer.bottom, layer.request);
    context.globalAlpha = ABOVE * share;
    fill(canvas, seen, layer.request, layer.top);
    context.globalAlpha = 1;
    context.strokeStyle = color("--sheet");
    context.lineWidth = 1;
    trace(canvas, seen, layer.top);
  }
}

/** Moments of which something is in view: those in the window, and one on either side. */
interface Seen {
  readonly times: Float64Array;
  readonly from: number;
  readonly to: number;
}

function seenOf(times: Float64Array, { from, to }: Canvas["window"]): Seen {
  const first = times.findIndex((time) => time >= from);
  const last = times.findLastIndex((time) => time <= to);
  return {
    times,
    from: Math.max(first < 0 ? 0 : first - 1, 0),
    to: Math.min(last + 1, times.length - 1),
  };
}

function fill(
  { context, xOf, yOf }: Canvas,
  { times, from, to }: Seen,
  low: Float64Array,
  high: Float64Array,
): void {
  if (high.every((amount, at) => amount <= (low[at] ?? 0) || Number.isNaN(amount))) return;
  context.beginPath();
  for (let at = from; at <= to; at++) context.lineTo(xOf(times[at] ?? 0), yOf(high[at] || 0));
  for (let at = to; at >= from; at--) context.lineTo(xOf(times[at] ?? 0), yOf(low[at] || 0));
  context.closePath();
  context.fill();
}

function trace(
  { context, xOf, yOf }: Canvas,
  { times, from, to }: Seen,
  amounts: Float64Array,
): void {
  context.beginPath();
  for (let at = from; at <= to; at++) context.lineTo(xOf(times[at] ?? 0), yOf(amounts[at] || 0));
  context.stroke();
}
