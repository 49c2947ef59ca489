import type { Comparison } from "../../../../analysis/questions/diff/difference.ts";
import {
  differingStepsSection,
  firstDifference,
} from "../../../../analysis/questions/diff/document.ts";
import { HeadedSections } from "../../document/blocks.tsx";
import { useStore } from "../../state/context.ts";
import type { Store } from "../../state/store.ts";

/** Where the two part first, and every stretch of steps in which they do; each row goes there. */
export function Differences({ comparison }: { readonly comparison: Comparison }) {
  const { first, runs } = comparison;
  const store = useStore();
  const actionsOf = (place: number) => {
    const run = runs[place];
    return run === undefined ? {} : { onChoose: () => show(store, run.step) };
  };
  // The page counts steps from 1.
  const counted = runs.map((run) => ({ ...run, step: run.step + 1 }));
  return (
    <>
      <div class="first-difference">
        <HeadedSections sections={firstDifference(first)} />
      </div>
      <div class="differences">
        <HeadedSections
          sections={differingStepsSection({ ...comparison, runs: counted })}
          actionsOf={actionsOf}
        />
      </div>
    </>
  );
}

/** Goes there, and to what the page shows of it. */
function show(store: Store, step: number): void {
  store.goTo(step);
  store.showPart("decision");
  document.querySelector(".figure")?.scrollIntoView();
  const focus = () => document.getElementById("decision")?.focus({ preventScroll: true });
  focus();
  // Where one part is shown at a time, it is there in a frame.
  requestAnimationFrame(focus);
}
