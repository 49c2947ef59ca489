import { changeSentence } from "../../../../analysis/questions/remedy.ts";
import {
  settlingWords,
  unsearchedWords,
} from "../../../../analysis/questions/simulate/verdictWords.ts";
import type { OpenedCluster } from "./openedCluster.ts";
import { RemedyItem, Trying } from "./remedyItem.tsx";

/** The smallest single changes with which the cluster settles, each to be tried. */
export function RemediesPanel({ cluster }: { readonly cluster: OpenedCluster }) {
  const { own, goal, found, searched, tried } = cluster;
  return (
    <section class="panel remedies" aria-labelledby="remedies-title">
      <h2 id="remedies-title">Fixes</h2>
      {own.value !== null && goal.value === null && (
        <p class="quiet">{unsearchedWords(own.value.verdict)}</p>
      )}
      <Trying count={searched.value} of="change" />
      {found.value?.remedies.length === 0 && <p>{found.value.words}</p>}
      <ul class="counterfactuals">
        {found.value?.remedies.map((remedy, index) => {
          const isTried = tried.value?.change === index;
          return (
            <RemedyItem
              key={changeSentence(remedy)}
              change={changeSentence(remedy)}
              isTried={isTried}
              onTry={() => cluster.try(isTried ? null : index)}
            >
              {settlingWords(remedy)}
            </RemedyItem>
          );
        })}
      </ul>
      {found.value !== null && found.value.remedies.length > 0 && (
        <p class="quiet">{found.value.words}</p>
      )}
    </section>
  );
}
