/** What kills in a container apart from its task's badness: its own limit, and memory.oom.group. */
import { MachineFlag, machine, machineHas } from "../model/machine.ts";
import { Behavior } from "../model/releaseTable.ts";
import { Task, TaskFlag, taskHas } from "../model/task.ts";

/** A container is near its limit with less than a tenth of it left. */
const NEAR_PARTS: u64 = 10;

/** Whether all processes of a container die together, where cgroup v2 is in use. */
export function diesWhole(): bool {
  if (machine.cgroupVersion == 1 || !behavesAs(Behavior.MemoryOomGroup)) return false;
  return !machineHas(MachineFlag.SingleProcess) || !behavesAs(Behavior.SingleProcessOomKill);
}

function behavesAs(behavior: Behavior): bool {
  return (machine.behaviors & behavior) != 0;
}

export function knowsHeadroom(task: Task): bool {
  return taskHas(task, TaskFlag.Limit) && taskHas(task, TaskFlag.WorkingSet);
}

/** What its container may still use until its own cgroup kills; unused page cache goes first. */
export function headroomOf(task: Task): u64 {
  return task.limitBytes > task.workingSetBytes ? task.limitBytes - task.workingSetBytes : 0;
}

export function isNearLimit(task: Task): bool {
  return knowsHeadroom(task) && headroomOf(task) < task.limitBytes / NEAR_PARTS;
}
