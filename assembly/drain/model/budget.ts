/**
 * PodDisruptionBudgets as the API server and the disruption controller keep their status while
 * pods go and come: in their rows, where the scheduler's preemption and the next drain read it. A
 * document's `desiredHealthy` stays as it is: scales do not change meanwhile.
 * Spec: the sources of Kubernetes, pkg/controller/disruption.
 */
import { matchesLabels } from "../../filters/labels.ts";
import { Kind } from "../../objects/model/kind.ts";
import { hasWord, listCount } from "../../objects/model/list.ts";
import { ObjectFlag, ObjectRow, objectAt, objectsOf } from "../../objects/model/objectRow.ts";
import { Pod, PodFlag, podAt, podHas, pods } from "../../objects/model/pod.ts";
import { forgetRegion, Region, takeRegion } from "../../objects/model/region.ts";
import { NO_ROW } from "../../objects/model/table.ts";
import { internLiteral } from "../../objects/model/text.ts";
import { nodeNameOf } from "../../scheduler/model/snapshot.ts";
import { charge, isSpent } from "./work.ts";

/** What a drain knows of a budget in addition to the status in its row. */
@unmanaged
export class Budget {
  /** Entries of `disruptedPods`. */
  disrupted: i32;
  /** The controller has counted it during the drain. */
  isCounted: bool;
  /** Pods that it selects, those of them that wait for a node, and the unevaluated of these. */
  selected: i32;
  waiting: i32;
  unevaluated: i32;
  /** What the status said before anything moved. */
  healthyBefore: i32;
  allowedBefore: i32;
  /** It selects a pod that was asked to go, or that is replaced. */
  isConcerned: bool;
  /** It has selected a pod that went, and for which no other one came. */
  hasLost: bool;
  /** Its spec is another than the status was counted with. */
  isChanged: bool;
  /** Pods that it selects and that came because their owner was scaled. */
  scaled: i32;
}

const BUDGET_BYTES: usize = offsetof<Budget>();
const BUDGETS = changetype<Region>(memory.data(8, 4));
let budgets: usize = 0;

export function forgetDisruption(): void {
  forgetRegion(BUDGETS);
  budgets = 0;
}

export function budgetCount(): u32 {
  return objectsOf(Kind.PodDisruptionBudget).count;
}

export function budgetRow(row: u32): ObjectRow {
  return objectAt(Kind.PodDisruptionBudget, row);
}

export function budgetAt(row: u32): Budget {
  return changetype<Budget>(budgets + usize(row) * BUDGET_BYTES);
}

/** Begins with the statuses as they are; false after a failure. */
export function startDisruption(): bool {
  const count = budgetCount();
  budgets = takeRegion(BUDGETS, usize(count) * BUDGET_BYTES + 8);
  if (budgets == 0) return false;
  for (let row: u32 = 0; row < count; row++) {
    const budget = budgetAt(row);
    const document = budgetRow(row);
    budget.disrupted = listCount(document.extra);
    budget.healthyBefore = document.currentHealthy;
    budget.allowedBefore = document.value;
  }
  return true;
}

/** Whether its condition says with a message that it allows nothing. */
export function isDisallowed(budget: ObjectRow): bool {
  return (budget.flags & ObjectFlag.Disallowed) != 0 && budget.message != 0;
}

/** In the API a selector that is empty selects every pod, and one that is missing none. */
export function selects(budget: ObjectRow, pod: Pod): bool {
  if (budget.namespace != pod.namespace || (budget.flags & ObjectFlag.HasSelector) == 0) {
    return false;
  }
  return matchesLabels(budget.selector, pod.labels);
}

/** How many budgets select the last pod that was looked up. */
export let budgetsFound: u32 = 0;

/** The first budget that selects a pod, or NO_ROW. */
export function findBudget(pod: Pod): u32 {
  budgetsFound = 0;
  let found = NO_ROW;
  const count = budgetCount();
  charge(count);
  for (let row: u32 = 0; row < count; row++) {
    if (!selects(budgetRow(row), pod)) continue;
    budgetAt(row).isConcerned = true;
    if (budgetsFound++ == 0) found = row;
  }
  return found;
}

/** The API server takes a disruption, before the pod is deleted. */
export function takeDisruption(row: u32): void {
  budgetRow(row).value--;
  budgetAt(row).disrupted++;
}

/** A pod was deleted and no owner replaces it. */
export function losePod(pod: Pod): void {
  const count = budgetCount();
  charge(count);
  for (let row: u32 = 0; row < count; row++) {
    if (selects(budgetRow(row), pod)) budgetAt(row).hasLost = true;
  }
}

/** Whether the disruption controller counts a pod as healthy: its phase is not looked at. */
function isHealthy(pod: Pod): bool {
  if (!podHas(pod, PodFlag.Ready) || podHas(pod, PodFlag.Deleting)) return false;
  return nodeNameOf(pod) != 0;
}

/**
 * The disruption controller sees what went and came, and counts the budgets concerned; whether one
 * that allowed nothing does so now.
 */
export function countBudgets(): bool {
  let allows = false;
  const count = budgetCount();
  for (let row: u32 = 0; row < count; row++) {
    if (!budgetAt(row).isConcerned || !isTrusted(row)) continue;
    if (isSpent()) return false;
    const before = budgetRow(row).value;
    countBudget(row);
    if (before <= 0 && budgetRow(row).value > 0) allows = true;
  }
  return allows;
}

/** Whether the controller can count the budget, and has seen its spec. */
export function isTrusted(row: u32): bool {
  return (budgetRow(row).flags & ObjectFlag.Behind) == 0 && !hasFailedSync(row);
}

/** Whether its condition says that the controller cannot work it out. */
export function hasFailedSync(row: u32): bool {
  const budget = budgetRow(row);
  if (!isDisallowed(budget)) return false;
  return budget.reason == internLiteral("SyncFailed");
}

/** The spec of a budget, or its selector, has changed. */
export function changeBudget(row: u32): void {
  budgetAt(row).isChanged = true;
}

/** The owner of a pod was scaled up, and this pod came: budgets expect as many more. */
export function scaleBudgets(pod: Pod): void {
  const count = budgetCount();
  charge(count);
  for (let row: u32 = 0; row < count; row++) {
    if (selects(budgetRow(row), pod)) budgetAt(row).scaled++;
  }
}

/** The disruption controller counts the changes before the first eviction. */
export function countChangedBudgets(): void {
  const count = budgetCount();
  for (let row: u32 = 0; row < count; row++) {
    const budget = budgetAt(row);
    if ((!budget.isChanged && budget.scaled == 0) || !isTrusted(row)) continue;
    if (isSpent()) return;
    expectPods(row);
    countBudget(row);
    budget.isConcerned = true;
  }
}

/**
 * `expectedPods` and `desiredHealthy` of a spec. A number of pods that have to be available is
 * taken as it is, and whatever is selected is expected; all else is a part of what the scales of
 * the owners say, which are known from the last status, and what was scaled since.
 */
function expectPods(row: u32): void {
  const budget = budgetAt(row);
  const document = budgetRow(row);
  const isNumber = (document.flags & ObjectFlag.Percent) == 0;
  const isMaximum = (document.flags & ObjectFlag.MaxUnavailable) != 0;
  if (!isMaximum && isNumber) {
    document.expectedPods = countSelected(row, false);
    document.desiredHealthy = document.wanted;
    return;
  }
  // A changed selector resets the status, so the current pods are the scale.
  const isKnown = document.expectedPods > 0;
  const expected = isKnown ? document.expectedPods + budget.scaled : countSelected(row, true);
  const part = isNumber ? document.wanted : roundedUp(document.wanted, expected);
  document.expectedPods = expected;
  document.desiredHealthy = isMaximum ? max(expected - part, 0) : part;
}

/** A percentage of pods, as `intstr.GetScaledValueFromIntOrPercent` rounds it. */
function roundedUp(percent: i32, pods: i32): i32 {
  return i32((i64(percent) * i64(pods) + 99) / 100);
}

function countSelected(row: u32, owned: bool): i32 {
  let count: i32 = 0;
  charge(pods.count);
  for (let index: u32 = 0; index < pods.count; index++) {
    const pod = podAt(index);
    if (owned && (pod.controller == 0 || podHas(pod, PodFlag.Terminated))) continue;
    if (selects(budgetRow(row), pod)) count++;
  }
  return count;
}

function countBudget(row: u32): void {
  const budget = budgetAt(row);
  const document = budgetRow(row);
  document.currentHealthy = 0;
  budget.isCounted = true;
  budget.selected = 0;
  budget.waiting = 0;
  budget.unevaluated = 0;
  charge(pods.count);
  for (let index: u32 = 0; index < pods.count; index++) {
    const pod = podAt(index);
    if (!selects(document, pod)) continue;
    if (isHealthy(pod) && !isDisrupted(document, pod)) document.currentHealthy++;
    if (podHas(pod, PodFlag.Terminated)) continue;
    budget.selected++;
    if (nodeNameOf(pod) != 0) continue;
    budget.waiting++;
    if (podHas(pod, PodFlag.Unevaluated)) budget.unevaluated++;
  }
  budget.disrupted = 0;
  // The controller writes its condition again, without a message.
  document.flags &= ~u32(ObjectFlag.Disallowed);
  const left = document.currentHealthy - document.desiredHealthy;
  document.value = document.expectedPods > 0 ? max(left, 0) : 0;
}

/**
 * Whether it may let a pod go after all: when the controller has counted, which it could not
 * before it or before a pod went, or when the pods that are not evaluated find a node.
 */
export function mayRecover(row: u32): bool {
  const document = budgetRow(row);
  const budget = budgetAt(row);
  if (hasFailedSync(row)) return budget.hasLost;
  if ((document.flags & ObjectFlag.Behind) != 0) return true;
  if (document.expectedPods <= 0) return false;
  return document.currentHealthy + budget.unevaluated > document.desiredHealthy;
}

/** Whether the status has the pod among those that the API server lets go already. */
function isDisrupted(document: ObjectRow, pod: Pod): bool {
  // One that came for another may have its name.
  return !podHas(pod, PodFlag.Replacement) && hasWord(document.extra, pod.name);
}
