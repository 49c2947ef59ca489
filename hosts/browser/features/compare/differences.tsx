import { useState } from "preact/hooks";
import type { Comparison, DifferentRun } from "../../../../analysis/questions/diff/difference.ts";
import { plural } from "../../../../analysis/text/amount.ts";
import { Breakable } from "../../controls/breakable.tsx";
import { useStore } from "../../state/context.ts";
import { ActiveThresholds, Outcome } from "../decision/decision.tsx";

/** Rows shown at first. */
const ROWS_MAX = 50;
export const NAMES = ["A", "B"] as const;

/** The first step in which the two part, in full for both. */
export function FirstDifference({ comparison }: { readonly comparison: Comparison }) {
  const { first, runs } = comparison;
  const [run] = runs;
  if (first === null || run === undefined) return null;
  return (
    <section class="first-difference" aria-labelledby="first-difference">
      <h3 id="first-difference">
        First difference: <Moment run={run} />
      </h3>
      <div class="pair">
        {first.after.map((decision, index) => (
          <div key={NAMES[index]} class="of-side">
            <h4>{NAMES[index]}</h4>
            <Outcome decision={decision} />
            <div class="arithmetic">
              <ActiveThresholds decision={decision} />
            </div>
          </div>
        ))}
      </div>
    </section>
  );
}

/** Every stretch of steps in which the two do something else, in the words of `plimsoll diff`. */
export function AllDifferences({ runs }: { readonly runs: readonly DifferentRun[] }) {
  const [showsAll, setShowsAll] = useState(false);
  const rows = showsAll ? runs : runs.slice(0, ROWS_MAX);
  const hidden = runs.length - rows.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which takes a focus and keys.
    <section class="scroller differences" aria-labelledby="all-differences" tabIndex={0}>
      <h3 id="all-differences">All differences</h3>
      <table>
        <thead>
          <tr>
            <th scope="col">From</th>
            <th scope="col" class="number beside">
              Steps
            </th>
            <th scope="col">A</th>
            <th scope="col">B</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((run) => (
            <tr key={run.step}>
              <th scope="row">
                <Moment run={run} />
                <span class="below">{plural(run.steps, "step")}</span>
              </th>
              <td class="number beside">{run.steps}</td>
              {run.outcomes.map((words, index) => (
                <td key={NAMES[index]} class="words">
                  <Breakable text={words} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {hidden > 0 && (
        <button type="button" class="more" onClick={() => setShowsAll(true)}>
          Show {plural(hidden, "more difference")}
        </button>
      )}
    </section>
  );
}

/** Goes there, and to what the page shows of it. */
function Moment({ run }: { readonly run: DifferentRun }) {
  const store = useStore();
  const show = () => {
    store.goTo(run.step);
    store.tab.value = "decision";
    document.querySelector(".figure")?.scrollIntoView();
    const focus = () => document.getElementById("decision")?.focus({ preventScroll: true });
    focus();
    // Where one part is shown at a time, it is there in a frame.
    requestAnimationFrame(focus);
  };
  const date = run.time.slice(0, 10);
  const clock = run.time.slice(11, 19);
  return (
    <button
      type="button"
      class="plain moment"
      title={`${date}, step ${run.step + 1}`}
      onClick={show}
    >
      {clock}
      <span class="visually-hidden">, step {run.step + 1}</span>
    </button>
  );
}
