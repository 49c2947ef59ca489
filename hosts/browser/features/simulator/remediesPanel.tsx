import type { SimulatorVerdict } from "../../../../analysis/engine/simulatorEvent.ts";
import { settlingWords } from "../../../../analysis/questions/simulate/verdictWords.ts";
import type { OpenedCluster } from "./openedCluster.ts";
import { EndItem, Trying } from "./remedyItem.tsx";

/** What the changes do that are named. */
export function endsTitle({ goal }: OpenedCluster): string {
  return goal.value === "spares" ? "What spares pods" : "What would end it";
}

/** The smallest single changes with which the cluster settles, each to be tried. */
export function EndsPanel({ cluster }: { readonly cluster: OpenedCluster }) {
  const { own, goal, ends, runs, tried } = cluster;
  return (
    <section class="panel ends" aria-labelledby="ends-title">
      <h2 id="ends-title">{endsTitle(cluster)}</h2>
      {own.value !== null && goal.value === null && (
        <p class="quiet">{unsearchedWords(own.value.verdict)}</p>
      )}
      <Trying count={runs.value} of="change" />
      {ends.value !== null && ends.value.ends.length === 0 && <p>{ends.value.words}</p>}
      <ul class="counterfactuals">
        {ends.value?.ends.map((end, index) => {
          const isTried = tried.value?.change === index;
          return (
            <EndItem
              key={end.change}
              change={end.change}
              isTried={isTried}
              onTry={() => cluster.try(isTried ? null : index)}
            >
              {settlingWords(end)}
            </EndItem>
          );
        })}
      </ul>
      {ends.value !== null && ends.value.ends.length > 0 && (
        <p class="quiet">Each was verified by playing the cluster again from its beginning.</p>
      )}
    </section>
  );
}

function unsearchedWords({ verdict }: SimulatorVerdict): string {
  return verdict === "settles"
    ? "It settles, and no pod has to go: nothing was searched."
    : "It was not played long enough to be judged: nothing was searched.";
}
