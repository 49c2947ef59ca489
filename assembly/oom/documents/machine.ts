/** Members about the machine, or the memory cgroup, that ran out of memory. */
import { Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
import { keyIs } from "../../base/json/member.ts";
import { readInteger, readUnsigned, valuePresent } from "../../base/json/read.ts";
import { skipValue } from "../../base/json/skip.ts";
import { readWord, wordIs } from "../../base/json/words.ts";
import { MACHINE_BYTES, MACHINE_OFFSET } from "../memory.ts";
import { rulesOf } from "../model/kernel.ts";
import { Machine, MachineFlag, machine } from "../model/machine.ts";
import { OomReason } from "../reasons.ts";
import { readKernel, readKubelet } from "./releases.ts";
import { readCgroupVersion, readCount, readTruth } from "./values.ts";

/** Newer than any release that changed a rule: the default of a document that names none. */
const NEWEST: i32 = 999_000_000;
const PAGE_BYTES: u64 = 4096;
const PAGE_BYTES_MIN: u64 = 1024;
const PAGE_BYTES_MAX: u64 = 65536;
const PANIC_MAX: u64 = 2;
const NONE: u64 = u64.MAX_VALUE;

const FLAGS: usize = MACHINE_OFFSET + offsetof<Machine>("flags");
const CGROUP_VERSION: usize = MACHINE_OFFSET + offsetof<Machine>("cgroupVersion");
const ALLOCATING_PID: usize = MACHINE_OFFSET + offsetof<Machine>("allocatingPid");

const number: usize = memory.data(8, 8);

/** What a document that says nothing means. */
export function startMachine(): void {
  memory.fill(MACHINE_OFFSET, 0, MACHINE_BYTES);
  machine.rules = rulesOf(NEWEST);
  machine.pageBytes = PAGE_BYTES;
  machine.swapLimitPages = NONE;
  machine.allocating = -1;
  machine.allocatingPid = -1;
}

export function readMachineMember(at: usize): usize {
  if (keyIs("kernel")) return readKernel(at);
  if (keyIs("kubelet")) return readKubelet(at);
  if (keyIs("scope")) return readScope(at);
  if (keyIs("panicOnOom")) return readPanicOnOom(at);
  if (keyIs("pageBytes")) return readPageBytes(at);
  if (keyIs("cgroupVersion")) return readCgroupVersion(at, CGROUP_VERSION);
  if (keyIs("allocatingPid")) return readInteger(at, ALLOCATING_PID);
  if (keyIs("killAllocatingTask")) return readTruth(at, FLAGS, MachineFlag.KillAllocatingTask);
  if (keyIs("singleProcessOOMKill")) return readTruth(at, FLAGS, MachineFlag.SingleProcess);
  if (keyIs("ramPages")) return readPages(at, offsetof<Machine>("ramPages"), MachineFlag.Ram);
  if (keyIs("ramBytes")) {
    return readPages(at, offsetof<Machine>("ramPages"), MachineFlag.Ram | MachineFlag.RamBytes);
  }
  if (keyIs("swapPages")) return readPages(at, offsetof<Machine>("swapPages"), 0);
  if (keyIs("swapBytes")) {
    return readPages(at, offsetof<Machine>("swapPages"), MachineFlag.SwapBytes);
  }
  if (keyIs("limitPages")) return readPages(at, offsetof<Machine>("limitPages"), MachineFlag.Limit);
  if (keyIs("swapLimitPages")) return readPages(at, offsetof<Machine>("swapLimitPages"), 0);
  if (keyIs("memswLimitPages")) {
    return readPages(at, offsetof<Machine>("memswLimitPages"), MachineFlag.Memsw);
  }
  return skipValue(at);
}

function readPages(at: usize, offset: usize, flag: u32): usize {
  return readCount(at, MACHINE_OFFSET + offset, FLAGS, flag);
}

function readScope(at: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  if (wordIs("memcg")) machine.flags |= MachineFlag.Memcg;
  else if (!wordIs("global")) return fail(Status.WrongType, OomReason.Scope, start);
  return at;
}

/** Any setting from 2 on panics always. */
function readPanicOnOom(at: usize): usize {
  at = readUnsigned(at, number);
  if (at != 0 && valuePresent) machine.panicOnOom = u8(min<u64>(load<u64>(number), PANIC_MAX));
  return at;
}

function readPageBytes(at: usize): usize {
  const start = at;
  at = readUnsigned(at, number);
  if (at == 0 || !valuePresent) return at;
  const bytes = load<u64>(number);
  if (popcnt(bytes) != 1 || bytes < PAGE_BYTES_MIN || bytes > PAGE_BYTES_MAX) {
    return fail(Status.WrongType, OomReason.Count, start);
  }
  machine.pageBytes = bytes;
  return at;
}
