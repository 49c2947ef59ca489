import { endText } from "../../../../analysis/questions/oom/terminationWords.ts";
import { LaneArea, percent } from "../../controls/laneArea.tsx";
import { useModel, useStore } from "../../state/context.ts";
import { Oom } from "./oom.ts";

/** More stand too close to be told apart. */
const MARKS_MAX = 400;

/** Containers of which the capture says that they were killed, as marks. */
export function TerminationMarks({ times }: { readonly times: Float64Array }) {
  const store = useStore();
  const ends = useModel(Oom).course.value?.ends ?? [];
  if (ends.length === 0) return null;
  return (
    <div class="lane marks">
      <span class="lane-name">{ends.some(({ isOom }) => isOom) ? "OOM kills" : "SIGKILL"}</span>
      <LaneArea>
        {ends.slice(0, MARKS_MAX).map((end) => (
          <button
            key={`${end.pod.uid} ${end.container} ${end.finishedAt}`}
            type="button"
            tabIndex={-1}
            class="act killed"
            style={{ left: percent(times, end.step) }}
            title={endText(end)}
            aria-label={`Step ${end.step + 1}: ${endText(end)}`}
            onClick={() => store.goTo(end.step)}
          >
            <span class="shape" />
          </button>
        ))}
      </LaneArea>
    </div>
  );
}
