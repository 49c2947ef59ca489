import type { ComponentChildren } from "preact";
import {
  gracePeriodOf,
  heldText,
  NO_PRESSURE,
  UNOBSERVED,
} from "../../../analysis/questions/replay/chartWords.ts";
import { actsText } from "../../../analysis/questions/replay/stepEvents.ts";
import { formatSeconds, plural } from "../../../analysis/text/amount.ts";
import { NODE_CONDITIONS } from "../../../analysis/text/outcome.ts";
import { EVICTED, type SignalColumn, type StepEvent, type Timeline } from "../session/protocol.ts";
import { useModel, useStore } from "../state/context.ts";
import { type Stretch, stretches } from "../state/turningPoints.ts";
import { ShownTime } from "../time/shownTime.ts";
import { isIn } from "../time/window.ts";
import { Band, LaneArea, percent, share } from "./laneArea.tsx";

/** More markers than this stand too close to be told apart, and are slow to draw. */
const MARKERS_MAX = 400;

interface LanesProps {
  readonly timeline: Timeline | undefined;
  /** Conditions that only the pressure transition period holds. */
  readonly held?: Uint8Array;
  /** With the grace periods of their thresholds. */
  readonly signals?: readonly SignalColumn[];
  /** Lanes before and after the marks of what is decided. */
  readonly before?: ComponentChildren;
  readonly after?: ComponentChildren;
}

const NONE = new Uint8Array();

/** Node conditions as bands, reclaims and evictions as marks, over the time of the chart. */
export function Lanes({ timeline, held = NONE, signals = [], before, after }: LanesProps) {
  const { capture, decided, isUnobserved } = useStore();
  const times = capture.value?.times;
  if (timeline === undefined || times === undefined) return <div class="lanes" />;
  const period = decided.value?.policy.pressureTransitionPeriodSeconds;
  const shown = NODE_CONDITIONS.map((name, index) => ({
    name,
    bands: stretches(timeline.conditions, 1 << index),
    held: stretches(held, 1 << index),
  })).filter(({ bands }) => bands.length > 0);
  return (
    <div class="lanes">
      {shown.map(({ name, bands, held }) => (
        <Lane key={name} kind={name} bands={bands} held={held} transitionSeconds={period} />
      ))}
      <GraceLanes signals={signals} times={times} />
      {shown.length === 0 && <p class="quiet">{isUnobserved.value ? UNOBSERVED : NO_PRESSURE}</p>}
      {before}
      <Marks events={timeline.events} times={times} acts={timeline.acts} />
      {after}
    </div>
  );
}

interface LaneProps {
  /** Its class, and what it goes by. */
  readonly kind: string;
  readonly bands: readonly Stretch[];
  /** Stretches in which only the pressure transition period keeps it, which lasts so long. */
  readonly held?: readonly Stretch[];
  readonly transitionSeconds?: number | undefined;
}

/** Stretches of steps over the time of the chart. */
export function Lane({ kind, bands, held = [], transitionSeconds = 0 }: LaneProps) {
  const { capture } = useStore();
  const times = capture.value?.times ?? new Float64Array();
  return (
    <div class={`lane ${kind}`}>
      <span class="lane-name">{kind}</span>
      <LaneArea label={`${kind}: ${plural(bands.length, "time")}`}>
        {bands.map(({ from, to }) => (
          <Band key={from} class="band" title={kind} times={times} from={from} to={to} />
        ))}
        {held.map(({ from, to }) => (
          <Band
            key={`held ${from}`}
            class="band held"
            title={heldText(kind, transitionSeconds)}
            times={times}
            from={from}
            to={to}
          >
            held
          </Band>
        ))}
      </LaneArea>
    </div>
  );
}

interface GraceLanesProps {
  readonly signals: readonly SignalColumn[];
  readonly times: Float64Array;
}

/** The grace period of each soft threshold that was ever met: how it fills, and starts again. */
function GraceLanes({ signals, times }: GraceLanesProps) {
  const { pointed } = useStore();
  const clocks = signals.flatMap(({ signal, thresholds }) =>
    thresholds
      .filter(({ grace }) => grace.some((share) => share > 0))
      .map((each) => ({ ...each, signal })),
  );
  return (
    <>
      {clocks.map(({ signal, hard, grace, gracePeriodSeconds }) => (
        <div
          key={signal}
          class="lane grace"
          onPointerEnter={() => (pointed.value = { threshold: { signal, hard } })}
          onPointerLeave={() => (pointed.value = null)}
        >
          <span class="lane-name">grace of {formatSeconds(gracePeriodSeconds)}</span>
          <LaneArea
            label={gracePeriodOf(signal, gracePeriodSeconds)}
            title={gracePeriodOf(signal, gracePeriodSeconds)}
          >
            <svg viewBox="0 0 1000 100" preserveAspectRatio="none" aria-hidden="true">
              <path d={graceArea(times, grace)} />
            </svg>
          </LaneArea>
        </div>
      ))}
    </>
  );
}

/** Filled from the bottom by as much as has passed; a step lasts until the next. */
function graceArea(times: Float64Array, grace: Float64Array): string {
  const parts = ["M0 100"];
  const x = (step: number) => (share(times, step) * 1000).toFixed(3);
  let before = 0;
  for (let step = 0; step < grace.length; step++) {
    const now = grace[step] ?? 0;
    if (now === 0 && before === 0) continue;
    // It rises as time passes, and falls at once.
    if (now < before || before === 0) parts.push(`L${x(step)} 100`);
    parts.push(`L${x(step)} ${(100 - now * 100).toFixed(1)}`);
    before = now;
  }
  return `${parts.join("")}L1000 100Z`;
}

interface MarksProps {
  readonly events: readonly StepEvent[];
  readonly times: Float64Array;
  readonly acts: Uint8Array;
}

function Marks({ events, times, acts }: MarksProps) {
  const store = useStore();
  const shown = useMarked(events, times);
  if (events.length === 0) return null;
  return (
    <div class="lane marks">
      <span class="lane-name">Evictions</span>
      <LaneArea>
        {shown.map((event) => {
          const text = actsText(event.evicted, event.reclaim);
          const isEviction = ((acts[event.step] ?? 0) & EVICTED) !== 0;
          return (
            <button
              key={event.step}
              type="button"
              tabIndex={-1}
              class={isEviction ? "act evicts" : "act reclaims"}
              style={{ left: percent(times, event.step) }}
              title={text}
              aria-label={`Step ${event.step + 1}: ${text}`}
              onClick={() => store.goTo(event.step)}
            >
              <span class="shape" />
            </button>
          );
        })}
      </LaneArea>
    </div>
  );
}

/** All events, or where they are too many, so many of those in the window. */
function useMarked(events: readonly StepEvent[], times: Float64Array): readonly StepEvent[] {
  const time = useModel(ShownTime);
  if (events.length <= MARKERS_MAX) return events;
  const window = time.window.value;
  const inside = events.filter(({ step }) => isIn(window, times[step] ?? 0));
  const every = Math.ceil(inside.length / MARKERS_MAX);
  return inside.filter((_, index) => index % every === 0);
}
