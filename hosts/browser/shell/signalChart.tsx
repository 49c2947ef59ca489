import { useRef } from "preact/hooks";
import { UP_FROM_NODE } from "../../../analysis/questions/explain/usageWords.ts";
import { chartSentence } from "../../../analysis/questions/replay/chartWords.ts";
import { Marks } from "../chart/marks.tsx";
import { usePointer } from "../chart/pointer.ts";
import { UnknownArea } from "../chart/unknownArea.tsx";
import { usePlot } from "../chart/usePlot.ts";
import { Amount, useAmountText } from "../controls/amount.tsx";
import type { SignalColumn } from "../session/protocol.ts";
import { useModel, useStore } from "../state/context.ts";
import { READING_SIGNALS } from "../state/words.ts";
import { FEATURES } from "./features.ts";
import { axisText } from "./words.ts";

const { threshold, usage: podUsage } = FEATURES;

/** The signal in focus against its thresholds, over the window of time that is shown. */
export function SignalChart() {
  const { signals, focus } = useStore();
  const usages = useModel(podUsage.model);
  const host = useRef<HTMLDivElement>(null);
  const column = signals.value.find(({ signal }) => signal === focus.value);
  const [usage, isByPod] = [usages.usageOf(focus.value), usages.isByPod.value];
  const { plot, stack } = usePlot(host, column, { hasTimes: true, usage, isByPod });
  const { hover, dragged, handlers } = usePointer({ host, plot, stack });
  return (
    <div class="chart" {...handlers}>
      <div
        class="plot"
        ref={host}
        role="img"
        aria-label={column === undefined ? READING_SIGNALS : chartSentence(column)}
      />
      {plot !== null && stack !== null && <podUsage.Labels plot={plot} stack={stack} />}
      {plot !== null && stack !== null && stack.floor > 0 && (
        <p class="chart-floor">
          from <Amount signal={focus.value} of={stack.floor} /> {UP_FROM_NODE}
        </p>
      )}
      {column !== undefined && <AxisName column={column} isUsed={stack !== null} />}
      {plot !== null && <UnknownArea plot={plot} />}
      {plot !== null && column !== undefined && (
        <>
          <threshold.Handles plot={plot} column={column} isStack={stack !== null} />
          <Marks {...{ plot, column, stack, hover, dragged, usage }} />
        </>
      )}
    </div>
  );
}

interface AxisNameProps {
  readonly column: SignalColumn;
  /** Whether what is used is drawn, and not what is left. */
  readonly isUsed: boolean;
}

/** What the amounts next to the axis are, and of how much. */
function AxisName({ column, isUsed }: AxisNameProps) {
  const { position } = useStore();
  const text = useAmountText();
  const capacity = column.capacity[position.value] ?? Number.NaN;
  const of = Number.isNaN(capacity) ? "" : text(column.signal, capacity);
  return (
    <p class="axis-name" aria-hidden="true">
      {axisText(column.signal, isUsed, of)}
    </p>
  );
}
