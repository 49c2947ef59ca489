import { plural } from "../../shared/amount.ts";
import { type DrainEnd, isStuck } from "../../shared/cluster/drainEnds/drainEnds.ts";
import {
  changeWords,
  consequenceWords,
  drainEndForms,
  drainSearchWords,
} from "../../shared/cluster/drainEnds/endWords.ts";
import type { OpenedDrain } from "./openedDrain.ts";

interface PanelProps {
  readonly drain: OpenedDrain;
}

/** What would let the drain go on, each to be tried: the words of `plimsoll drain`. */
export function DrainEndsPanel({ drain }: PanelProps) {
  const { own, runs, search } = drain;
  const isSearched = own.value !== null && isStuck(own.value);
  return (
    <section class="panel drain-ends" aria-labelledby="ends-title">
      <h2 id="ends-title">What would let it go on</h2>
      {!isSearched && <p class="quiet">No change was searched: no pod is known to stay.</p>}
      <div role="status">
        {runs.value !== null && (
          <p class="quiet">
            {plural(runs.value, "drain")} tried… <progress aria-label="Changes are tried" />
          </p>
        )}
      </div>
      <ul class="counterfactuals">
        {search.value?.ends.map((end, index) => (
          <EndItem key={changeWords(end)} drain={drain} end={end} index={index} />
        ))}
      </ul>
      {search.value !== null && <p class="quiet">{drainSearchWords(search.value)}</p>}
    </section>
  );
}

interface EndProps extends PanelProps {
  readonly end: DrainEnd;
  readonly index: number;
}

function EndItem({ drain, end, index }: EndProps) {
  const isTried = drain.tried.value === index;
  const change = `${changeWords(end)}.`;
  return (
    <li class={isTried ? "tried" : ""}>
      <div>
        <strong>{change}</strong> {consequenceWords(end)}
        {drainEndForms(end).map((form) => (
          <code key={form}>{form}</code>
        ))}
      </div>
      <button
        type="button"
        class="try"
        aria-pressed={isTried}
        aria-label={`Try it: ${change}`}
        onClick={() => drain.try(isTried ? null : index)}
      >
        {isTried ? "Tried" : "Try it"}
      </button>
    </li>
  );
}
