import {
  type PlacedSentence,
  placedSentences,
} from "../../../analysis/questions/check/placedSentences.ts";
import { consequenceText } from "../../../analysis/questions/diff/changedText.ts";
import { Announced } from "../controls/announced.tsx";
import { changedWords, isOfRecording } from "../state/changedWords.ts";
import { useModel, useStore } from "../state/context.ts";
import { evictedUids } from "../state/evicted.ts";
import { Recorded } from "../state/recorded.ts";
import { unknownFrom } from "../time/unknownFrom.ts";
import { FEATURES } from "./features.ts";
import { NOT_IN_FORCE, notBaseText } from "./words.ts";

/** Shows that this is not the recording: the changes and their effect. */
export function ChangesStrip() {
  const store = useStore();
  const { isChanged, decided, refusal, configuration } = store;
  const recorded = useModel(Recorded).run.value;
  const sideBySide = useModel(FEATURES.compare.model);
  const isRecording = isOfRecording(store);
  const timeline = decided.value?.timeline;
  const [refused] =
    refusal.value === null ? [] : placedSentences(configuration.value, refusal.value, null);
  return (
    <div class={isChanged.value ? "changes" : ""}>
      <Announced class="changed">
        {refused !== undefined && (
          <p>
            <strong>{NOT_IN_FORCE}</strong> {lineText(refused)}
          </p>
        )}
        {isChanged.value && refused === undefined && (
          <p>
            <strong>{notBaseText(isRecording)}</strong> {changedWords(store)}.{" "}
            {recorded !== null && timeline !== undefined && (
              <span>
                {consequenceText(
                  evictedUids(timeline.events).size,
                  evictedUids(recorded.timeline.events).size,
                  isRecording,
                  unknownFrom(store),
                )}
              </span>
            )}
          </p>
        )}
      </Announced>
      {isChanged.value && (
        <div class="changes-buttons">
          <button
            type="button"
            onClick={() => {
              sideBySide.open(null);
              store.showPart("compare");
              requestAnimationFrame(() =>
                document.querySelector(".compare")?.scrollIntoView({ block: "center" }),
              );
            }}
          >
            Compare
          </button>
          <button type="button" onClick={() => store.reset()}>
            Reset
          </button>
        </div>
      )}
    </div>
  );
}

/** The editor, which shows it at its line, may be far below. */
function lineText({ line, sentence }: PlacedSentence): string {
  return line === null ? sentence : `Line ${line}: ${sentence}`;
}
