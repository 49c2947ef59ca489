import {
  type DrainRemedy,
  isStuck,
} from "../../../../analysis/questions/drain/remedies/drainRemedies.ts";
import {
  consequenceWords,
  DRAIN_UNSEARCHED,
  drainRemedyForms,
  drainSearchWords,
} from "../../../../analysis/questions/drain/remedies/remedyWords.ts";
import { changeSentence } from "../../../../analysis/questions/remedy.ts";
import type { OpenedDrain } from "./openedDrain.ts";
import { RemedyItem, Trying } from "./remedyItem.tsx";

interface PanelProps {
  readonly drain: OpenedDrain;
}

/** What would let the drain go on, each to be tried: the words of `plimsoll drain`. */
export function DrainRemediesPanel({ drain }: PanelProps) {
  const { own, searched, found } = drain;
  const isSearched = own.value !== null && isStuck(own.value);
  return (
    <section class="panel drain-remedies" aria-labelledby="remedies-title">
      <h2 id="remedies-title">Fixes</h2>
      {!isSearched && <p class="quiet">{DRAIN_UNSEARCHED}</p>}
      <Trying count={searched.value} of="drain" />
      <ul class="counterfactuals">
        {found.value?.remedies.map((remedy, index) => (
          <DrainRemedyItem
            key={changeSentence(remedy)}
            drain={drain}
            remedy={remedy}
            index={index}
          />
        ))}
      </ul>
      {found.value !== null && <p class="quiet">{drainSearchWords(found.value)}</p>}
    </section>
  );
}

interface RemedyProps extends PanelProps {
  readonly remedy: DrainRemedy;
  readonly index: number;
}

function DrainRemedyItem({ drain, remedy, index }: RemedyProps) {
  const isTried = drain.tried.value === index;
  return (
    <RemedyItem
      change={changeSentence(remedy)}
      isTried={isTried}
      onTry={() => drain.try(isTried ? null : index)}
    >
      {consequenceWords(remedy)}
      {drainRemedyForms(remedy).map((form) => (
        <code key={form}>{form}</code>
      ))}
    </RemedyItem>
  );
}
