import type { RankedPod } from "../../../../analysis/engine/decision.ts";
import { usageSection } from "../../../../analysis/questions/explain/usageTable.ts";
import { HeadedSections } from "../../document/blocks.tsx";
import { useStore } from "../../state/context.ts";
import { Counterfactuals } from "../counterfactual/counterfactualList.tsx";
import { PodEditor } from "../pods/podEditor.tsx";

/** One pod of the ranking: why it has that rank, what it uses, what would have spared it. */
export function PodDetail({ row }: { readonly row: RankedPod }) {
  const current = useStore().decision.value;
  return (
    <div class="pod-detail">
      <p>{row.sentence}</p>
      {row.skipped !== undefined && <p>{row.skipped}</p>}
      <Explanation />
      <PodEditor row={row} />
      {current !== null && <HeadedSections sections={usageSection(current, row)} />}
    </div>
  );
}

function Explanation() {
  const { explanation } = useStore();
  const current = explanation.value;
  if (current === null) return null;
  return (
    <div class="explanation">
      {current.standing !== undefined && <p>{current.standing}</p>}
      <Counterfactuals decision={current} />
    </div>
  );
}
