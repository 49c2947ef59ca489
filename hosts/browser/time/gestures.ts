/** What a wheel, two fingers and a drag mean over a chart of time. */
import type { ShownTime } from "./shownTime.ts";
import type { Shares } from "./window.ts";

/** How much a pixel of the wheel zooms: a notch of 100 to 120 pixels is about a quarter. */
const ZOOM_PER_PIXEL = 0.0022;
/** Pixels of a line, for wheels that are counted in lines. */
const LINE_PIXELS = 16;

/** Where the times of a window lie on the screen, in CSS pixels. */
export interface Span {
  readonly left: number;
  readonly width: number;
}

export function shareAt({ left, width }: Span, clientX: number): number {
  return width === 0 ? 0.5 : (clientX - left) / width;
}

/**
 * With Ctrl or ⌘ the wheel zooms, as a pinch on a trackpad does, which browsers report so. Sideways
 * it pans. Otherwise it scrolls the page, as everywhere else.
 */
export function takeWheel(event: WheelEvent, span: Span, time: ShownTime): void {
  const [x, y] = pixelsOf(event);
  const isZoom = event.ctrlKey || event.metaKey;
  const sideways = event.shiftKey && x === 0 ? y : x;
  const isPan = Math.abs(sideways) > Math.abs(event.shiftKey ? 0 : y) && time.isZoomed.peek();
  if (!isZoom && !isPan) return;
  event.preventDefault();
  if (isZoom) time.zoom(Math.exp(y * ZOOM_PER_PIXEL), shareAt(span, event.clientX));
  else time.pan(sideways / Math.max(span.width, 1));
}

function pixelsOf({ deltaX, deltaY, deltaMode }: WheelEvent): [x: number, y: number] {
  const size = deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE_PIXELS;
  return [deltaX * size, deltaY * size];
}

/** Fingers on a chart: with two of them the times stay under them. */
export class Fingers {
  readonly #places = new Map<number, number>();

  get count(): number {
    return this.#places.size;
  }

  put({ pointerId, pointerType, clientX }: PointerEvent): void {
    if (pointerType === "touch") this.#places.set(pointerId, clientX);
  }

  lift({ pointerId }: PointerEvent): void {
    this.#places.delete(pointerId);
  }

  /** Whether that was a pinch. */
  move({ pointerId, clientX }: PointerEvent, span: Span, time: ShownTime): boolean {
    if (!this.#places.has(pointerId)) return false;
    const before = this.#shares(span);
    this.#places.set(pointerId, clientX);
    const after = this.#shares(span);
    if (before === null || after === null) return false;
    time.pinch(before, after);
    return true;
  }

  #shares(span: Span): Shares | null {
    const [a, b] = [...this.#places.values()].map((place) => shareAt(span, place));
    return a === undefined || b === undefined ? null : [a, b];
  }
}
