import { usageTitle } from "../../../analysis/questions/explain/usageWords.ts";
import { LineLegend } from "../chart/lineLegend.tsx";
import { Amount } from "../controls/amount.tsx";
import { Lanes } from "../controls/lanes.tsx";
import { moveByKey } from "../controls/playback.ts";
import { useModel, useStore } from "../state/context.ts";
import { Recorded } from "../state/recorded.ts";
import { ShownTime } from "../time/shownTime.ts";
import { isIn } from "../time/window.ts";
import { FEATURES } from "./features.ts";
import { SignalChart } from "./signalChart.tsx";
import { CaptureTransport } from "./transport.tsx";
import { CHART_SHOWS, OVER_TIME, WHAT_IS_LEFT } from "./words.ts";

const { exporting, headroom, multiples, oom, threshold, usage, zoom } = FEATURES;

/** Fewer steps have no curve that a chart could show. */
export const CHART_STEPS_MIN = 3;

interface TimelineProps {
  /** Whether the kernel's part is asked for: who would act first, at every step. */
  readonly isOfKernel?: boolean;
}

/** The capture over time: conditions, events, the signal in focus, and the position. */
export function TimelineFigure({ isOfKernel = false }: TimelineProps) {
  const { capture } = useStore();
  const podUsage = useModel(usage.model);
  const outline = capture.value;
  if (outline !== null && outline.times.length < CHART_STEPS_MIN) return <Snapshot />;
  return (
    <section class="figure" aria-label={OVER_TIME}>
      <div class="figure-head">
        <CaptureTransport />
        <ChartTitle />
      </div>
      <CaptureLanes isOfKernel={isOfKernel} />
      <div class="legend-row">
        {isOfKernel && <oom.Legend />}
        {podUsage.isByPod.value && <usage.Legend usage={podUsage.shown.value} />}
        <ChartLegend />
        <multiples.Add />
      </div>
      {outline === null ? <div class="chart" /> : <SignalChart key={outline.name} />}
      <multiples.Charts />
      <div class="scrubber-row">
        <div class="gutter-fields">
          <zoom.ZoneField />
          <exporting.Picture />
        </div>
        <Scrubber />
      </div>
      <zoom.Overview isByPod={podUsage.isByPod.value} />
    </section>
  );
}

/** One moment or two: what is left of everything, instead of a curve over time. */
function Snapshot() {
  const { decided } = useStore();
  return (
    <section class="figure" aria-label={WHAT_IS_LEFT}>
      <div class="figure-head">
        <CaptureTransport />
      </div>
      {(decided.value?.timeline.events.length ?? 0) > 0 && <CaptureLanes />}
      <headroom.Bars />
      <headroom.Panel />
    </section>
  );
}

/** What is decided, with grace periods, the conditions that are held, and the kernel's kills. */
function CaptureLanes({ isOfKernel = false }: TimelineProps) {
  const { capture, decided, held, signals } = useStore();
  const times = capture.value?.times ?? new Float64Array();
  return (
    <Lanes
      timeline={decided.value?.timeline}
      held={held.value}
      signals={signals.value}
      before={isOfKernel && <oom.Lane times={times} />}
      after={<oom.Marks times={times} />}
    />
  );
}

/** In time, over the window of the chart above it: steps need not be evenly spaced. */
function Scrubber() {
  const store = useStore();
  const { capture, position, steps, focus } = store;
  const shown = useModel(ShownTime);
  const times = capture.value?.times ?? new Float64Array([0]);
  const { from, to } = shown.window.value;
  const time = times[position.value] ?? from;
  return (
    <input
      class={isIn({ from, to }, time) ? "scrubber" : "scrubber away"}
      type="range"
      aria-label="Step"
      aria-valuetext={`step ${position.value + 1} of ${steps.value}, showing ${focus.value}`}
      min={0}
      max={Math.max(to - from, 1)}
      step={1}
      value={time - from}
      onKeyDown={(event) => moveByKey(event, store)}
      onInput={({ currentTarget }) => {
        store.goTo(nearest(times, from + currentTarget.valueAsNumber));
        // A step may be far from where the thumb was put.
        currentTarget.valueAsNumber = (times[store.position.peek()] ?? from) - from;
      }}
    />
  );
}

function nearest(times: Float64Array, time: number): number {
  let best = 0;
  for (let step = 0; step < times.length; step++) {
    const [a, b] = [times[step] ?? 0, times[best] ?? 0];
    if (Math.abs(a - time) < Math.abs(b - time)) best = step;
  }
  return best;
}

/** Lines that a handle carries have their label there. */
function ChartLegend() {
  const { focus, signals, isChanged } = useStore();
  const record = useModel(Recorded);
  const column = signals.value.find(({ signal }) => signal === focus.value);
  if (column === undefined) return null;
  return (
    <LineLegend
      column={column}
      thresholds={column.thresholds.filter((each) => !threshold.isMovable(each))}
      hasRecorded={isChanged.value && record.run.value !== null}
    />
  );
}

function ChartTitle() {
  const { focus, signals, position } = useStore();
  const podUsage = useModel(usage.model);
  const column = signals.value.find(({ signal }) => signal === focus.value);
  const available = column?.available[position.value];
  const isKnown = available !== undefined && !Number.isNaN(available);
  const shown = podUsage.shown.value;
  return (
    <>
      <h2 class="chart-title">
        {shown !== null && <span>{usageTitle(shown.resource)}</span>}
        <code>{focus.value}</code>
        {isKnown && (
          <output>
            <Amount signal={focus.value} of={available} />
          </output>
        )}
      </h2>
      <fieldset class="segments">
        <legend class="visually-hidden">{CHART_SHOWS}</legend>
        {(["By pod", "Available"] as const).map((title) => (
          <label key={title}>
            <input
              type="radio"
              name="chart"
              checked={podUsage.isByPod.value === (title === "By pod")}
              onChange={() => (podUsage.isByPod.value = title === "By pod")}
            />
            <span>{title}</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}
