import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { useModel, useStore } from "../state/context.ts";
import type { Store } from "../state/store.ts";
import { Fingers, type Span, shareAt, takeWheel } from "../time/gestures.ts";
import { ShownTime } from "../time/shownTime.ts";
import { timeAt } from "../time/window.ts";
import type { Plot } from "./plot.ts";
import { type Layer, layerAt, momentAt, type Stack } from "./stack.ts";
import type { TooltipPlace } from "./tooltip.tsx";

/** CSS pixels within which a press is a click, and not the beginning of a drag. */
const CLICK_PIXELS = 4;

/** A chart that is pointed at. */
export interface Pointable {
  readonly host: RefObject<HTMLDivElement | null>;
  readonly plot: Plot | null;
  readonly stack: Stack | null;
}

/** What is being dragged over, in CSS pixels from the left edge of the chart. */
export interface Dragged {
  readonly left: number;
  readonly right: number;
}

interface Press {
  readonly left: number;
  readonly pans: boolean;
  /** Where it was last. */
  last: number;
  isDrag: boolean;
}

/**
 * A click goes to a moment, and chooses the pod that is under it. A drag zooms into what it went
 * over; with Shift it pans. A finger moves through the steps, two of them zoom and pan.
 */
export function usePointer(chart: Pointable) {
  const { host, plot } = chart;
  const store = useStore();
  const time = useModel(ShownTime);
  const [hover, setHover] = useState<TooltipPlace | null>(null);
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const press = useRef<Press | null>(null);
  const fingers = useRef(new Fingers());
  const placeOf = (event: MouseEvent) => placeIn(host.current, event);
  const spanOf = () => spanIn(host.current, plot);
  const dragTo = (event: PointerEvent, left: number) => {
    const held = press.current;
    if (held === null || plot === null) return;
    held.isDrag ||= Math.abs(left - held.left) > CLICK_PIXELS;
    if (!held.isDrag) return;
    if (event.pointerType === "touch") store.goTo(plot.stepAt(placeOf(event).left));
    else if (held.pans) time.pan((held.last - left) / Math.max(spanOf().width, 1));
    else setDragged(inside(plot, held.left, left));
    held.last = left;
  };
  const release = (event: PointerEvent) => {
    const held = press.current;
    press.current = null;
    fingers.current.lift(event);
    setDragged(null);
    return held;
  };
  const handlers = {
    onWheel: (event: WheelEvent) => takeWheel(event, spanOf(), time),
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      fingers.current.put(event);
      press.current = fingers.current.count < 2 ? pressAt(placeOf(event).left, event) : null;
    },
    onPointerMove: (event: PointerEvent) => {
      if (fingers.current.move(event, spanOf(), time)) return setHover(null);
      const place = placeOf(event);
      dragTo(event, place.left);
      setHover(place);
      time.pointedStep.value = stepUnder(plot, place);
      pointAt(layerUnder(chart, place), store);
    },
    onPointerUp: (event: PointerEvent) => {
      const held = release(event);
      if (held === null || plot === null) return;
      if (!held.isDrag) {
        store.goTo(plot.stepAt(placeOf(event).left));
        const chosen = layerUnder(chart, placeOf(event))?.of?.pod;
        if (chosen) store.pod.value = chosen;
      } else if (event.pointerType !== "touch" && !held.pans) zoomInto(time, plot, held);
    },
    onPointerCancel: (event: PointerEvent) => void release(event),
    onPointerLeave: () => {
      setHover(null);
      time.pointedStep.value = store.pointed.value = null;
    },
  };
  return { hover, dragged, handlers };
}

/** A press pans where Shift is held, and becomes a drag when it moves. */
function pressAt(left: number, { shiftKey }: PointerEvent): Press {
  return { left, pans: shiftKey, last: left, isDrag: false };
}

/** From the corner of the chart. */
function placeIn(host: Element | null, { clientX, clientY }: MouseEvent): TooltipPlace {
  const box = host?.getBoundingClientRect();
  return { left: clientX - (box?.left ?? 0), top: clientY - (box?.top ?? 0) };
}

function spanIn(host: Element | null, plot: Plot | null): Span {
  const left = (host?.getBoundingClientRect().left ?? 0) + (plot?.left ?? 0);
  return { left, width: (plot?.right ?? 0) - (plot?.left ?? 0) };
}

/** Null outside the plot. */
function stepUnder(plot: Plot | null, { left }: TooltipPlace): number | null {
  if (plot === null || left < plot.left || left > plot.right) return null;
  return plot.stepAt(left);
}

/** The pod that is under the pointer. */
function pointAt(layer: Layer | undefined, { pointed }: Store): void {
  const uid = layer?.of?.pod?.uid;
  if (pointed.peek()?.pod !== uid) pointed.value = uid === undefined ? null : { pod: uid };
}

function zoomInto(time: ShownTime, plot: Plot, { left, last }: Press): void {
  const span = { left: plot.left, width: plot.right - plot.left };
  const to = inside(plot, left, last);
  const [a, b] = [to.left, to.right].map((x) => timeAt(time.window.peek(), shareAt(span, x)));
  if (a !== undefined && b !== undefined) time.show({ from: a, to: b });
}

/** From one place to another, as far as they lie in the plot. */
function inside(plot: Plot, a: number, b: number): Dragged {
  const [left, right] = [Math.min(a, b), Math.max(a, b)];
  return { left: Math.max(left, plot.left), right: Math.min(right, plot.right) };
}

export function layerUnder(
  { plot, stack }: Pick<Pointable, "plot" | "stack">,
  { left, top }: TooltipPlace,
): Layer | undefined {
  if (plot === null || stack === null) return undefined;
  const at = momentAt(stack.usage, plot.stepAt(left));
  return layerAt(stack.layers, at, plot.amountAt(top));
}
