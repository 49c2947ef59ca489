import { Notice } from "../controls/notice.tsx";
import { useStore } from "../state/context.ts";
import { FEATURES } from "./features.ts";
import { CANCEL, problemsText, progressText, readBytesText } from "./words.ts";

/** What cannot be read and why, and how far reading has come. */
export function Notices() {
  const { failure, progress, capture, taken, isUnobserved } = useStore();
  const problems = capture.value?.problems ?? [];
  return (
    <div class="notices" aria-live="polite">
      {failure.value !== null && (
        <Notice kind="failure" onDismiss={() => (failure.value = null)}>
          {failure.value}
        </Notice>
      )}
      <FEATURES.openIn.Request />
      {taken.value !== null && (
        <Notice kind="taken" onDismiss={() => (taken.value = null)}>
          {taken.value}
        </Notice>
      )}
      {progress.value !== null && <ProgressLine />}
      {problems.length > 0 && (
        <details class="notice" open={isUnobserved.value}>
          <summary>{problemsText(problems.length, isUnobserved.value)}</summary>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function ProgressLine() {
  const store = useStore();
  const { value } = store.progress;
  if (value === null || value.done === 0) return null;
  const { what, done, total, isReading = false, unit = "step" } = value;
  const words = isReading
    ? readBytesText(what, done, total)
    : progressText(what, done, total, unit);
  return (
    // Off: it is another sentence every few steps, and with each key in a large capture.
    <p class="notice progress" aria-live="off">
      <span>{words}</span>
      {total === null ? <progress /> : <progress value={done} max={total} />}
      {isReading && (
        <button type="button" class="plain" onClick={() => store.stopReading()}>
          {CANCEL}
        </button>
      )}
    </p>
  );
}
