import { useRef } from "preact/hooks";
import type { Signal } from "../../../../analysis/engine/decision.ts";
import { ABOVE_REQUEST } from "../../../../analysis/questions/explain/usageWords.ts";
import { chartSentence, NOT_OBSERVED } from "../../../../analysis/questions/replay/chartWords.ts";
import { podText } from "../../../../analysis/text/podText.ts";
import { foremostAt } from "../../chart/foremost.ts";
import { LineLegend } from "../../chart/lineLegend.tsx";
import { Marks } from "../../chart/marks.tsx";
import { usePointer } from "../../chart/pointer.ts";
import { momentAt } from "../../chart/stack.ts";
import { usePlot } from "../../chart/usePlot.ts";
import { Amount } from "../../controls/amount.tsx";
import type { SignalColumn } from "../../session/protocol.ts";
import { useModel, useStore } from "../../state/context.ts";
import { PodUsages } from "../usage/podUsages.ts";
import { Multiples } from "./multiples.ts";
import { ADD, FURTHER } from "./words.ts";

/** The chosen signals below the one in focus: the same times, the same window, one cursor. */
export function MultipleCharts() {
  const { signals, shownBelow } = useStore();
  const columns = shownBelow.value.flatMap((name) =>
    signals.value.filter(({ signal }) => signal === name),
  );
  if (columns.length === 0) return null;
  return (
    <ul class="multiples" aria-label={FURTHER}>
      {columns.map((column) => (
        <li key={column.signal}>
          <Title column={column} />
          <SmallChart column={column} />
        </li>
      ))}
    </ul>
  );
}

function SmallChart({ column }: { readonly column: SignalColumn }) {
  const podUsage = useModel(PodUsages);
  const host = useRef<HTMLDivElement>(null);
  const [usage, isByPod] = [podUsage.usageOf(column.signal), podUsage.isByPod.value];
  const { plot, stack } = usePlot(host, column, { hasTimes: false, usage, isByPod });
  const { hover, dragged, handlers } = usePointer({ host, plot, stack });
  return (
    <div class="chart small" {...handlers}>
      <div class="plot" ref={host} role="img" aria-label={chartSentence(column)} />
      {plot !== null && <Marks {...{ plot, column, stack, hover, dragged, usage }} />}
    </div>
  );
}

/** What is left at the position, and who takes most of it: the same as the tooltip, for keys. */
function Title({ column }: { readonly column: SignalColumn }) {
  const { position } = useStore();
  const multiples = useModel(Multiples);
  const { signal } = column;
  const left = column.available[position.value] ?? Number.NaN;
  return (
    <h3 class="multiple-title">
      <button
        type="button"
        class="plain"
        title={`Show ${signal} large`}
        onClick={() => multiples.enlarge(signal)}
      >
        <code>{signal}</code>
      </button>
      <output>{Number.isNaN(left) ? NOT_OBSERVED : <Amount signal={signal} of={left} />}</output>
      <Foremost signal={signal} />
      <LineLegend column={column} thresholds={column.thresholds} hasRecorded={false} />
      <button
        type="button"
        class="small remove"
        aria-label={`Remove ${signal}`}
        title={`Remove ${signal}`}
        onClick={() => {
          multiples.remove(signal);
          // What was focused is gone.
          document.querySelector<HTMLElement>(".add-signal")?.focus();
        }}
      >
        ×
      </button>
    </h3>
  );
}

function Foremost({ signal }: { readonly signal: Signal }) {
  const { position } = useStore();
  const podUsage = useModel(PodUsages);
  const usage = podUsage.usageOf(signal);
  const [first] = usage === null ? [] : foremostAt(usage, momentAt(usage, position.value));
  if (first === undefined) return null;
  const { pod, usage: used, above } = first;
  return (
    <span class="quiet">
      {podText(pod)} uses <Amount signal={signal} of={used} />
      {above > 0 && (
        <>
          , <Amount signal={signal} of={above} /> {ABOVE_REQUEST}
        </>
      )}
    </span>
  );
}

const ALL = "all";

/** Adds a signal below the one in focus. */
export function AddSignal() {
  const multiples = useModel(Multiples);
  const others = multiples.others.value;
  return (
    <select
      class="add-signal"
      aria-label={ADD}
      value=""
      disabled={others.length === 0}
      onChange={({ currentTarget }) => {
        const { value } = currentTarget;
        multiples.add(...others.filter((name) => value === ALL || name === value));
        currentTarget.value = "";
      }}
    >
      <option value="">+ Signal</option>
      {others.map((name) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
      {others.length > 1 && <option value={ALL}>all {others.length}</option>}
    </select>
  );
}
