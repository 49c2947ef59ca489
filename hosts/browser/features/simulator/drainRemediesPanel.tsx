import { type DrainEnd, isStuck } from "../../../../analysis/questions/drain/remedies/drainEnds.ts";
import {
  changeWords,
  consequenceWords,
  drainEndForms,
  drainSearchWords,
} from "../../../../analysis/questions/drain/remedies/endWords.ts";
import type { OpenedDrain } from "./openedDrain.ts";
import { EndItem, Trying } from "./remedyItem.tsx";

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
      <Trying count={runs.value} of="drain" />
      <ul class="counterfactuals">
        {search.value?.ends.map((end, index) => (
          <DrainEndItem key={changeWords(end)} drain={drain} end={end} index={index} />
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

function DrainEndItem({ drain, end, index }: EndProps) {
  const isTried = drain.tried.value === index;
  return (
    <EndItem
      change={`${changeWords(end)}.`}
      isTried={isTried}
      onTry={() => drain.try(isTried ? null : index)}
    >
      {consequenceWords(end)}
      {drainEndForms(end).map((form) => (
        <code key={form}>{form}</code>
      ))}
    </EndItem>
  );
}
