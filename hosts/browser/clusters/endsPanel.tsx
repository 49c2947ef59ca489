import { settlingWords } from "../../shared/loop/verdictWords.ts";
import { EndItem, Trying } from "./endItem.tsx";
import type { OpenedCluster } from "./openedCluster.ts";

/** The smallest single changes with which the cluster settles, each to be tried. */
export function EndsPanel({ cluster }: { readonly cluster: OpenedCluster }) {
  const { own, ends, runs, tried } = cluster;
  const isBad = ["thrashes", "cascades"].includes(own.value?.verdict.verdict ?? "");
  return (
    <section class="panel ends" aria-labelledby="ends-title">
      <h2 id="ends-title">What would end it</h2>
      {!isBad && <p class="quiet">It comes to an end by itself; no change was searched.</p>}
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
