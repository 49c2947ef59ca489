import {
  RACE_LANE,
  RACE_PALER,
  RACE_TITLE,
  RACE_WORDS,
  raceLabel,
  raceWords,
} from "../../../../analysis/questions/oom/raceWords.ts";
import { Band, LaneArea } from "../../controls/laneArea.tsx";
import type { OomTimeline } from "../../session/protocol.ts";
import { useModel } from "../../state/context.ts";
import { stretchesWhere } from "../../state/turningPoints.ts";
import { Oom } from "./oom.ts";
import { RACES, SOON } from "./races.ts";

/** Who would be first, kubelet or kernel, while memory falls as it does; darker, the sooner. */
export function RaceLane({ times }: { readonly times: Float64Array }) {
  const oom = useModel(Oom);
  const timeline = oom.timeline.value;
  const bands = timeline === null ? [] : bandsOf(timeline);
  // An empty lane keeps its place until they are known.
  if (timeline !== null && bands.length === 0) return null;
  const steps = countsOf(timeline);
  return (
    <div class="lane race">
      <span class="lane-name" title={RACE_TITLE}>
        {RACE_LANE}
      </span>
      <LaneArea label={raceLabel(steps)}>
        {bands.map(({ first, soon, title, from, to }) => (
          <Band
            key={`${first} ${soon} ${from}`}
            class={`band ${first} ${soon}`}
            title={title}
            times={times}
            from={from}
            to={to}
          />
        ))}
      </LaneArea>
    </div>
  );
}

/** What the colors of the lane are. */
export function RaceLegend() {
  const shown = countsOf(useModel(Oom).timeline.value);
  if (shown.length === 0) return null;
  return (
    <span class="legend race-legend">
      {shown.map(({ first, words }) => (
        <span key={first} class={`race-key ${first}`}>
          {words}
        </span>
      ))}
      <span>{RACE_PALER}</span>
    </span>
  );
}

/** Those that occur, with the number of steps. */
function countsOf(timeline: OomTimeline | null) {
  return RACE_WORDS.map(({ first, words }) => ({
    ...{ first, words },
    count: timeline?.races.filter((race) => RACES[race] === first).length ?? 0,
  })).filter(({ count }) => count > 0);
}

function bandsOf({ races, soon }: OomTimeline) {
  // Both in one number, so that a stretch is one of equal ones.
  const both = races.map((race, step) => race * SOON.length + (soon[step] ?? 0));
  return RACE_WORDS.flatMap(({ first, words }) =>
    SOON.flatMap((each, place) => {
      const code = RACES.indexOf(first) * SOON.length + place;
      const title = raceWords(each.name, words);
      return stretchesWhere(both, (value) => value === code).map((stretch) => ({
        ...stretch,
        first,
        soon: each.name,
        title,
      }));
    }),
  );
}
