import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { linesOf } from "../../chart/lines.ts";
import type { Canvas, Plot } from "../../chart/plot.ts";
import { usePlotting } from "../../chart/plotting.ts";
import { EVICTED, type Timeline } from "../../session/protocol.ts";
import { useModel, useStore } from "../../state/context.ts";
import { type Span, shareAt, takeWheel } from "../../time/gestures.ts";
import { ShownTime } from "../../time/shownTime.ts";
import {
  heldPart,
  type Part,
  shareOf,
  type TimeWindow,
  timeAt,
  widthOf,
} from "../../time/window.ts";
import { Edges } from "./edges.tsx";
import { WHOLE_RUN } from "./words.ts";
import { WindowWords, ZoomButtons } from "./zoomButtons.tsx";

const HEIGHT = 30;
/** CSS pixels of the mark of an event. */
const MARK_WIDTH = 2;
const MARK_HEIGHT = 7;
/** CSS pixels within which a press is a click, and not the beginning of a drag. */
const CLICK_PIXELS = 4;

/** How to zoom; and while the charts show a part of the run, where that is in all of it. */
export function Overview({ isByPod }: { readonly isByPod: boolean }) {
  const { isZoomed } = useModel(ShownTime);
  return (
    <fieldset class="overview" aria-label={WHOLE_RUN}>
      <ZoomButtons />
      {isZoomed.value ? <Strip isByPod={isByPod} /> : <WindowWords />}
    </fieldset>
  );
}

/** The whole run, small: what the charts show of it, and where the position is. */
function Strip({ isByPod }: { readonly isByPod: boolean }) {
  const { capture, position } = useStore();
  const time = useModel(ShownTime);
  const strip = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  useOverviewPlot(host, isByPod);
  const handlers = useStripPointer(strip, time);
  const { whole } = time.bounds.value;
  const window = time.window.value;
  const at = capture.value?.times[position.value];
  const percent = (each: number) => `${shareOf(whole, each) * 100}%`;
  return (
    <div class="overview-strip" ref={strip} {...handlers}>
      <div class="overview-plot" ref={host} aria-hidden="true" />
      {capture.value !== null && (
        <>
          <div
            class="overview-rest"
            style={{ left: 0, right: `calc(100% - ${percent(window.from)})` }}
          />
          <div class="overview-rest" style={{ left: percent(window.to), right: 0 }} />
          {at !== undefined && <div class="overview-position" style={{ left: percent(at) }} />}
          <div
            class="overview-window zoomed"
            style={{ left: percent(window.from), right: `calc(100% - ${percent(window.to)})` }}
          />
          <Edges />
        </>
      )}
      <WindowWords />
    </div>
  );
}

/** The signal in focus with every event of the run. */
function useOverviewPlot(host: RefObject<HTMLDivElement | null>, isByPod: boolean): void {
  const { capture, signals, focus, decided } = useStore();
  const time = useModel(ShownTime);
  const Plotting = usePlotting();
  const [plot, setPlot] = useState<Plot | null>(null);
  const times = capture.value?.times;
  const column = signals.value.find(({ signal }) => signal === focus.value);
  const timeline = useRef<Timeline | undefined>(undefined);
  timeline.current = decided.value?.timeline;
  useEffect(() => {
    if (host.current === null || times === undefined || column === undefined) return;
    if (Plotting === null) return;
    const made = new Plotting(host.current, times, linesOf(column, isByPod), {
      compact: true,
      format: String,
      height: HEIGHT,
      window: time.bounds.peek().whole,
      zone: "UTC",
      paint: (canvas) => markEvents(canvas, times, timeline.current),
    });
    setPlot(made);
    return () => made.destroy();
  }, [Plotting, host, times, column, isByPod, time]);
  useEffect(() => plot?.repaint(), [plot, decided.value]);
}

function markEvents(
  { context, xOf, color }: Canvas,
  times: Float64Array,
  timeline: Timeline | undefined,
): void {
  for (const { step } of timeline?.events ?? []) {
    const evicts = ((timeline?.acts[step] ?? 0) & EVICTED) !== 0;
    context.fillStyle = color(evicts ? "--hard" : "--accent");
    const [width, height] = [MARK_WIDTH, MARK_HEIGHT].map((size) => size * devicePixelRatio);
    const { height: bottom } = context.canvas;
    const left = xOf(times[step] ?? 0) - (width ?? 0) / 2;
    context.fillRect(left, bottom - (height ?? 0), width ?? 0, height ?? 0);
  }
}

interface Press {
  readonly part: Part;
  readonly clientX: number;
  readonly window: TimeWindow;
  isDrag: boolean;
}

/**
 * A drag moves the window or one of its edges; outside the window, it draws another one. A click
 * outside moves the window there.
 */
function useStripPointer(strip: RefObject<HTMLDivElement | null>, time: ShownTime) {
  const press = useRef<Press | null>(null);
  const spanOf = (): Span => {
    const { left = 0, width = 0 } = strip.current?.getBoundingClientRect() ?? {};
    return { left, width };
  };
  const timeUnder = (clientX: number) =>
    timeAt(time.bounds.peek().whole, shareAt(spanOf(), clientX));
  const drag = ({ part, clientX: began, window }: Press, clientX: number) => {
    const [start, at] = [timeUnder(began), timeUnder(clientX)];
    if (part === "from" || part === "to") time.moveEdge(part, at);
    else if (part === "outside") time.show({ from: start, to: at });
    else time.show({ from: window.from + at - start, to: window.to + at - start });
  };
  return {
    onWheel: (event: WheelEvent) => {
      // Here a share is one of the whole run: zooming is about what is under the pointer in it.
      const { whole } = time.bounds.peek();
      const { left, width } = spanOf();
      const window = time.window.peek();
      const scale = width / Math.max(widthOf(whole), 1);
      const from = left + (window.from - whole.from) * scale;
      takeWheel(event, { left: from, width: widthOf(window) * scale }, time);
    },
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      const { clientX } = event;
      const window = time.window.peek();
      const { whole } = time.bounds.peek();
      const { width } = spanOf();
      const pixelOf = (each: number) => shareOf(whole, each) * width;
      const at = clientX - spanOf().left;
      const place = { at, from: pixelOf(window.from), to: pixelOf(window.to) };
      const part = heldPart(place, time.isZoomed.peek());
      press.current = { part, clientX, window, isDrag: false };
    },
    onPointerMove: ({ clientX }: PointerEvent) => {
      const held = press.current;
      if (held === null) return;
      held.isDrag ||= Math.abs(clientX - held.clientX) > CLICK_PIXELS;
      if (held.isDrag) drag(held, clientX);
    },
    onPointerUp: (event: PointerEvent) => {
      const held = press.current;
      press.current = null;
      if (held === null || held.isDrag || held.part !== "outside") return;
      const half = widthOf(time.window.peek()) / 2;
      const at = timeUnder(event.clientX);
      if (time.isZoomed.peek()) time.show({ from: at - half, to: at + half });
    },
    onPointerCancel: () => {
      press.current = null;
    },
    onDblClick: () => time.showAll(),
  };
}
