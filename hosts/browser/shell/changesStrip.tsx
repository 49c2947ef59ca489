import { plural } from "../../../analysis/text/amount.ts";
import { Announced } from "../controls/announced.tsx";
import type { RecordedRun, Timeline } from "../session/protocol.ts";
import { changedWords, isOfRecording } from "../state/changedWords.ts";
import { useModel, useStore } from "../state/context.ts";
import { evictedUids } from "../state/evicted.ts";
import { Recorded } from "../state/recorded.ts";
import { FEATURES } from "./features.ts";

/** That this is not the recording: what was changed, and what it comes to. */
export function ChangesStrip() {
  const store = useStore();
  const { isChanged, decided, tab } = store;
  const recorded = useModel(Recorded).run.value;
  const sideBySide = useModel(FEATURES.compare.model);
  const base = useBase();
  const timeline = decided.value?.timeline;
  return (
    <div class={isChanged.value ? "changes" : ""}>
      <Announced class="changed">
        {isChanged.value && (
          <p>
            <strong>Not {base.name}:</strong> {changedWords(store)}.{" "}
            {recorded !== null && timeline !== undefined && (
              <Consequence recorded={recorded} timeline={timeline} words={base.words} />
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
              tab.value = "compare";
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

/** What the page is held against: documents without a configuration are of a kubelet's defaults. */
function useBase(): { readonly name: string; readonly words: string } {
  return isOfRecording(useStore())
    ? { name: "the recording", words: "as recorded" }
    : { name: "the kubelet's defaults", words: "under the defaults" };
}

/** One history for everything that was changed. */
export function UndoButtons() {
  const store = useStore();
  const { canUndo, canRedo } = store.edits;
  return (
    <div class="changes-buttons">
      <button
        type="button"
        aria-disabled={!canUndo.value}
        title="Undo (Ctrl+Z)"
        onClick={() => store.undo()}
      >
        Undo
      </button>
      <button
        type="button"
        aria-disabled={!canRedo.value}
        title="Redo (Ctrl+Shift+Z)"
        onClick={() => store.redo()}
      >
        Redo
      </button>
    </div>
  );
}

interface ConsequenceProps {
  readonly recorded: RecordedRun;
  readonly timeline: Timeline;
  readonly words: string;
}

/** How many pods go, here and in the recording. */
function Consequence({ recorded, timeline, words }: ConsequenceProps) {
  const [was, is] = [recorded.timeline, timeline].map(({ events }) => evictedUids(events).size);
  return (
    <span>
      {plural(is ?? 0, "pod")} evicted, {was} {words}.
    </span>
  );
}
