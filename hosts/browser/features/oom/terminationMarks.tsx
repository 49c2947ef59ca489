import { terminationText } from "../../../../analysis/questions/oom/terminationWords.ts";
import { LaneArea, percent } from "../../controls/laneArea.tsx";
import { useModel, useStore } from "../../state/context.ts";
import { Oom } from "./oom.ts";

/** More stand too close to be told apart. */
const MARKS_MAX = 400;

/** Containers of which the capture says that they were killed, as marks. */
export function TerminationMarks({ times }: { readonly times: Float64Array }) {
  const store = useStore();
  const terminations = useModel(Oom).timeline.value?.terminations ?? [];
  if (terminations.length === 0) return null;
  return (
    <div class="lane marks">
      <span class="lane-name">
        {terminations.some(({ isOom }) => isOom) ? "OOM kills" : "SIGKILL"}
      </span>
      <LaneArea>
        {terminations.slice(0, MARKS_MAX).map((termination) => (
          <button
            key={`${termination.pod.uid} ${termination.container} ${termination.finishedAt}`}
            type="button"
            tabIndex={-1}
            class="act killed"
            style={{ left: percent(times, termination.step) }}
            title={terminationText(termination)}
            aria-label={`Step ${termination.step + 1}: ${terminationText(termination)}`}
            onClick={() => store.goTo(termination.step)}
          >
            <span class="shape" />
          </button>
        ))}
      </LaneArea>
    </div>
  );
}
