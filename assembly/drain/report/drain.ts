/** A drain as one document: written while it runs, events first, the result behind them. */
import { SchedulerAction } from "../../abi.ts";
import {
  addInteger,
  addLiteral,
  beginArray,
  beginObject,
  beginText,
  endArray,
  endObject,
  endText,
  integerMember,
  key,
  literal,
  member,
  text,
  textMember,
} from "../../base/json/write.ts";
import { nodeAt } from "../../objects/model/node.ts";
import { ObjectFlag } from "../../objects/model/objectRow.ts";
import { Pod, PodFlag, podAt, podHas, pods } from "../../objects/model/pod.ts";
import { SpecWord, specWord } from "../../objects/model/podSpec.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { schedulePod } from "../../scheduler/cycle/cycle.ts";
import { isOfOtherScheduler, isPending } from "../../scheduler/cycle/queue.ts";
import { nodeCount } from "../../scheduler/model/snapshot.ts";
import { writePod } from "../../scheduler/report/candidates.ts";
import { messageMember, unevaluatedMember } from "../../scheduler/report/decision.ts";
import { budgetAt, budgetCount, budgetRow, isTrusted, selects } from "../model/budget.ts";
import { DrainedPod, drainedAt, drainedCount } from "../model/drainedPods.ts";
import { charge, isSpent } from "../model/work.ts";
import { DrainFilter, drainSentence, isDrainError, isEvicted } from "../stages/drainFilter.ts";
import { Eviction } from "../stages/evict.ts";
import { answerMembers, budgetMember, nameMembers, writeBudgetName } from "./answer.ts";

export enum DrainResult {
  Drained = 0,
  /** Budgets, or the API server, keep pods on the node forever. */
  Blocked,
  /** kubectl evicts nothing with these flags. */
  Refused,
  /** Something still changes, or depends on plugins that are not run. */
  Undecided,
}

const RESULTS: StaticArray<string> = ["Drained", "Blocked", "Refused", "Undecided"];

const ASSUMPTIONS: StaticArray<string> = [
  "The owner of an evicted pod immediately creates another one from its template.",
  "A replacement is ready once it is placed if the pod that it replaces was ready.",
  "Evicted pods have terminated when the next round begins.",
  "Pods that were pending are placed first, and do not count as healthy.",
  "Scales, other pods, nodes and budgets do not change.",
];

/** From here to the end of the drain events are written. */
export function beginDrain(row: u32): void {
  const name = nodeAt(row).name;
  beginObject();
  member("plimsoll", "drain/1");
  textMember("node", textAt(name), textSize(name));
  key("events");
  beginArray();
}

export function endDrain(result: DrainResult): void {
  endArray();
  member("result", unchecked(RESULTS[result]));
  filteredMember("refusals", true);
  filteredMember("warnings", false);
  if (result != DrainResult.Refused) blockedMember();
  pendingMember();
  budgetsMember();
  key("assumptions");
  beginArray();
  for (let index = 0; index < ASSUMPTIONS.length; index++) literal(unchecked(ASSUMPTIONS[index]));
  endArray();
  endObject();
}

/** What kubectl prints about pods that it does not evict, or evicts with a warning. */
function filteredMember(name: string, errors: bool): void {
  key(name);
  beginArray();
  for (let filter: i32 = DrainFilter.DaemonSetError; filter < DrainFilter.End; filter++) {
    if (isDrainError(filter) != errors || countOf(filter) == 0) continue;
    beginObject();
    member("message", drainSentence(filter));
    key("pods");
    beginArray();
    for (let index: u32 = 0; index < drainedCount; index++) {
      if (drainedAt(index).filter == filter) writePod(podAt(drainedAt(index).row));
    }
    endArray();
    endObject();
  }
  endArray();
}

function countOf(filter: i32): u32 {
  let count: u32 = 0;
  for (let index: u32 = 0; index < drainedCount; index++) {
    if (drainedAt(index).filter == filter) count++;
  }
  return count;
}

/** Pods that are left, with the server's last answer and why it stays that one. */
function blockedMember(): void {
  key("blocked");
  beginArray();
  for (let index: u32 = 0; index < drainedCount; index++) {
    const drained = drainedAt(index);
    const wasRefused = drained.round == 0 && drained.budget != 0;
    if (!wasRefused || !isEvicted(drained.filter)) continue;
    const pod = podAt(drained.row);
    beginObject();
    key("pod");
    writePod(pod);
    if (drained.eviction == Eviction.ManyBudgets) budgetsOf(pod);
    else budgetMember(drained.budget - 1);
    answerMembers(drained);
    key("why");
    beginText();
    addWhy(drained);
    endText();
    endObject();
  }
  endArray();
}

function budgetsOf(pod: Pod): void {
  key("budgets");
  beginArray();
  for (let row: u32 = 0; row < budgetCount(); row++) {
    if (selects(budgetRow(row), pod)) writeBudgetName(row);
  }
  endArray();
}

/** Follows the server's answer, which names the budget and its requirement. */
function addWhy(drained: DrainedPod): void {
  if (drained.eviction == Eviction.ManyBudgets) {
    return addLiteral("Delete all but one of its budgets, or narrow their selectors.");
  }
  const row = drained.budget - 1;
  const budget = budgetAt(row);
  const status = budgetRow(row);
  if ((status.flags & ObjectFlag.Behind) != 0) {
    addLiteral("Its status is missing or older than its spec: ");
    return addLiteral(
      "give what kubectl get pdb prints when the disruption controller has counted.",
    );
  }
  if (!isTrusted(row)) {
    return addLiteral("The disruption controller cannot count it: kubectl describe pdb says why.");
  }
  if (status.expectedPods <= 0) {
    return addLiteral("It expects no pods: those that it selects have no owner with a scale.");
  }
  if (budget.selected <= status.desiredHealthy) {
    addLiteral("It selects ");
    addPods(budget.selected);
    return addLiteral(": it allows no eviction even while all of them are healthy.");
  }
  addLiteral("It selects ");
  addPods(budget.selected);
  addLiteral(", of which ");
  addInteger(i64(budget.waiting));
  addLiteral(budget.waiting == 1 ? " waits for a node and " : " wait for a node and ");
  const unhealthy = budget.selected - budget.waiting - status.currentHealthy;
  addInteger(i64(unhealthy));
  addLiteral(unhealthy == 1 ? " more is not healthy." : " more are not healthy.");
}

function addPods(count: i32): void {
  addInteger(i64(count));
  addLiteral(count == 1 ? " pod" : " pods");
}

/** Replacements without a node, with what the scheduler says of them now. */
function pendingMember(): void {
  key("pending");
  beginArray();
  for (let row: u32 = 0; row < pods.count; row++) {
    const pod = podAt(row);
    const isOfOther = isOfOtherScheduler(pod);
    if (!podHas(pod, PodFlag.Replacement) || (!isOfOther && !isPending(pod))) continue;
    beginObject();
    key("pod");
    writePod(pod);
    if (isOfOther) otherSchedulerMember(pod);
    else if (!isSpent()) askedMembers(row);
    endObject();
  }
  endArray();
}

/** Nothing is known of a scheduler that the configuration does not have. */
function otherSchedulerMember(pod: Pod): void {
  const name = specWord(pod.spec, SpecWord.SchedulerName);
  key("notEvaluated");
  beginArray();
  text(textAt(name), textSize(name));
  endArray();
}

function askedMembers(row: u32): void {
  charge(nodeCount);
  // One that fits after all was not tried any more: an undecided drain ends like that.
  if (schedulePod(row) != SchedulerAction.Scheduled) messageMember();
  unevaluatedMember();
}

/** Budgets that the drain was about, and those that were changed before it. */
function budgetsMember(): void {
  key("budgets");
  beginArray();
  for (let row: u32 = 0; row < budgetCount(); row++) {
    const budget = budgetAt(row);
    if (!budget.isConcerned && !budget.isChanged) continue;
    const status = budgetRow(row);
    beginObject();
    nameMembers(row);
    integerMember("desiredHealthy", status.desiredHealthy);
    integerMember("currentHealthy", status.currentHealthy);
    integerMember("disruptionsAllowed", status.value);
    if (budget.isCounted) integerMember("selectedPods", budget.selected);
    key("before");
    beginObject();
    integerMember("currentHealthy", budget.healthyBefore);
    integerMember("disruptionsAllowed", budget.allowedBefore);
    endObject();
    endObject();
  }
  endArray();
}
