/**
 * PodDisruptionBudgets in preemption: the scheduler would rather not go below them, and does when
 * nothing else helps. Each pod that may go is taken from every budget that selects it, in order of
 * importance; one that a budget has no disruption left for violates it.
 */
import { matchesLabels } from "../../../filters/labels.ts";
import { Kind } from "../../../objects/model/kind.ts";
import { hasWord, listCount } from "../../../objects/model/list.ts";
import { objectAt, objectsOf } from "../../../objects/model/objectRow.ts";
import { Pod } from "../../../objects/model/pod.ts";
import { forgetRegion, Region, takeRegion } from "../../../objects/model/region.ts";
import { behavesAs } from "../../model/release.ts";
import { Behavior } from "../../model/releaseTable.ts";

const LEFT = changetype<Region>(memory.data(8, 4));
/** Disruptions left, by row of the budget. */
let left: usize = 0;

export function forgetBudgets(): void {
  forgetRegion(LEFT);
  left = 0;
}

/** Room for all budgets; false after a failure. */
export function startBudgets(): bool {
  left = takeRegion(LEFT, usize(objectsOf(Kind.PodDisruptionBudget).count) * 4 + 4);
  return left != 0;
}

/** Begins again with what the budgets' statuses allow. */
export function resetBudgets(): void {
  const count = objectsOf(Kind.PodDisruptionBudget).count;
  for (let row: u32 = 0; row < count; row++) {
    store<i32>(left + (usize(row) << 2), objectAt(Kind.PodDisruptionBudget, row).value);
  }
}

/** Takes a pod from its budgets; whether one of them had nothing left. */
export function violatesBudget(pod: Pod): bool {
  if (listCount(pod.labels) == 0) return false;
  let violates = false;
  const count = objectsOf(Kind.PodDisruptionBudget).count;
  for (let row: u32 = 0; row < count; row++) {
    const budget = objectAt(Kind.PodDisruptionBudget, row);
    // Without requirements a budget selects nothing here, whatever it does in the API.
    if (budget.namespace != pod.namespace || listCount(budget.selector) == 0) continue;
    if (!matchesLabels(budget.selector, pod.labels)) continue;
    // The API server has counted it already.
    if (hasWord(budget.extra, pod.name)) continue;
    const at = left + (usize(row) << 2);
    const allowed = load<i32>(at) - 1;
    store<i32>(at, allowed);
    if (allowed >= 0) continue;
    violates = true;
    if (behavesAs(Behavior.BudgetsInTurn)) return true;
  }
  return violates;
}
