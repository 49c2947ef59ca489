import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { formatAmount } from "../../../analysis/text/amount.ts";
import type { SignalColumn, Usage } from "../session/protocol.ts";
import { useModel, useStore } from "../state/context.ts";
import { Recorded } from "../state/recorded.ts";
import { ShownTime } from "../time/shownTime.ts";
import { linesOf } from "./lines.ts";
import { paintLayers } from "./paint.ts";
import type { Plot } from "./plot.ts";
import { usePlotting } from "./plotting.ts";
import { ceilingOf, type Stack, stackOf } from "./stack.ts";

interface ChartLook {
  /** Whether the times stand below it. */
  readonly hasTimes: boolean;
  /** Who uses what the signal measures; null until it is read. */
  readonly usage: Usage | null;
  /** Whether the chart is of pods, once that is read, and not of the amount that is left. */
  readonly isByPod: boolean;
}

interface Shown {
  readonly plot: Plot | null;
  readonly stack: Stack | null;
}

/** Draws a signal, by pod where that is wanted; what is pointed at is painted again. */
export function usePlot(
  host: RefObject<HTMLDivElement | null>,
  column: SignalColumn | undefined,
  { hasTimes, usage, isByPod }: ChartLook,
): Shown {
  const { capture, pointed, pod, isChanged } = useStore();
  const record = useModel(Recorded);
  const time = useModel(ShownTime);
  const [plot, setPlot] = useState<Plot | null>(null);
  const Plotting = usePlotting();
  const times = capture.value?.times;
  const zone = time.zone.value;
  const stacked = isByPod ? usage : null;
  const run = isChanged.value ? record.run.value : null;
  const recorded = run?.signals.find((each) => each.signal === column?.signal);
  const isAwaited = isByPod && usage === null;
  const stack = useMemo(
    () => (stacked === null || times === undefined ? null : stackOf(stacked, times)),
    [stacked, times],
  );
  const lit = useRef<string | null>(null);
  lit.current = pointed.value?.pod ?? pod.value?.uid ?? null;
  useEffect(() => {
    if (host.current === null || column === undefined || times === undefined || isAwaited) return;
    if (Plotting === null) return;
    const made = new Plotting(host.current, times, linesOf(column, stack !== null, recorded), {
      compact: false,
      hasTimes,
      format: (amount) => formatAmount(column.signal, amount),
      window: time.window.peek(),
      zone,
      ...(stack === null
        ? {}
        : {
            bottom: stack.floor,
            top: ceilingOf(stack, column.thresholds.length > 0),
            paint: (canvas) => paintLayers(canvas, { ...stack, pointed: lit.current }),
          }),
    });
    setPlot(made);
    // The next one takes its place at once: a handle that is held stays where it is.
    return () => made.destroy();
  }, [Plotting, host, column, times, stack, recorded, isAwaited, zone, time, hasTimes]);
  useEffect(() => plot?.repaint(), [plot, pointed.value, pod.value]);
  // Before anything is placed by it.
  plot?.show(time.window.value);
  return { plot, stack };
}
