/** A cgroup and what its files say; rows are in the order in which their paths were first seen. */
import { hashBytes } from "../../base/arithmetic/hash.ts";
import { equalText } from "../../base/text.ts";
import { CGROUP_SIZE, CGROUPS_MAX, CGROUPS_OFFSET, SLOTS, SLOTS_OFFSET } from "../memory.ts";
import { program } from "./program.ts";

export enum CgroupFlag {
  Living = 1,
  OomGroup = 2,
  Avoid = 4,
  Omit = 8,
  /** Only a path below it was named: all its files are absent. */
  Implied = 16,
  /** Marks that oomd reads, of which the value does not count. */
  Preferred = 32,
  Avoided = 64,
  /** No process is in it, or below it. */
  Empty = 128,
  /** It is large, or grows, among the siblings that it was compared with. */
  Large = 256,
  Growing = 512,
  /** Its protection is known at this look of oomd. */
  HasProtection = 1024,
  /** Its counters were restored, and go on. */
  Restored = 2048,
}

/** Files of a cgroup that are absent. */
export enum Missing {
  Pressure = 1,
  Current = 2,
  Min = 4,
  Low = 8,
  Stat = 16,
  Swap = 32,
  OomGroup = 64,
  Procs = 128,
  Controllers = 256,
  IoPressure = 512,
  IoStat = 1024,
  CgroupStat = 2048,
}
export const ALL_MISSING: u32 = 4095;

export enum Preference {
  None = 0,
  Avoid = 1,
  Omit = 2,
}

/** What oomd counts from look to look, and the look at which each was read last. */
@unmanaged
export class Counters {
  averageTick: u32;
  costTick: u32;
  scanTick: u32;
  average: u64;
  costSeen: i64;
  costRate: i64;
  scanSeen: u64;
  scanRate: i64;
}

@unmanaged
export class Cgroup extends Counters {
  path: u32;
  pathSize: i32;
  gathering: u32;
  flags: u32;
  missing: u32;
  owner: u32;
  processes: u32;
  /** Place in the order of the tree, and the place after all below it. */
  place: u32;
  end: u32;
  /** Hundredths of a percent. */
  avg10: u32;
  avg60: u32;
  avg300: u32;
  current: u64;
  min: u64;
  low: u64;
  swap: u64;
  /** Pages scanned at `scannedMs`, and how many more a second. */
  pgscan: u64;
  pgscanRate: u64;
  scannedMs: i64;
  /** What only oomd reads: io.pressure in hundredths of a percent, and dying descendants. */
  ioAvg10: u32;
  ioAvg60: u32;
  ioAvg300: u32;
  dying: u32;
  anon: u64;
  hasAnon: u32;
  /** The look at which each of these was read last. */
  protectionTick: u32;
  rawSumTick: u32;
  /** Billionths of what its io cost ever. */
  cost: i64;
  protection: u64;
  /** The sum of what its children are protected by on their own. */
  rawSum: u64;
  /** What it is compared by: bytes that are not protected, and growth as a float32. */
  effective: u64;
  growth: u32;
  /** As a candidate: its set, the scans of that look and of the one before, its preference. */
  generation: u32;
  preference: u32;
  seenPgscan: u64;
  lastPgscan: u64;
}

export const ROOT: u32 = 0;

export function cgroupAt(row: u32): Cgroup {
  return changetype<Cgroup>(CGROUPS_OFFSET + usize(row) * CGROUP_SIZE);
}

export function isLiving(cgroup: Cgroup): bool {
  return (cgroup.flags & u32(CgroupFlag.Living)) != 0;
}

/** The slot of a path in the index: its own, or the free one where it belongs. */
function slotOf(path: usize, size: i32): usize {
  let slot = u32(hashBytes(path, size)) & (SLOTS - 1);
  for (;;) {
    const at = SLOTS_OFFSET + 4 * usize(slot);
    const row = load<u32>(at);
    if (row == 0) return at;
    const cgroup = cgroupAt(row - 1);
    if (equalText(cgroup.path, cgroup.pathSize, path, size)) return at;
    slot = (slot + 1) & (SLOTS - 1);
  }
  return 0;
}

/** The row of a path, or -1. */
export function rowOf(path: usize, size: i32): i32 {
  return i32(load<u32>(slotOf(path, size))) - 1;
}

/** The row of a path, made when there is none; -1 when the table is full. */
export function rowFor(path: usize, size: i32): i32 {
  const slot = slotOf(path, size);
  if (load<u32>(slot) != 0) return i32(load<u32>(slot)) - 1;
  if (program.cgroupCount == CGROUPS_MAX) return -1;
  const row = program.cgroupCount++;
  const cgroup = cgroupAt(row);
  memory.fill(changetype<usize>(cgroup), 0, CGROUP_SIZE);
  cgroup.path = u32(path);
  cgroup.pathSize = size;
  store<u32>(slot, row + 1);
  return i32(row);
}
