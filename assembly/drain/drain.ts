/**
 * A drain from its first look to its end, in rounds: kubectl asks for the eviction of every pod
 * that is left, the API server and the budgets answer, owners create others of the pods that went,
 * the scheduler places them, and the disruption controller counts. It ends when a round changes
 * nothing: what blocks then, blocks forever.
 */
import { SchedulerAction, Status } from "../abi.ts";
import { failureStatus } from "../base/json/failure.ts";
import { NodeFlag, nodeAt } from "../objects/model/node.ts";
import { PodFlag, podAt, pods } from "../objects/model/pod.ts";
import { NO_ROW } from "../objects/model/table.ts";
import { schedulePod } from "../scheduler/cycle/cycle.ts";
import { victimOf } from "../scheduler/cycle/preemption/candidates.ts";
import { chosenCandidate, isSpared, Preemption } from "../scheduler/cycle/preemption/preempt.ts";
import { outdate, prepare, settle } from "../scheduler/cycle/prepare.ts";
import { isOfOtherScheduler, isPending, takeNext } from "../scheduler/cycle/queue.ts";
import { decision } from "../scheduler/model/decision.ts";
import { nodeCount } from "../scheduler/model/snapshot.ts";
import { changedBudgets, scaledPods } from "./documents/drainRequest.ts";
import {
  countBudgets,
  countChangedBudgets,
  findBudget,
  mayRecover,
  startDisruption,
} from "./model/budget.ts";
import { collectPods, drainedAt, drainedCount } from "./model/drainedPods.ts";
import { forgetRefused, isRefused, noteRefused } from "./model/refusedPods.ts";
import { charge, isSpent, startWork } from "./model/work.ts";
import { beginDrain, DrainResult, endDrain } from "./report/drain.ts";
import { writeEviction, writePlacement, writePreemption } from "./report/events.ts";
import { changeDisruption } from "./stages/change.ts";
import { filterOf, isDrainError, isEvicted } from "./stages/drainFilter.ts";
import { Eviction, evict, evictionBudget, isRetried } from "./stages/evict.ts";
import { recreate } from "./stages/recreate.ts";

/** A node has 110 pods as a rule; with one eviction in each round more than that is undecided. */
const ROUNDS_MAX: u32 = 500;

/** Drains a node and writes what happens into the output; false after a failure. */
export function drainNode(row: u32, flags: u32): bool {
  startWork();
  forgetRefused();
  beginDrain(row);
  nodeAt(row).flags |= NodeFlag.Unschedulable;
  // What waits now has the first choice of the nodes.
  if (!startDisruption()) return false;
  changeDisruption(changedBudgets, scaledPods);
  placePods(0);
  countChangedBudgets();
  if (failureStatus() != Status.Ok || !collectPods(nodeAt(row).name)) return false;
  const result = filterPods(flags) ? evictPods() : DrainResult.Refused;
  if (failureStatus() != Status.Ok) return false;
  endDrain(result);
  return failureStatus() == Status.Ok;
}

/** Whether kubectl goes on. */
function filterPods(flags: u32): bool {
  let goesOn = true;
  for (let index: u32 = 0; index < drainedCount; index++) {
    const drained = drainedAt(index);
    drained.filter = filterOf(podAt(drained.row), flags);
    if (isDrainError(drained.filter)) goesOn = false;
  }
  return goesOn;
}

function evictPods(): DrainResult {
  for (let round: u32 = 1; round <= ROUNDS_MAX; round++) {
    const went = evictRound(round);
    const placed = placePods(round);
    if (failureStatus() != Status.Ok) return DrainResult.Undecided;
    const allows = countBudgets();
    if (isSpent()) return DrainResult.Undecided;
    if (went == 0 && !placed && !allows) return outcome();
  }
  return DrainResult.Undecided;
}

/** Asks for each pod that is left once; answers how many went. */
function evictRound(round: u32): u32 {
  let went: u32 = 0;
  for (let index: u32 = 0; index < drainedCount && !isSpent(); index++) {
    const drained = drainedAt(index);
    if (!isLeft(index) || drained.eviction >= Eviction.ManyBudgets) continue;
    const pod = podAt(drained.row);
    const isFirst = drained.eviction == 0;
    drained.eviction = evict(pod);
    drained.budget = evictionBudget + 1;
    if (drained.eviction <= Eviction.Charged) drained.round = round;
    if (isFirst || drained.round != 0) writeEviction(drained, round);
    if (drained.round == 0) continue;
    recreate(pod);
    forgetRefused();
    went++;
  }
  return went;
}

function isLeft(index: u32): bool {
  const drained = drainedAt(index);
  return drained.round == 0 && isEvicted(drained.filter);
}

/** Undecided where every pod that is left has a budget that may let it go after all. */
function outcome(): DrainResult {
  let result = DrainResult.Drained;
  for (let index: u32 = 0; index < drainedCount; index++) {
    if (!isLeft(index)) continue;
    const drained = drainedAt(index);
    const isHopeful = isRetried(drained.eviction) && mayRecover(drained.budget - 1);
    if (!isHopeful) return DrainResult.Blocked;
    result = DrainResult.Undecided;
  }
  return result;
}

/** The scheduler tries every pod that waits, in the order of its queue; whether any moved on. */
function placePods(round: u32): bool {
  for (let row: u32 = 0; row < pods.count; row++) {
    const pod = podAt(row);
    if (isPending(pod)) pod.flags &= ~u32(PodFlag.Tried);
    else if (isOfOtherScheduler(pod)) pod.flags |= u32(PodFlag.Unevaluated);
  }
  charge(pods.count);
  outdate();
  if (!prepare()) return false;
  let moved = false;
  for (let row = takeNext(); row != NO_ROW && !isSpent(); row = takeNext()) {
    const pod = podAt(row);
    if (isRefused(pod)) continue;
    const action = schedulePod(row);
    if (failureStatus() != Status.Ok) return false;
    charge(workOf());
    const isNominated = decision.preemption == Preemption.Nominated;
    if (action == SchedulerAction.Unschedulable && !isNominated) noteRefused(pod);
    if (action == SchedulerAction.NotEvaluated) pod.flags |= u32(PodFlag.Unevaluated);
    if (comesTrue(action, round)) moved = true;
  }
  return moved;
}

/** What the last decision cost: its nodes, and the pods where nodes were tried without some. */
function workOf(): u64 {
  const triesPods = decision.preemption >= Preemption.Helpless;
  return 1 + u64(nodeCount) + (triesPods ? u64(pods.count) : 0);
}

/** Lets a decision come true, and the owners of preempted pods create others. */
function comesTrue(action: SchedulerAction, round: u32): bool {
  const isPreemption = decision.preemption == Preemption.Nominated;
  const isPlaced = action == SchedulerAction.Scheduled;
  if (!isPlaced && (action != SchedulerAction.Unschedulable || !isPreemption)) return false;
  if (isPlaced) writePlacement(round);
  else writePreemption(round);
  decision.isAssumed = true;
  settle();
  forgetRefused();
  if (isPlaced) return true;
  const candidate = chosenCandidate();
  for (let index: u32 = 0; index < candidate.victimCount; index++) {
    const pod = podAt(victimOf(candidate, index));
    if (isSpared(pod)) continue;
    findBudget(pod);
    pod.flags &= ~u32(PodFlag.Terminated);
    recreate(pod);
  }
  return true;
}
