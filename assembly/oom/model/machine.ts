/** The machine or cgroup that ran out of memory, and the kernel's settings for that. */
import { MACHINE_OFFSET } from "../memory.ts";

export enum MachineFlag {
  /** A memory cgroup ran out, rather than the whole machine. */
  Memcg = 1,
  /** What the document says, while it is read. */
  Limit = 2,
  Memsw = 4,
  Ram = 8,
  /** ramPages and swapPages are bytes still. */
  RamBytes = 16,
  SwapBytes = 32,
  /** vm.oom_kill_allocating_task. */
  KillAllocatingTask = 64,
  /** A kubelet sets memory.oom.group, unless `singleProcessOOMKill` is set. */
  Kubelet = 128,
  SingleProcess = 256,
}

@unmanaged
export class Machine {
  present: u32;
  /** Bits of `KernelRule`. */
  rules: u32;
  taskCount: u32;
  flags: u32;
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
  /** vm.panic_on_oom. */
  panicOnOom: u8;
  cgroupVersion: u8;
  unused: u8;
  /** What its kubelet does, as bits of `Behavior`. */
  behaviors: u32;
}

export const machine: Machine = changetype<Machine>(MACHINE_OFFSET);

export function machineHas(flag: MachineFlag): bool {
  return (machine.flags & u32(flag)) != 0;
}
