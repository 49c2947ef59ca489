import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { formatAmount } from "../../shared/amount.ts";
import type { Signal } from "../../shared/decision.ts";
import type { SignalColumn } from "../protocol.ts";
import { ThresholdHandles } from "../threshold/handles.tsx";
import { isIn } from "../time/window.ts";
import { paintLayers } from "../usage/paint.ts";
import { PodLabels } from "../usage/podLabels.tsx";
import { type Stack, stackOf } from "../usage/stack.ts";
import { usePlayground } from "../view/context.ts";
import { linesOf } from "./lines.ts";
import { Plot } from "./plot.ts";
import { layerUnder, usePointer } from "./pointer.ts";
import { Tooltip } from "./tooltip.tsx";

export const HEIGHT = 212;

/** The signal in focus against its thresholds, over the window of time that is shown. */
export function SignalChart() {
  const playground = usePlayground();
  const { signals, focus, position, capture, time: shown } = playground;
  const host = useRef<HTMLDivElement>(null);
  const column = signals.value.find(({ signal }) => signal === focus.value);
  const { plot, stack } = usePlot(host, column);
  // Before anything is placed by it.
  plot?.show(shown.window.value);
  const { hover, dragged, handlers } = usePointer({ playground, host, plot, stack });
  const time = capture.value?.times[position.value];
  return (
    <div class="chart" style={{ height: `${HEIGHT}px` }} {...handlers}>
      <div
        class="plot"
        ref={host}
        role="img"
        aria-label={column === undefined ? "Reading the signals" : summaryOf(column)}
      />
      {plot !== null && stack !== null && <PodLabels plot={plot} stack={stack} />}
      {plot !== null && column !== undefined && (
        <ThresholdHandles plot={plot} column={column} isStack={stack !== null} />
      )}
      {plot !== null && time !== undefined && isIn(shown.window.value, time) && (
        <div class="position" style={{ transform: `translateX(${plot.leftOf(time)}px)` }} />
      )}
      {dragged !== null && (
        <div
          class="dragged"
          style={{ left: `${dragged.left}px`, width: `${dragged.right - dragged.left}px` }}
        />
      )}
      {plot !== null && column !== undefined && hover !== null && (
        <Tooltip
          plot={plot}
          column={column}
          stack={stack}
          place={hover}
          layer={layerUnder({ plot, stack }, hover)}
        />
      )}
    </div>
  );
}

interface Shown {
  readonly plot: Plot | null;
  readonly stack: Stack | null;
}

/** Draws the signal, by pod where that is wanted; what is pointed at is painted again. */
function usePlot(host: RefObject<HTMLDivElement | null>, column: SignalColumn | undefined): Shown {
  const { capture, podUsage, record, pointed, pod, isChanged, time } = usePlayground();
  const [plot, setPlot] = useState<Plot | null>(null);
  const times = capture.value?.times;
  const zone = time.zone.value;
  const usage = podUsage.shown.value;
  const run = isChanged.value ? record.run.value : null;
  const recorded = run?.signals.find(({ signal }) => signal === column?.signal);
  const isAwaited = podUsage.isAwaited.value;
  const stack = useMemo(
    () => (usage === null || times === undefined ? null : stackOf(usage, times)),
    [usage, times],
  );
  const lit = useRef<string | null>(null);
  lit.current = pointed.value?.pod ?? pod.value?.uid ?? null;
  useEffect(() => {
    if (host.current === null || column === undefined || times === undefined || isAwaited) return;
    const made = new Plot(host.current, times, linesOf(column, stack !== null, recorded), {
      compact: false,
      format: (amount) => formatAmount(column.signal, amount),
      height: HEIGHT,
      window: time.window.peek(),
      zone,
      ...(stack === null
        ? {}
        : {
            top: stack.capacity,
            paint: (canvas) => paintLayers(canvas, { ...stack, pointed: lit.current }),
          }),
    });
    setPlot(made);
    // The next one takes its place at once: a handle that is held stays where it is.
    return () => made.destroy();
  }, [host, column, times, stack, recorded, isAwaited, zone, time]);
  useEffect(() => plot?.repaint(), [plot, pointed.value, pod.value]);
  return { plot, stack };
}

/** The chart in a sentence, for screen readers. */
function summaryOf({ signal, available, thresholds }: SignalColumn): string {
  const known = [...available].filter((amount) => !Number.isNaN(amount));
  const text = (amount: number) => formatAmount(signal as Signal, amount);
  const [least = 0, most = 0] = [Math.min, Math.max].map((of) =>
    known.reduce((a, b) => of(a, b), known[0] ?? 0),
  );
  const range = known.length === 0 ? "not observed" : `between ${text(least)} and ${text(most)}`;
  const limits = thresholds.map(
    ({ hard, value }) => `${hard ? "hard" : "soft"} threshold ${value}`,
  );
  return `${signal} over time: ${[range, ...limits].join(", ")}.`;
}
