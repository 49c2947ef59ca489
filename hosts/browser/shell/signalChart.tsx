import { useRef } from "preact/hooks";
import { Marks } from "../chart/marks.tsx";
import { usePointer } from "../chart/pointer.ts";
import { summaryOf } from "../chart/summary.ts";
import { usePlot } from "../chart/usePlot.ts";
import { Amount } from "../controls/amount.tsx";
import { ThresholdHandles } from "../features/threshold/handles.tsx";
import { PodLabels } from "../features/usage/podLabels.tsx";
import { usePlayground } from "../state/context.ts";

/** The signal in focus against its thresholds, over the window of time that is shown. */
export function SignalChart() {
  const playground = usePlayground();
  const { signals, focus } = playground;
  const host = useRef<HTMLDivElement>(null);
  const column = signals.value.find(({ signal }) => signal === focus.value);
  const { plot, stack } = usePlot(host, column, { hasTimes: true });
  const { hover, dragged, handlers } = usePointer({ playground, host, plot, stack });
  return (
    <div class="chart" {...handlers}>
      <div
        class="plot"
        ref={host}
        role="img"
        aria-label={column === undefined ? "Reading the signals" : summaryOf(column)}
      />
      {plot !== null && stack !== null && <PodLabels plot={plot} stack={stack} />}
      {plot !== null && stack !== null && stack.floor > 0 && (
        <p class="chart-floor">
          from <Amount signal={focus.value} of={stack.floor} /> up: the node itself uses what is
          below
        </p>
      )}
      {plot !== null && column !== undefined && (
        <>
          <ThresholdHandles plot={plot} column={column} isStack={stack !== null} />
          <Marks {...{ plot, column, stack, hover, dragged }} />
        </>
      )}
    </div>
  );
}
