/** What earlyoom is set to, and what it decided at its last look. */
import { EARLYOOM_OFFSET, PROCESS_SIZE, PROCESSES_OFFSET } from "../memory.ts";

/** Releases as they are compared: 10802 is 1.8.2. */
export const EARLYOOM_OLDEST: u32 = 10_600;
export const EARLYOOM_END: u32 = 11_000;
/** Available memory is a part of what processes may have; kernel threads go by their parent. */
export const SINCE_USER_MEMORY: u32 = 10_800;
/** Processes with oom_score_adj -1000 are left out. */
export const SINCE_EXEMPT: u32 = 10_601;

export enum Signal {
  None = 0,
  Term = 1,
  Kill = 2,
}

@unmanaged
export class Earlyoom {
  /** Millionths of a percent: limits of SIGTERM and SIGKILL; then the same in KiB, or 0. */
  memoryTerm: u64;
  memoryKill: u64;
  swapTerm: u64;
  swapKill: u64;
  memoryKibTerm: u64;
  memoryKibKill: u64;
  swapKibTerm: u64;
  swapKibKill: u64;
  isByRss: u8;
  ignoresRoot: u8;
  hasIgnore: u8;
  unused: u8;
  hasMemory: u8;
  hasSwap: u8;
  hasMemoryKib: u8;
  hasSwapKib: u8;
  processCount: u32;
  /** Limits in force as float64, once the totals are known. */
  usableTerm: u64;
  usableKill: u64;
  freeTerm: u64;
  freeKill: u64;
  hasLimits: u32;
  present: u32;
  isDue: u32;
  signal: u32;
  /** Row of the process, or -1. */
  chosen: i32;
}

export const earlyoom: Earlyoom = changetype<Earlyoom>(EARLYOOM_OFFSET);

export enum ProcessFlag {
  Prefer = 1,
  Avoid = 2,
  Ignore = 4,
  /** It has no /proc/PID/oom_score, or no /proc/PID/stat, which is read since 1.8. */
  WithoutScore = 8,
  WithoutStat = 256,
  Pid = 16,
  Rss = 32,
  Score = 64,
  /** It was named before in a ranking. */
  Ranked = 128,
}

@unmanaged
export class Process {
  pid: u64;
  rssPages: u64;
  score: i64;
  adjustment: i32;
  owner: u32;
  parent: u32;
  flags: u32;
  name: u32;
  nameSize: i32;
}

export function processAt(row: u32): Process {
  return changetype<Process>(PROCESSES_OFFSET + usize(row) * PROCESS_SIZE);
}

export function processHas(process: Process, flag: ProcessFlag): bool {
  return (process.flags & u32(flag)) != 0;
}
