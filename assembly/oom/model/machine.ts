/** What ran out of memory, and what the kernel was told to do then. */
import { MACHINE_OFFSET } from "../memory.ts";

@unmanaged
export class Machine {
  present: u32;
  /** Bits of `KernelRule`. */
  rules: u32;
  taskCount: u32;
  /** Of a memory cgroup, rather than of the whole machine. */
  isMemcg: u8;
  hasLimit: u8;
  hasMemsw: u8;
  hasRam: u8;
  panicOnOom: u8;
  killAllocatingTask: u8;
  /** ramPages and swapPages are bytes still. */
  hasRamBytes: u8;
  hasSwapBytes: u8;
  /** Row of the task that allocated; -1 where it is not known. */
  allocating: i32;
  allocatingPid: i64;
  pageBytes: u64;
  /** RAM that the kernel manages; its swap. */
  ramPages: u64;
  swapPages: u64;
  /** memory.max or memory.limit_in_bytes. */
  limitPages: u64;
  /** memory.swap.max of cgroup v2. */
  swapLimitPages: u64;
  /** memory.memsw.limit_in_bytes of cgroup v1: memory and swap together. */
  memswLimitPages: u64;
  /** What oom_score_adj is a part of. */
  totalPages: i64;
  /** The row that is chosen, or -1; and the action it makes. */
  chosen: i32;
  action: i32;
  byAllocating: u8;
  /** What sets memory.oom.group: a kubelet, if any, and how it was told to. */
  hasKubelet: u8;
  singleProcess: u8;
  cgroupVersion: u8;
  /** Its release, as `releaseNumber` has it. */
  kubelet: i32;
}

export const machine: Machine = changetype<Machine>(MACHINE_OFFSET);
