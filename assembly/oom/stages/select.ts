/** Who dies: out_of_memory from top to bottom. */
import { OomAction } from "../../abi.ts";
import { equalText } from "../../base/text.ts";
import { KernelRule } from "../model/kernel.ts";
import { MachineFlag, machine, machineHas } from "../model/machine.ts";
import { NEVER, Task, TaskFlag, taskAt, taskHas } from "../model/task.ts";
import { badnessOf, follows, OOM_SCORE_ADJ_MIN, totalPages } from "./badness.ts";

/** vm.panic_on_oom = 2 panics whatever ran out, 1 only when the whole machine did. */
const PANIC_ALWAYS: u8 = 2;

export function selectTask(): OomAction {
  machine.totalPages = totalPages();
  for (let row: u32 = 0; row < machine.taskCount; row++) {
    const task = taskAt(row);
    task.flags &= ~u32(TaskFlag.WithChosen);
    task.badness = badnessOf(task);
  }
  machine.chosen = -1;
  machine.byAllocating = 0;
  machine.action = act();
  return machine.action;
}

function act(): OomAction {
  if (mustPanic()) return OomAction.Panic;
  if (isAllocatingKilled()) {
    machine.chosen = machine.allocating;
    machine.byAllocating = 1;
  } else machine.chosen = worst();
  // Without a task to kill the machine is deadlocked; a memory cgroup stays at its limit.
  if (machine.chosen < 0) return machineHas(MachineFlag.Memcg) ? OomAction.None : OomAction.Panic;
  markGroup(taskAt(machine.chosen));
  return OomAction.Kill;
}

function mustPanic(): bool {
  if (machine.panicOnOom == 0) return false;
  return machine.panicOnOom == PANIC_ALWAYS || !machineHas(MachineFlag.Memcg);
}

/** vm.oom_kill_allocating_task: not in a memory cgroup, and not a task that may not die. */
function isAllocatingKilled(): bool {
  if (!machineHas(MachineFlag.KillAllocatingTask) || machineHas(MachineFlag.Memcg)) return false;
  if (machine.allocating < 0) return false;
  const task = taskAt(machine.allocating);
  return !taskHas(task, TaskFlag.Unkillable) && task.oomScoreAdj != OOM_SCORE_ADJ_MIN;
}

/** The row with the highest badness, or -1: select_bad_process. */
export function worst(): i32 {
  let chosen = -1;
  let points: i64 = NEVER;
  const keepsFirst = follows(KernelRule.FirstOfEquals);
  for (let row: u32 = 0; row < machine.taskCount; row++) {
    const badness = taskAt(row).badness;
    if (badness == NEVER || badness < points) continue;
    if (badness == points && chosen >= 0 && keepsFirst) continue;
    chosen = i32(row);
    points = badness;
  }
  return chosen;
}

/** With memory.oom.group all tasks of that cgroup die, but for those that oom_score_adj exempts. */
function markGroup(chosen: Task): void {
  if (chosen.groupSize == 0) return;
  for (let row: u32 = 0; row < machine.taskCount; row++) {
    const task = taskAt(row);
    if (task.oomScoreAdj == OOM_SCORE_ADJ_MIN || taskHas(task, TaskFlag.Unkillable)) continue;
    if (!equalText(task.group, task.groupSize, chosen.group, chosen.groupSize)) continue;
    if (task != chosen) task.flags |= u32(TaskFlag.WithChosen);
  }
}
