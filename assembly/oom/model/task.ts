/** A process as the kernel scores it; rows are in the order of the task list. */
import { TASK_SIZE, TASKS_OFFSET } from "../memory.ts";

export enum TaskFlag {
  /** It is init or a thread of the kernel, or its memory is gone or not its own. */
  Unkillable = 1,
  /** It has CAP_SYS_ADMIN. */
  Root = 2,
  /** What a task has to have, while it is read. */
  Pid = 4,
  Rss = 8,
  Adjustment = 16,
  /** It dies with the one that is chosen: memory.oom.group. */
  WithChosen = 32,
  /** rssPages and swapPages are bytes still. */
  RssBytes = 64,
  SwapBytes = 128,
  /** The memory limit of its container, and what that uses of it, are known. */
  Limit = 256,
  WorkingSet = 512,
}

/** The badness of a task that is never chosen: LONG_MIN since 5.9, 0 before. */
export const NEVER: i64 = i64.MIN_VALUE;

@unmanaged
export class Task {
  pid: i64;
  rssPages: u64;
  swapPages: u64;
  pgtablesBytes: u64;
  badness: i64;
  /** memory.max of its container; what counts of that container's use. */
  limitBytes: u64;
  workingSetBytes: u64;
  oomScoreAdj: i32;
  flags: u32;
  name: u32;
  nameSize: i32;
  /** The cgroup with memory.oom.group that the task is in; size 0 for none. */
  group: u32;
  groupSize: i32;
}

export function taskAt(row: u32): Task {
  return changetype<Task>(TASKS_OFFSET + usize(row) * TASK_SIZE);
}

export function taskHas(task: Task, flag: TaskFlag): bool {
  return (task.flags & u32(flag)) != 0;
}
