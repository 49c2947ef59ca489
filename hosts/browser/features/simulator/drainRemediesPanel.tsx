import { useState } from "preact/hooks";
import type { DrainRemedy } from "../../../../analysis/questions/drain/remedies/drainRemedies.ts";
import {
  consequenceWords,
  DRAIN_UNSEARCHED,
  drainCommands,
  drainSearchWords,
  drainSteps,
} from "../../../../analysis/questions/drain/remedies/remedyWords.ts";
import { isStuck } from "../../../../analysis/questions/drain/stuck.ts";
import { changeSentence } from "../../../../analysis/questions/remedy.ts";
import { Breakable } from "../../controls/breakable.tsx";
import { CopyButton } from "../../controls/copyButton.tsx";
import { TryButton } from "../../document/fixCard.tsx";
import { CARDS_SHOWN } from "../../document/fixCards.tsx";
import { More } from "../../document/more.tsx";
import type { OpenedDrain } from "./openedDrain.ts";
import { Trying } from "./trying.tsx";
import { COPY, FIXES, fixText } from "./words.ts";

interface PanelProps {
  readonly drain: OpenedDrain;
}

/** What would let the drain go on, each to be tried: the words of `plimsoll drain`. */
export function DrainRemediesPanel({ drain }: PanelProps) {
  const { own, searched, found, tried } = drain;
  const [isWhole, setIsWhole] = useState(false);
  const { remedies = [] } = found.value ?? {};
  // What is tried stays in sight.
  const shown = Math.max(CARDS_SHOWN, (tried.value ?? -1) + 1);
  const isSearched = own.value !== null && isStuck(own.value);
  return (
    <section class="panel drain-remedies" aria-labelledby="remedies-title">
      <h2 id="remedies-title">{FIXES}</h2>
      {!isSearched && <p class="quiet">{DRAIN_UNSEARCHED}</p>}
      <Trying count={searched.value} of="drain" />
      <ul class="counterfactuals">
        {(isWhole ? remedies : remedies.slice(0, shown)).map((remedy, index) => (
          <DrainRemedyItem
            key={changeSentence(remedy)}
            drain={drain}
            remedy={remedy}
            index={index}
          />
        ))}
      </ul>
      <More hidden={Math.max(0, remedies.length - shown)} isWhole={isWhole} onWhole={setIsWhole} />
      {found.value !== null && <p class="quiet">{drainSearchWords(found.value)}</p>}
    </section>
  );
}

interface RemedyProps extends PanelProps {
  readonly remedy: DrainRemedy;
  readonly index: number;
}

/** The steps in the order in which they are made; several are a list. */
function DrainRemedyItem({ drain, remedy, index }: RemedyProps) {
  const isTried = drain.tried.value === index;
  const steps = drainSteps(remedy);
  const hasCommand = steps.some(({ kubectl }) => kubectl !== undefined);
  return (
    <li class={isTried ? "tried" : ""}>
      <div>
        <strong>
          {steps.length === 1 ? `${steps[0]?.words}.` : fixText(index + 1, steps.length)}
        </strong>{" "}
        <ol class="steps">
          {steps.map(({ words, kubectl }) => (
            <li key={words}>
              {steps.length > 1 && words}
              {kubectl !== undefined && (
                <code>
                  <Breakable text={kubectl} />
                </code>
              )}
            </li>
          ))}
        </ol>
        <p>{consequenceWords(remedy)}</p>
      </div>
      <TryButton
        change={changeSentence(remedy)}
        isTried={isTried}
        onTry={() => drain.try(isTried ? null : index)}
      />
      {hasCommand && <CopyButton text={drainCommands(remedy)} label={COPY} />}
    </li>
  );
}
