import type { Decision } from "../../../../analysis/engine/decision.ts";
import {
  FURTHER_COLUMNS,
  rankingCaption,
} from "../../../../analysis/questions/explain/rankingTable.ts";
import type { ListedRanking } from "../../../../analysis/questions/explain/rankingTexts.ts";
import { OOM_LEGEND } from "../../../../analysis/questions/oom/oomKey.ts";
import { changedWords } from "../../state/changedWords.ts";
import { useModel, useStore } from "../../state/context.ts";
import type { Store } from "../../state/store.ts";
import { Admission } from "../admission/admission.ts";
import { RankingCopies } from "../export/rankingCopies.tsx";
import { Oom } from "../oom/oom.ts";
import { FilterFields } from "./filterFields.tsx";
import { RankingTable } from "./rankingTable.tsx";
import { ShownPods } from "./shownPods.ts";

/** Every pod in the order in which it would be evicted, with the keys it was sorted by. */
export function Ranking() {
  const store = useStore();
  const { decision, decided } = store;
  const shownPods = useModel(ShownPods);
  const admission = useModel(Admission);
  const current = decision.value;
  return (
    <section class="panel ranking" aria-labelledby="ranking-title">
      <div class="panel-head">
        <h2 id="ranking-title">Ranking</h2>
        {current !== null && shownPods.all.value.length > 0 && (
          <RankingCopies listed={() => listedRanking(store, current)} />
        )}
      </div>
      <p class="quiet">
        {decided.value === null ? "Deciding…" : rankingCaption(current, shownPods.isSorted.value)}
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

/** The ranking as it is listed now. */
function listedRanking(store: Store, decision: Decision): ListedRanking {
  const [oom, admission] = [store.model(Oom), store.model(Admission)];
  const { matching, summary } = store.model(ShownPods);
  const { capture, isChanged } = store;
  return {
    decision,
    admission: admission.isRanked.peek() ? (admission.view.peek() ?? null) : null,
    oom: oom.isRanked.peek() ? (oom.view.peek()?.ranking ?? null) : null,
    pods: matching.peek(),
    summary: summary.peek(),
    of: capture.peek()?.node ?? capture.peek()?.name ?? "",
    changed: isChanged.peek() ? changedWords(store) : null,
  };
}

/** What the columns of the other two judges mean; folded, so that the pods come first. */
function FurtherColumns() {
  const oom = useModel(Oom);
  const admission = useModel(Admission);
  const legend = admission.problem.value === null ? admission.legend.value : null;
  if (!oom.isRanked.value && legend === null) return null;
  return (
    <details class="further-columns">
      <summary>{FURTHER_COLUMNS}</summary>
      {oom.isRanked.value && <p class="quiet">Kernel: {OOM_LEGEND}.</p>}
      {legend !== null && <p class="quiet">{legend}</p>}
    </details>
  );
}
