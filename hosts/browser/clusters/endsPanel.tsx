import { plural } from "../../shared/amount.ts";
import { settlingWords } from "../../shared/loop/verdictWords.ts";
import type { OpenedCluster } from "./openedCluster.ts";

/** The smallest single changes with which the cluster settles, each to be tried. */
export function EndsPanel({ cluster }: { readonly cluster: OpenedCluster }) {
  const { own, ends, runs, tried } = cluster;
  const isBad = ["thrashes", "cascades"].includes(own.value?.verdict.verdict ?? "");
  return (
    <section class="panel ends" aria-labelledby="ends-title">
      <h2 id="ends-title">What would end it</h2>
      {!isBad && <p class="quiet">It comes to an end by itself; no change was searched.</p>}
      <div role="status">
        {runs.value !== null && (
          <p class="quiet">
            {plural(runs.value, "change")} tried… <progress aria-label="Changes are tried" />
          </p>
        )}
      </div>
      {ends.value !== null && ends.value.ends.length === 0 && <p>{ends.value.words}</p>}
      <ul class="counterfactuals">
        {ends.value?.ends.map((end, index) => {
          const isTried = tried.value?.change === index;
          return (
            <li key={end.change} class={isTried ? "tried" : ""}>
              <span>
                <strong>{end.change}</strong> {settlingWords(end)}
              </span>
              <button
                type="button"
                class="try"
                aria-pressed={isTried}
                aria-label={`Try it: ${end.change}`}
                onClick={() => cluster.try(isTried ? null : index)}
              >
                {isTried ? "Tried" : "Try it"}
              </button>
            </li>
          );
        })}
      </ul>
      {ends.value !== null && ends.value.ends.length > 0 && (
        <p class="quiet">Each was verified by playing the cluster again from its beginning.</p>
      )}
    </section>
  );
}
