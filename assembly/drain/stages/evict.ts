/**
 * What the API server answers to the eviction of a pod.
 * Spec: the sources of Kubernetes, pkg/registry/core/pod/storage/eviction.go.
 */
import { ObjectFlag } from "../../objects/model/objectRow.ts";
import { Pod, PodFlag, podHas } from "../../objects/model/pod.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { internLiteral } from "../../objects/model/text.ts";
import { behavesAs } from "../../scheduler/model/release.ts";
import { Behavior } from "../../scheduler/model/releaseTable.ts";
import {
  budgetAt,
  budgetRow,
  budgetsFound,
  findBudget,
  hasFailedSync,
  isDisallowed,
  takeDisruption,
} from "../model/budget.ts";

export enum Eviction {
  /** The pod is deleted; its budget, if it has one, is not asked or is not charged. */
  Free = 0,
  /** The pod is deleted, and its budget has one disruption less. */
  Charged,
  // What the server answers 429 to: kubectl tries again.
  Unprocessed,
  SyncFailed,
  TooFewHealthy,
  Disallowed,
  Exhausted,
  // What ends kubectl's attempts: 500 and 403.
  ManyBudgets,
  Negative,
  TooManyDisrupted,
}

/** Entries of `disruptedPods` beyond which the server refuses every eviction. */
const DISRUPTED_MAX = 2000;

/** The budget of the last eviction that was evaluated, or NO_ROW. */
export let evictionBudget: u32 = NO_ROW;

/** Whether an eviction is refused until something changes. */
export function isRetried(eviction: Eviction): bool {
  return eviction >= Eviction.Unprocessed && eviction < Eviction.ManyBudgets;
}

/** Judges the eviction of a pod, and charges its budget when it is allowed. */
export function evict(pod: Pod): Eviction {
  evictionBudget = NO_ROW;
  if (isUnguarded(pod)) return Eviction.Free;
  evictionBudget = findBudget(pod);
  if (budgetsFound > 1) return Eviction.ManyBudgets;
  if (evictionBudget == NO_ROW) return Eviction.Free;
  if (!podHas(pod, PodFlag.Ready) && sparesUnhealthy(evictionBudget)) return Eviction.Free;
  const refusal = refusalOf(evictionBudget);
  if (refusal == Eviction.Charged) takeDisruption(evictionBudget);
  return refusal;
}

/** Pods that run no more, or not yet, or are being deleted: no budget guards them. */
function isUnguarded(pod: Pod): bool {
  if (podHas(pod, PodFlag.Terminated) || podHas(pod, PodFlag.Deleting)) return true;
  return pod.phase == internLiteral("Pending");
}

/** Whether a pod that is not ready may go without a charge. */
function sparesUnhealthy(row: u32): bool {
  if ((budgetRow(row).flags & ObjectFlag.AlwaysAllow) != 0) return true;
  const budget = budgetRow(row);
  return budget.desiredHealthy > 0 && budget.currentHealthy >= budget.desiredHealthy;
}

function refusalOf(row: u32): Eviction {
  const budget = budgetRow(row);
  if ((budget.flags & ObjectFlag.Behind) != 0) return Eviction.Unprocessed;
  if (budget.value < 0) return Eviction.Negative;
  if (budgetAt(row).disrupted > DISRUPTED_MAX) return Eviction.TooManyDisrupted;
  if (budget.value > 0) return Eviction.Charged;
  if (!behavesAs(Behavior.BudgetCauses)) return Eviction.TooFewHealthy;
  if (hasFailedSync(row)) return Eviction.SyncFailed;
  if (budget.currentHealthy <= budget.desiredHealthy) return Eviction.TooFewHealthy;
  return isDisallowed(budget) ? Eviction.Disallowed : Eviction.Exhausted;
}
