import { changeSentence } from "../../../../analysis/questions/remedy.ts";
import type { SimulateRemedy } from "../../../../analysis/questions/simulate/remedies/simulateRemedies.ts";
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
              kubectl={commandsOf(remedy)}
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

/** Where a command makes each of the changes. */
function commandsOf({ changes }: SimulateRemedy): string | undefined {
  const commands = changes.flatMap(({ kubectl }) => kubectl ?? []);
  return commands.length === changes.length ? commands.join("\n") : undefined;
}
