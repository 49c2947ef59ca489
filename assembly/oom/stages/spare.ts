/**
 * What would have spared the chosen task: a change is made, the kernel decides again, and the
 * change is taken back. Badness never falls as oom_score_adj or usage rises, so the largest
 * value that spares is found by halving.
 */
import { MachineFlag, machine, machineHas } from "../model/machine.ts";
import { Task, taskAt } from "../model/task.ts";
import { badnessOf, OOM_SCORE_ADJ_MIN } from "./badness.ts";
import { worst } from "./select.ts";

/** What a request gives a Burstable container, and what a Guaranteed one has: the kubelet's. */
export const BURSTABLE_MIN: i32 = 3;
export const BURSTABLE_MAX: i32 = 999;
export const GUARANTEED: i32 = -997;

/** Who dies instead, as a row, or -1; of the last change that was tried. */
export let instead: i32 = -1;

/** Whether the task would live with this oom_score_adj. */
export function sparesWithAdjustment(row: i32, adjustment: i32): bool {
  const task = taskAt(row);
  const before = task.oomScoreAdj;
  task.oomScoreAdj = adjustment;
  const spares = isSpared(row, task);
  task.oomScoreAdj = before;
  task.badness = badnessOf(task);
  return spares;
}

/** The highest oom_score_adj below its own with which the task would live. */
export function sparingAdjustment(row: i32): i32 {
  let low = OOM_SCORE_ADJ_MIN;
  let high = taskAt(row).oomScoreAdj;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (sparesWithAdjustment(row, middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** The most pages with which the task would survive, or -1 when it dies with none. */
export function sparingPages(row: i32): i64 {
  let low: i64 = -1;
  let high = i64(taskAt(row).rssPages);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (sparesWithPages(row, middle)) low = middle;
    else high = middle;
  }
  return low;
}

function sparesWithPages(row: i32, pages: i64): bool {
  const task = taskAt(row);
  const before = task.rssPages;
  task.rssPages = u64(pages);
  const spares = isSpared(row, task);
  task.rssPages = before;
  task.badness = badnessOf(task);
  return spares;
}

function isSpared(row: i32, task: Task): bool {
  task.badness = badnessOf(task);
  instead = worst();
  return instead != row;
}

/**
 * The smallest memory request that gives a Burstable container this oom_score_adj or less on this
 * machine; -1 when no request does. The kubelet takes 1000 - 1000 x request / capacity, at least 3.
 */
export function requestFor(adjustment: i32): i64 {
  if (!machineHas(MachineFlag.Ram) || adjustment < BURSTABLE_MIN) return -1;
  const capacity = i64(machine.ramPages * machine.pageBytes);
  return (i64(1000 - adjustment) * capacity + 999) / 1000;
}
