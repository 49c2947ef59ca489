import { Band, LaneArea } from "../../controls/laneArea.tsx";
import type { OomTimeline } from "../../session/protocol.ts";
import { useModel } from "../../state/context.ts";
import { stretchesWhere } from "../../state/turningPoints.ts";
import { Oom } from "./oom.ts";
import { RACES, SOON } from "./races.ts";

/** What a band says of who would be first; where memory does not fall there is none. */
const FIRST = [
  { first: "kubelet", words: "the kubelet would evict before" },
  { first: "either", words: "the kubelet would decide before, and the pod may not end in time" },
  { first: "kernel", words: "the kernel would kill before the kubelet evicts" },
] as const;

/** Who would be first, kubelet or kernel, while memory falls as it does; darker, the sooner. */
export function RaceLane({ times }: { readonly times: Float64Array }) {
  const oom = useModel(Oom);
  const timeline = oom.timeline.value;
  const bands = timeline === null ? [] : bandsOf(timeline);
  // An empty lane keeps its place until they are known.
  if (timeline !== null && bands.length === 0) return null;
  const steps = FIRST.map(({ first }) => ({
    first,
    count: timeline?.races.filter((race) => RACES[race] === first).length ?? 0,
  })).filter(({ count }) => count > 0);
  const words = steps.map(({ first, count }) => `${first} in ${count} steps`).join(", ");
  return (
    <div class="lane race">
      <span class="lane-name" title="Who would be first while memory falls">
        kubelet or kernel
      </span>
      <LaneArea label={`Who would be first while memory falls: ${words}`}>
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

function bandsOf({ races, soon }: OomTimeline) {
  // Both in one number, so that a stretch is one of equal ones.
  const both = races.map((race, step) => race * SOON.length + (soon[step] ?? 0));
  return FIRST.flatMap(({ first, words }) =>
    SOON.flatMap((each, place) => {
      const code = RACES.indexOf(first) * SOON.length + place;
      const title = `Memory falls, and at that rate lasts ${each.words}: ${words}.`;
      return stretchesWhere(both, (value) => value === code).map((stretch) => ({
        ...stretch,
        first,
        soon: each.name,
        title,
      }));
    }),
  );
}
