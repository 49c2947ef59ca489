/** How bad a task is: oom_badness. */
import { pagesOfOneOf, shownScore } from "../../base/arithmetic/oomScoreAdj.ts";
import { KernelRule } from "../model/kernel.ts";
import { MachineFlag, machine, machineHas } from "../model/machine.ts";
import { NEVER, Task, TaskFlag, taskHas } from "../model/task.ts";

export const OOM_SCORE_ADJ_MIN: i32 = -1000;
/** What a task with CAP_SYS_ADMIN counts less, in thousandths and in percent. */
const ROOT_THOUSANDTHS: i64 = 30;
const ROOT_PERCENT: i64 = 3;

/**
 * What oom_score_adj is a part of: constrained_alloc. All memory and swap of the machine; of a
 * memory cgroup its limit and the swap it may use (mem_cgroup_get_limit, since 4.18
 * mem_cgroup_get_max, assumed to be the same number): swap up to that of the machine,
 * to memory.swap.max, and to what memsw leaves above the limit.
 */
export function totalPages(): i64 {
  if (!machineHas(MachineFlag.Memcg)) return i64(machine.ramPages + machine.swapPages);
  let swap = min(machine.swapPages, machine.swapLimitPages);
  if (machineHas(MachineFlag.Memsw)) {
    const memsw = machine.memswLimitPages;
    swap = min(swap, memsw > machine.limitPages ? memsw - machine.limitPages : 0);
  }
  return max<i64>(i64(machine.limitPages + swap), 1);
}

/** Pages that one point of oom_score_adj is worth on this machine. */
export function pagesOfOne(): i64 {
  return pagesOfOneOf(machine.totalPages);
}

/** What the task uses, in pages. */
export function pagesOf(task: Task): i64 {
  return i64(task.rssPages + task.swapPages + task.pgtablesBytes / machine.pageBytes);
}

export function badnessOf(task: Task): i64 {
  if (taskHas(task, TaskFlag.Unkillable) || task.oomScoreAdj == OOM_SCORE_ADJ_MIN) return NEVER;
  let points = pagesOf(task);
  let adjustment = i64(task.oomScoreAdj);
  if (taskHas(task, TaskFlag.Root)) {
    if (follows(KernelRule.RootBonusOfTotal)) adjustment -= ROOT_THOUSANDTHS;
    if (follows(KernelRule.RootBonusOfUse)) points -= (points * ROOT_PERCENT) / 100;
  }
  points += adjustment * pagesOfOne();
  return follows(KernelRule.AtLeastOne) ? max<i64>(points, 1) : points;
}

export function follows(rule: KernelRule): bool {
  return (machine.rules & u32(rule)) != 0;
}

/** What /proc/PID/oom_score shows of it; before it could be below zero, thousandths. */
export function oomScoreOf(badness: i64): i64 {
  if (badness == NEVER || machine.totalPages == 0) return 0;
  return follows(KernelRule.AtLeastOne)
    ? (badness * 1000) / machine.totalPages
    : shownScore(badness, machine.totalPages);
}
