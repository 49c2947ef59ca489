import type { Comparison, DifferentRun } from "../../../../analysis/questions/diff/difference.ts";
import { differingStepsSection } from "../../../../analysis/questions/diff/document.ts";
import { HeadedSections } from "../../document/blocks.tsx";
import { useStore } from "../../state/context.ts";
import type { Store } from "../../state/store.ts";
import { ActiveThresholds, Outcome } from "../decision/decision.tsx";

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

/** Every stretch of steps in which the two do something else; each row goes there. */
export function AllDifferences({ runs }: { readonly runs: readonly DifferentRun[] }) {
  const store = useStore();
  const actionsOf = (place: number) => {
    const run = runs[place];
    return run === undefined ? {} : { onChoose: () => show(store, run) };
  };
  // The page counts steps from 1.
  const counted = runs.map((run) => ({ ...run, step: run.step + 1 }));
  return (
    <div class="differences">
      <HeadedSections sections={differingStepsSection(counted)} actionsOf={actionsOf} />
    </div>
  );
}

function Moment({ run }: { readonly run: DifferentRun }) {
  const store = useStore();
  const date = run.time.slice(0, 10);
  return (
    <button
      type="button"
      class="plain moment"
      title={`${date}, step ${run.step + 1}`}
      onClick={() => show(store, run)}
    >
      {run.time.slice(11, 19)}
      <span class="visually-hidden">, step {run.step + 1}</span>
    </button>
  );
}

/** Goes there, and to what the page shows of it. */
function show(store: Store, run: DifferentRun): void {
  store.goTo(run.step);
  store.tab.value = "decision";
  document.querySelector(".figure")?.scrollIntoView();
  const focus = () => document.getElementById("decision")?.focus({ preventScroll: true });
  focus();
  // Where one part is shown at a time, it is there in a frame.
  requestAnimationFrame(focus);
}
