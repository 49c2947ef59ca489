import { plural } from "../../shared/amount.ts";
import { podTexts } from "../../shared/podText.ts";
import { EVICTED, NODE_CONDITIONS, type StepEvent, type Timeline } from "../protocol.ts";
import { type Stretch, stretches } from "../state/turningPoints.ts";
import { usePlayground } from "./context.ts";

/** More markers than this stand too close to be told apart, and are slow to draw. */
const MARKERS_MAX = 400;

/** Node conditions as bands, reclaims and evictions as marks, over the time of the chart. */
export function Lanes({ timeline }: { readonly timeline: Timeline | undefined }) {
  const { capture } = usePlayground();
  const times = capture.value?.times;
  if (timeline === undefined || times === undefined) return <div class="lanes" />;
  const shown = NODE_CONDITIONS.map((name, index) => ({
    name,
    bands: stretches(timeline.conditions, 1 << index),
  })).filter(({ bands }) => bands.length > 0);
  return (
    <div class="lanes">
      {shown.map(({ name, bands }) => (
        <Lane key={name} kind={name} name={name.replace("Pressure", "")} bands={bands} />
      ))}
      {shown.length === 0 && <p class="quiet">The node reports no pressure in this capture.</p>}
      <Marks events={timeline.events} times={times} acts={timeline.acts} />
    </div>
  );
}

interface LaneProps {
  /** Its class, and what it goes by when it is read out. */
  readonly kind: string;
  readonly name: string;
  readonly bands: readonly Stretch[];
}

/** Stretches of steps over the time of the chart. */
export function Lane({ kind, name, bands }: LaneProps) {
  const { capture } = usePlayground();
  const times = capture.value?.times ?? new Float64Array();
  return (
    <div class={`lane ${kind}`}>
      <span class="lane-name">{name}</span>
      <div class="lane-area" role="img" aria-label={`${kind}: ${plural(bands.length, "time")}`}>
        {bands.map(({ from, to }) => (
          <span
            key={from}
            class="band"
            title={kind}
            style={{ left: percent(times, from), right: `calc(100% - ${percent(times, to)})` }}
          />
        ))}
      </div>
    </div>
  );
}

interface MarksProps {
  readonly events: readonly StepEvent[];
  readonly times: Float64Array;
  readonly acts: Uint8Array;
}

function Marks({ events, times, acts }: MarksProps) {
  const playground = usePlayground();
  if (events.length === 0) return null;
  const every = Math.ceil(events.length / MARKERS_MAX);
  const shown = events.filter((_, index) => index % every === 0);
  return (
    <div class="lane marks">
      <span class="lane-name">Acts</span>
      <div class="lane-area">
        {shown.map((event) => {
          const isEviction = ((acts[event.step] ?? 0) & EVICTED) !== 0;
          return (
            <button
              key={event.step}
              type="button"
              tabIndex={-1}
              class={isEviction ? "act evicts" : "act reclaims"}
              style={{ left: percent(times, event.step) }}
              title={eventText(event)}
              aria-label={`Step ${event.step + 1}: ${eventText(event)}`}
              onClick={() => playground.goTo(event.step)}
            />
          );
        })}
      </div>
    </div>
  );
}

function eventText({ evicted, reclaim }: StepEvent): string {
  if (evicted.length > 0) return `evicts ${podTexts(evicted)}`;
  return `reclaims: ${reclaim.join(", ")}`;
}

/** Where a step stands between the first and the last; a band's end lies after its last step. */
function percent(times: Float64Array, step: number): string {
  const first = times[0] ?? 0;
  const last = times.at(-1) ?? first;
  const at = times[Math.min(step, times.length - 1)] ?? first;
  return last === first ? "50%" : `${((at - first) / (last - first)) * 100}%`;
}
