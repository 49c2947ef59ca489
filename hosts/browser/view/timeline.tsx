import { formatAmount } from "../../shared/amount.ts";
import { SignalChart } from "../chart/signalChart.tsx";
import { usePlayground } from "./context.ts";
import { Lanes } from "./lanes.tsx";
import { Transport } from "./transport.tsx";

/** The capture over time: conditions, events, the signal in focus, and the position. */
export function TimelineFigure() {
  const { capture, decided, focus, steps, position } = usePlayground();
  const playground = usePlayground();
  const outline = capture.value;
  if (outline === null) return null;
  return (
    <section class="figure" aria-label="The capture over time">
      <Transport />
      <Lanes timeline={decided.value?.timeline} />
      <ChartTitle />
      <SignalChart key={outline.name} />
      <input
        class="scrubber"
        type="range"
        aria-label="Step"
        aria-valuetext={`step ${position.value + 1}, showing ${focus.value}`}
        min={0}
        max={Math.max(steps.value - 1, 0)}
        value={position.value}
        onInput={({ currentTarget }) => playground.goTo(Number(currentTarget.value))}
      />
    </section>
  );
}

function ChartTitle() {
  const { focus, signals, position } = usePlayground();
  const column = signals.value.find(({ signal }) => signal === focus.value);
  const available = column?.available[position.value];
  const isKnown = available !== undefined && !Number.isNaN(available);
  return (
    <h3 class="chart-title">
      <code>{focus.value}</code>
      {isKnown && <output>{formatAmount(focus.value, available)}</output>}
      <span class="legend">
        {column?.thresholds.map(({ hard, value }) => (
          <span key={String(hard)} class={hard ? "key hard" : "key soft"}>
            {hard ? "hard" : "soft"} {value}
          </span>
        ))}
      </span>
    </h3>
  );
}
