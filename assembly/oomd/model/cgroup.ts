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
  /** As a branch of the index: the first bit in which the paths below it differ, and both sides. */
  bit: u32;
  zeros: u32;
  ones: u32;
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
  /** The same as a candidate of rules, which are looked at apart. */
  ruleSeen: u64;
  ruleLast: u64;
  ruleGeneration: u32;
}

export const ROOT: u32 = 0;

export function cgroupAt(row: u32): Cgroup {
  return changetype<Cgroup>(CGROUPS_OFFSET + usize(row) * CGROUP_SIZE);
}

export function isLiving(cgroup: Cgroup): bool {
  return (cgroup.flags & u32(CgroupFlag.Living)) != 0;
}

/**
 * The index by path. Paths with the same slot are leaves of a tree of bits: paths that were made
 * to have the same one are found in as many steps as they have bits. A link is a row and 1, or the
 * row of a branch; 0 is none.
 */
const BRANCH: u32 = 0x80000000;

function slotOf(path: usize, size: i32): usize {
  return SLOTS_OFFSET + 4 * (usize(hashBytes(path, size)) & usize(SLOTS - 1));
}

/** Whether a bit of a path is set; a path has none after its end, and no byte without any. */
function hasBit(path: usize, size: i32, bit: u32): bool {
  const at = bit >> 3;
  return at < u32(size) && ((u32(load<u8>(path + usize(at))) << (bit & 7)) & 0x80) != 0;
}

/** The row of the path of a slot that differs from this one at the latest; -1 without any. */
function closestRow(slot: usize, path: usize, size: i32): i32 {
  let link = load<u32>(slot);
  while ((link & BRANCH) != 0) {
    const branch = cgroupAt(link & ~BRANCH);
    link = hasBit(path, size, branch.bit) ? branch.ones : branch.zeros;
  }
  return i32(link) - 1;
}

function firstDifference(a: Cgroup, b: Cgroup): u32 {
  let at: u32 = 0;
  for (;;) {
    const one = at < u32(a.pathSize) ? u32(load<u8>(usize(a.path + at))) : 0;
    const other = at < u32(b.pathSize) ? u32(load<u8>(usize(b.path + at))) : 0;
    if (one != other) return 8 * at + clz<u32>(one ^ other) - 24;
    at++;
  }
  return 0;
}

/** Bits are compared from the root of a tree on. */
function addBranch(slot: usize, row: u32, bit: u32): void {
  const cgroup = cgroupAt(row);
  let place = slot;
  for (let link = load<u32>(place); (link & BRANCH) != 0; link = load<u32>(place)) {
    const branch = cgroupAt(link & ~BRANCH);
    if (bit < branch.bit) break;
    const isOne = hasBit(cgroup.path, cgroup.pathSize, branch.bit);
    const side = isOne ? offsetof<Cgroup>("ones") : offsetof<Cgroup>("zeros");
    place = changetype<usize>(branch) + side;
  }
  const isOne = hasBit(cgroup.path, cgroup.pathSize, bit);
  const others = load<u32>(place);
  cgroup.bit = bit;
  cgroup.zeros = isOne ? others : row + 1;
  cgroup.ones = isOne ? row + 1 : others;
  store<u32>(place, row | BRANCH);
}

function isOf(row: i32, path: usize, size: i32): bool {
  if (row < 0) return false;
  const cgroup = cgroupAt(u32(row));
  return equalText(cgroup.path, cgroup.pathSize, path, size);
}

/** The row of a path, or -1. */
export function rowOf(path: usize, size: i32): i32 {
  const row = closestRow(slotOf(path, size), path, size);
  return isOf(row, path, size) ? row : -1;
}

/** The row of a path, made when there is none; -1 when the table is full. */
export function rowFor(path: usize, size: i32): i32 {
  const slot = slotOf(path, size);
  const closest = closestRow(slot, path, size);
  if (isOf(closest, path, size)) return closest;
  if (program.cgroupCount == CGROUPS_MAX) return -1;
  const row = program.cgroupCount++;
  const cgroup = cgroupAt(row);
  memory.fill(changetype<usize>(cgroup), 0, CGROUP_SIZE);
  cgroup.path = u32(path);
  cgroup.pathSize = size;
  if (closest < 0) store<u32>(slot, row + 1);
  else addBranch(slot, row, firstDifference(cgroup, cgroupAt(u32(closest))));
  return i32(row);
}
