import { useEffect, useRef } from "preact/hooks";
import type { Signal, ThresholdArithmetic } from "../../../../analysis/engine/decision.ts";
import { thresholdState } from "../../../../analysis/text/observedThreshold.ts";
import { linesOf } from "../../chart/lines.ts";
import { usePlotting } from "../../chart/plotting.ts";
import { Amount } from "../../controls/amount.tsx";
import { Limit } from "../../controls/limit.tsx";
import type { SignalColumn } from "../../session/protocol.ts";
import { useModel, useStore } from "../../state/context.ts";
import { ShownTime } from "../../time/shownTime.ts";

const HEIGHT = 34;

/** Every signal, small: its curve, what is available now, and the state of its thresholds. */
export function SignalList() {
  const { signals, decision } = useStore();
  const thresholds = decision.value?.thresholds ?? [];
  return (
    <section class="panel signals" aria-labelledby="signals-title">
      <h2 id="signals-title">Signals</h2>
      <ul>
        {signals.value.map((column) => (
          <SignalRow
            key={column.signal}
            column={column}
            thresholds={thresholds.filter(({ signal }) => signal === column.signal)}
          />
        ))}
      </ul>
    </section>
  );
}

interface SignalRowProps {
  readonly column: SignalColumn;
  readonly thresholds: readonly ThresholdArithmetic[];
}

function SignalRow({ column, thresholds }: SignalRowProps) {
  const { focus, position } = useStore();
  const { signal } = column;
  const available = column.available[position.value] ?? Number.NaN;
  const isFocus = focus.value === signal;
  const [resource, amount] = signal.split(".");
  return (
    <li>
      <button
        type="button"
        class="signal"
        aria-pressed={isFocus}
        onClick={() => (focus.value = signal)}
      >
        <code>
          {resource}.<wbr />
          {amount}
        </code>
        <Spark column={column} />
        <span class="amount">
          {Number.isNaN(available) ? "not observed" : <Amount signal={signal} of={available} />}
        </span>
        <span class="states">
          {thresholds.map((threshold) => (
            <State key={`${threshold.hard}`} threshold={threshold} signal={signal} />
          ))}
          {thresholds.length === 0 && <span class="state none">no threshold</span>}
        </span>
      </button>
    </li>
  );
}

function State({
  threshold,
  signal,
}: {
  readonly threshold: ThresholdArithmetic;
  readonly signal: Signal;
}) {
  const { hard, met, unresolved, limit, value } = threshold;
  const kind = hard ? "hard" : "soft";
  return (
    <span class={`state ${kind} ${met || unresolved ? "on" : ""}`}>
      {kind} <Limit signal={signal} value={value} limit={limit} />: {thresholdState(threshold)}
    </span>
  );
}

function Spark({ column }: { readonly column: SignalColumn }) {
  const { capture } = useStore();
  const time = useModel(ShownTime);
  const Plotting = usePlotting();
  const host = useRef<HTMLSpanElement>(null);
  const times = capture.value?.times;
  useEffect(() => {
    if (Plotting === null || host.current === null || times === undefined) return;
    const plot = new Plotting(host.current, times, linesOf(column), {
      compact: true,
      format: String,
      height: HEIGHT,
      window: time.bounds.peek().whole,
      zone: "UTC",
    });
    return () => plot.destroy();
  }, [Plotting, column, times, time]);
  return <span class="spark" ref={host} aria-hidden="true" style={{ height: `${HEIGHT}px` }} />;
}
