/** One time that memory ran out, as a kernel's log has it. */
import type { KernelLine } from "./kernelLine.ts";
import type { LoggedAllocation } from "./oomAllocation.ts";
import type { LoggedZone } from "./oomNodes.ts";
import { podOfCgroup } from "./podCgroup.ts";
import type { Columns, LoggedTask } from "./taskTable.ts";

/** The kernel's report of a kill; pages are computed from the kilobytes in the log. */
export interface LoggedKill {
  readonly pid: number;
  readonly name: string;
  readonly totalVmKib: number | null;
  readonly rssKib: number | null;
  readonly pgtablesKib: number | null;
  readonly oomScoreAdj: number | null;
}

export interface Usage {
  readonly usageKib: number;
  readonly limitKib: number;
  /** How often the limit was hit; null where the line is cut before it. */
  readonly failures: number | null;
}

/** Which line names the killed task: the kernel's own, its reaper's, or one that quotes it. */
export type KillSource = "kill" | "reaper" | "quote";

/** Memory ran out once. */
export interface LoggedOom {
  time: bigint | null;
  bootSeconds: number | null;
  /** When the line of the kill was written; a report may begin seconds before it. */
  killTime: bigint | null;
  killBootSeconds: number | null;
  line: number;
  allocating: LoggedAllocation | null;
  /** A user requested a kill with SysRq-f. */
  isSysRq: boolean;
  kernel: string | null;
  /** CONSTRAINT_MEMCG and the like, of kernels since 5.0. */
  constraint: string | null;
  isMemcg: boolean;
  /** The kernel says that more than a memory cgroup is out of memory. */
  isOutOfMemory: boolean;
  /** The page allocator is in its stack. */
  isAllocators: boolean;
  /** The report has the state of all memory. */
  hasMemoryState: boolean;
  /** The nodes of a memory policy, and those that the task's cpuset allows, as `0-1,4`. */
  nodemask: string | null;
  memsAllowed: string | null;
  zones: LoggedZone[];
  freePages: number | null;
  /** The cgroup that was at its limit, and that of the killed task. */
  memcg: string | null;
  taskMemcg: string | null;
  /** The cgroup around those with stats in a report that begins later; maybe not at its limit. */
  statsMemcg: string | null;
  /** The pod of that cgroup, where a kubelet's line in the log names it. */
  podName: { readonly namespace: string; readonly name: string } | null;
  memory: Usage | null;
  memorySwap: Usage | null;
  swap: Usage | null;
  ramPages: number | null;
  reservedPages: number | null;
  totalSwapKib: number | null;
  columns: Columns | null;
  tasks: LoggedTask[];
  /** Rows that were left out, because there were more than are kept. */
  tasksLeftOut: number;
  /** The titles are not in the log; `columns` is assumed by the rows. */
  isUntitled: boolean;
  /** Rows above or between those that the log has are missing. */
  isTableCut: boolean;
  /** Rows that are cut, or have a number that no kernel writes. */
  brokenRows: number;
  /** The chosen task: before 5.1 a child may be killed instead. */
  chosen: { pid: number; name: string; score: number | null } | null;
  killed: LoggedKill | null;
  killSource: KillSource | null;
  /** How many more copies of this kill the log has: quotes of programs, or joined logs. */
  copies: number;
  /** The task that the summary line before the kill names, in kernels since 5.0. */
  named: { pid: number; name: string } | null;
  /** The cgroup with memory.oom.group, and every task that died; the chosen one may be again. */
  group: string | null;
  killedWith: LoggedKill[];
  /** The kernel says that a task of this cgroup was killed, and names it in another line. */
  isTaskKilled: boolean;
  isAllocatingKilled: boolean;
  /** No task was left that the kernel could kill. */
  isNobodyKilled: boolean;
  panic: string | null;
  /** The OOM reaper, which came with 4.6, freed the memory of the killed task. */
  isReaped: boolean;
}

/** The cgroup of a pod that the killed task was in; null where the report names none. */
export function cgroupOf(oom: LoggedOom): string | null {
  const { taskMemcg, group, memcg, statsMemcg } = oom;
  const paths = [taskMemcg, group, memcg, isAlone(oom) ? statsMemcg : null];
  return paths.find((path) => path !== null && podOfCgroup(path) !== null) ?? null;
}

/** The table lists each task of the cgroup at its limit: the only one is in the one with stats. */
function isAlone({ tasks: [only, ...others], killed, brokenRows, tasksLeftOut }: LoggedOom) {
  if (only === undefined || others.length + brokenRows + tasksLeftOut > 0) return false;
  return only.pid === killed?.pid;
}

/** A kill of which a line has the name alone. */
export function bareKill(pid: number, name: string): LoggedKill {
  return { pid, name, totalVmKib: null, rssKib: null, pgtablesKib: null, oomScoreAdj: null };
}

export function emptyOom(line: KernelLine, at: number, time: bigint | null): LoggedOom {
  return {
    time,
    bootSeconds: line.bootSeconds,
    killTime: null,
    killBootSeconds: null,
    line: at,
    allocating: null,
    kernel: null,
    constraint: null,
    isSysRq: false,
    isMemcg: false,
    isOutOfMemory: false,
    isAllocators: false,
    hasMemoryState: false,
    nodemask: null,
    memsAllowed: null,
    zones: [],
    freePages: null,
    memcg: null,
    taskMemcg: null,
    statsMemcg: null,
    podName: null,
    memory: null,
    memorySwap: null,
    swap: null,
    ramPages: null,
    reservedPages: null,
    totalSwapKib: null,
    columns: null,
    tasks: [],
    tasksLeftOut: 0,
    isUntitled: false,
    isTableCut: false,
    brokenRows: 0,
    chosen: null,
    killed: null,
    killSource: null,
    copies: 0,
    named: null,
    group: null,
    killedWith: [],
    isTaskKilled: false,
    isAllocatingKilled: false,
    isNobodyKilled: false,
    panic: null,
    isReaped: false,
  };
}
