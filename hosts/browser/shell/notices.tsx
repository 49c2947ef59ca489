import { formatCount } from "../../../analysis/text/amount.ts";
import { WITHOUT_CONFIGURATION } from "../../../analysis/text/assumedDefaults.ts";
import { useStore } from "../state/context.ts";
import { EMPTY_CONFIGURATION } from "../state/store.ts";
import { FEATURES } from "./features.ts";

/** What cannot be read and why, and how far reading has come. */
export function Notices() {
  const { failure, progress, capture, configuration, taken, isUnobserved } = useStore();
  const problems = capture.value?.problems ?? [];
  return (
    <div class="notices" aria-live="polite">
      {failure.value !== null && (
        <p class="notice failure" role="alert">
          <span>{failure.value}</span>
          <button type="button" class="plain" onClick={() => (failure.value = null)}>
            Dismiss
          </button>
        </p>
      )}
      <FEATURES.openIn.Request />
      {taken.value !== null && (
        <p class="notice taken">
          <span>{taken.value}</span>
          <button type="button" class="plain" onClick={() => (taken.value = null)}>
            Dismiss
          </button>
        </p>
      )}
      {capture.value?.configuration === null && configuration.value === EMPTY_CONFIGURATION && (
        <p class="notice">{WITHOUT_CONFIGURATION}</p>
      )}
      {progress.value !== null && <ProgressLine />}
      {problems.length > 0 && (
        <details class="notice" open={isUnobserved.value}>
          <summary>{problemWords(problems.length, isUnobserved.value)}</summary>
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

function problemWords(count: number, isUnobserved: boolean): string {
  if (isUnobserved) return "Nothing could be read in this capture.";
  const things = count === 1 ? "One thing" : `${formatCount(count)} things`;
  return `${things} in this capture could not be read; everything else counts.`;
}

function ProgressLine() {
  const { progress } = useStore();
  if (progress.value === null || progress.value.done === 0) return null;
  const { what, done, total } = progress.value;
  return (
    // Off: it is another sentence every few steps, and with each key in a large capture.
    <p class="notice progress" aria-live="off">
      <span>
        {what}: {done.toLocaleString("en-US")}
        {total === null ? " steps" : ` of ${total.toLocaleString("en-US")} steps`}
      </span>
      {total === null ? <progress /> : <progress value={done} max={total} />}
    </p>
  );
}
