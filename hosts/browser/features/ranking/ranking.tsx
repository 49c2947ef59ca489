import type { Decision } from "../../../../analysis/engine/decision.ts";
import { AWAITED } from "../../../../analysis/questions/explain/extraColumns.ts";
import { NOTHING_OBSERVED } from "../../../../analysis/questions/explain/incident.ts";
import { type Judge, judgeTable } from "../../../../analysis/questions/explain/rankBy.ts";
import { rankingTitle } from "../../../../analysis/questions/explain/rankingTable.ts";
import type { ListedRanking } from "../../../../analysis/questions/explain/rankingTexts.ts";
import { Blocks } from "../../document/blocks.tsx";
import type { RowActions } from "../../document/table.tsx";
import { changedWords } from "../../state/changedWords.ts";
import { useModel, useStore } from "../../state/context.ts";
import type { Store } from "../../state/store.ts";
import { Admission } from "../admission/admission.ts";
import { RankingCopies } from "../export/rankingCopies.tsx";
import { FilterFields } from "./filterFields.tsx";
import { PodDetail } from "./podDetail.tsx";
import { ShownPods } from "./shownPods.ts";
import { moreText, ORDERS, RANK_BY } from "./words.ts";

/** Every pod in the order in which it would be evicted, with the keys it was sorted by. */
export function Ranking() {
  const store = useStore();
  const { decision, decided } = store;
  const shownPods = useModel(ShownPods);
  const { problem } = useModel(Admission);
  const current = decision.value;
  const hasPods = current !== null && shownPods.all.value.length > 0;
  return (
    <section class="panel ranking" aria-labelledby="ranking-title">
      <div class="panel-head">
        <h2 id="ranking-title">{current === null ? "Ranking" : titleOf(current, shownPods)}</h2>
        {hasPods && <RankBy />}
        {hasPods && <RankingCopies listed={() => listedRanking(store, current)} />}
      </div>
      {current === null && (
        <p class="quiet">{decided.value === null ? "Deciding…" : NOTHING_OBSERVED}</p>
      )}
      {problem.value !== null && <p class="quiet">{problem.value}</p>}
      {hasPods && (
        <>
          <FilterFields />
          <Pods decision={current} />
        </>
      )}
    </section>
  );
}

function titleOf(decision: Decision, { by, isSorted }: ShownPods): string {
  if (by.value !== "kubelet") return ORDERS[by.value];
  return rankingTitle(decision, !isSorted.value);
}

/** The same pods in the order of another judge. */
function RankBy() {
  const shownPods = useModel(ShownPods);
  const { judges, by } = shownPods;
  if (judges.value.length < 2) return null;
  return (
    <fieldset class="segments">
      <legend>{RANK_BY}</legend>
      {judges.value.map((judge: Judge) => (
        <label key={judge}>
          <input
            type="radio"
            name="judge"
            checked={by.value === judge}
            onChange={() => shownPods.rankBy(judge)}
          />
          <span>{judge}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The pods that are listed, each of which folds out. */
function Pods({ decision }: { readonly decision: Decision }) {
  const { pod } = useStore();
  const shownPods = useModel(ShownPods);
  const { sortKey, isDescending } = shownPods;
  const [rows, extra, further] = [
    shownPods.rows.value,
    shownPods.extra.value,
    shownPods.further.value,
  ];
  const actionsOf = (place: number): RowActions => {
    const row = rows[place];
    if (row === undefined) return {};
    const isOpen = pod.value?.uid === row.uid;
    return {
      key: row.uid,
      pointed: { pod: row.uid },
      onChoose: () => (pod.value = isOpen ? null : row),
      detail: isOpen ? <PodDetail row={row} /> : null,
    };
  };
  const table = judgeTable(shownPods.by.value, decision, rows, extra);
  const sorting = {
    title: sortKey.value?.title ?? "",
    isDescending: isDescending.value,
    sortBy: (place: number) => shownPods.sortBy(place),
  };
  return (
    <>
      <Blocks
        blocks={[{ is: "table", ...table, cut: "none" }]}
        label="Ranking"
        actionsOf={actionsOf}
        sorting={sorting}
      />
      {further > 0 && (
        <button type="button" class="more" onClick={() => shownPods.showMore()}>
          {moreText(further)}
        </button>
      )}
    </>
  );
}

/** The ranking as it is listed now. */
function listedRanking(store: Store, decision: Decision): ListedRanking {
  const { matching, summary, extra } = store.model(ShownPods);
  const { oom = null, admission = null } = extra.peek();
  const { capture, isChanged } = store;
  return {
    decision,
    oom: oom === AWAITED ? null : oom,
    admission: admission === AWAITED ? null : admission,
    pods: matching.peek(),
    summary: summary.peek(),
    of: capture.peek()?.node ?? capture.peek()?.name ?? "",
    changed: isChanged.peek() ? changedWords(store) : null,
  };
}
