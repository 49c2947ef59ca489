import { useEffect, useRef, useState } from "preact/hooks";
import { formatAmount } from "../../shared/amount.ts";
import type { Signal } from "../../shared/decision.ts";
import type { SignalColumn } from "../protocol.ts";
import { ThresholdHandles } from "../threshold/handles.tsx";
import { usePlayground } from "../view/context.ts";
import { type Line, Plot } from "./plot.ts";

const HEIGHT = 260;

/** The signal in focus against its thresholds; a press or a drag moves through the capture. */
export function SignalChart() {
  const playground = usePlayground();
  const { signals, focus, position, capture } = playground;
  const host = useRef<HTMLDivElement>(null);
  const [plot, setPlot] = useState<Plot | null>(null);
  const column = signals.value.find(({ signal }) => signal === focus.value);
  const times = capture.value?.times;
  useEffect(() => {
    if (host.current === null || column === undefined || times === undefined) return;
    const made = new Plot(host.current, times, linesOf(column), {
      compact: false,
      format: (amount) => formatAmount(column.signal, amount),
      height: HEIGHT,
    });
    setPlot(made);
    return () => {
      setPlot(null);
      made.destroy();
    };
  }, [column, times]);
  const time = times?.[position.value];
  const scrub = ({ clientX }: PointerEvent) => {
    const left = host.current?.getBoundingClientRect().left ?? 0;
    if (plot !== null) playground.goTo(plot.stepAt(clientX - left));
  };
  return (
    <div
      class="chart"
      style={{ height: `${HEIGHT}px` }}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        scrub(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) scrub(event);
      }}
    >
      <div
        class="plot"
        ref={host}
        role="img"
        aria-label={column === undefined ? "Reading the signals" : summaryOf(column)}
      />
      {plot !== null && column !== undefined && <ThresholdHandles plot={plot} column={column} />}
      {plot !== null && time !== undefined && (
        <div class="position" style={{ transform: `translateX(${plot.leftOf(time)}px)` }} />
      )}
    </div>
  );
}

export function linesOf(column: SignalColumn): Line[] {
  const lines: Line[] = [{ kind: "available", label: column.signal, values: column.available }];
  for (const { hard, limit, minReclaim, value } of column.thresholds) {
    if (minReclaim.some((amount) => amount > 0)) {
      const resume = limit.map((amount, step) => amount + (minReclaim[step] ?? 0));
      lines.push({ kind: "resume", label: `minimum reclaim above ${value}`, values: resume });
    }
    lines.push({ kind: hard ? "hard" : "soft", label: value, values: limit });
  }
  return lines;
}

/** The chart in a sentence, for screen readers. */
function summaryOf({ signal, available, thresholds }: SignalColumn): string {
  const known = [...available].filter((amount) => !Number.isNaN(amount));
  const text = (amount: number) => formatAmount(signal as Signal, amount);
  const range =
    known.length === 0
      ? "not observed"
      : `between ${text(Math.min(...known))} and ${text(Math.max(...known))}`;
  const limits = thresholds.map(
    ({ hard, value }) => `${hard ? "hard" : "soft"} threshold ${value}`,
  );
  return `${signal} over time: ${[range, ...limits].join(", ")}.`;
}
