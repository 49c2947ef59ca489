import type { Decision } from "../../../../analysis/engine/decision.ts";
import { KERNEL_LEGEND } from "../../../../analysis/questions/oom/oomKey.ts";
import { usePlayground } from "../../state/context.ts";
import { RankingCopies } from "../export/rankingCopies.tsx";
import { FilterFields } from "./filterFields.tsx";
import { RankingTable } from "./rankingTable.tsx";

/** Every pod in the order in which it would be evicted, with the keys it was sorted by. */
export function Ranking() {
  const { decision, decided, shownPods, admission } = usePlayground();
  const current = decision.value;
  return (
    <section class="panel ranking" aria-labelledby="ranking-title">
      <div class="panel-head">
        <h2 id="ranking-title">Ranking</h2>
        {current !== null && shownPods.all.value.length > 0 && <RankingCopies decision={current} />}
      </div>
      <p class="quiet">
        {decided.value === null ? "Deciding…" : captionOf(current, shownPods.isSorted.value)}
        {admission.problem.value !== null && ` ${admission.problem.value}`}
      </p>
      <FurtherColumns />
      {current !== null && shownPods.all.value.length > 0 && (
        <>
          <FilterFields />
          <RankingTable decision={current} />
        </>
      )}
    </section>
  );
}

/** What the columns of the other two judges mean; folded, so that the pods come first. */
function FurtherColumns() {
  const { kernel, admission } = usePlayground();
  const legend = admission.problem.value === null ? admission.legend.value : null;
  if (!kernel.isRanked.value && legend === null) return null;
  return (
    <details class="further-columns">
      <summary>The columns Kernel and Admission</summary>
      {kernel.isRanked.value && <p class="quiet">Kernel: {KERNEL_LEGEND}.</p>}
      {legend !== null && <p class="quiet">{legend}</p>}
    </details>
  );
}

/** Where nothing drives eviction, the core shows how it would rank under memory pressure. */
function captionOf(decision: Decision | null, isSorted: boolean): string {
  if (decision?.ranking === undefined) return "Nothing was observed, so no pod is ranked.";
  const isActing = decision.signal !== undefined;
  const order = isActing ? "" : " for memory.available";
  if (isSorted) return `# is the order${order} in which pods would go. Choose a pod to see why.`;
  return isActing
    ? "First to go at the top. Choose a pod to see why, and what would have spared it."
    : "The order for memory.available, first to go at the top. Choose a pod to see why.";
}
