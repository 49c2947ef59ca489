/** What was changed before a drain, in the objects that it finds. */
import { listCount, wordOf } from "../../objects/model/list.ts";
import { PodFlag, podAt } from "../../objects/model/pod.ts";
import { internLiteral } from "../../objects/model/text.ts";
import { changeBudget, scaleBudgets } from "../model/budget.ts";

/** Lists of rows of the tables of budgets and of pods. */
export function changeDisruption(budgets: u32, scaled: u32): void {
  for (let index: u32 = 0; index < u32(listCount(budgets)); index++) {
    changeBudget(wordOf(budgets, index));
  }
  for (let index: u32 = 0; index < u32(listCount(scaled)); index++) {
    const pod = podAt(wordOf(scaled, index));
    // As one that comes for another: ready once it is placed, and guarded from then on.
    pod.flags |= u32(PodFlag.Ready) | u32(PodFlag.Replacement);
    pod.phase = internLiteral("Running");
    scaleBudgets(pod);
  }
}
