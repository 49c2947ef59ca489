/** What oomd derives from two looks at a cgroup. Each is read at most once in a look. */

import { roundFloat32 } from "../../base/arithmetic/float32.ts";
import {
  divideFloat64,
  float64FromUnsigned,
  multiplyFloat64,
  truncateFloat64,
} from "../../base/arithmetic/float64.ts";
import { Cgroup, CgroupFlag, cgroupAt, Missing, ROOT, rowOf } from "../model/cgroup.ts";
import { oomd } from "../model/oomd.ts";
import { program } from "../model/program.ts";
import { scannedBy } from "../model/scans.ts";
import { rowAt } from "./places.ts";

const SLASH: u8 = 0x2f;
const ONE: u64 = 0x3ff0000000000000;
const FRACTION: u64 = 0xfffffffffffff;
const BYTES_MAX: u64 = 1 << 62;

export function isMissing(cgroup: Cgroup, file: Missing): bool {
  return (cgroup.missing & u32(file)) != 0;
}

/** Bytes in use; of the root, what is not free. A file that is absent counts as 0. */
export function usageOf(row: u32): u64 {
  if (row == ROOT) return program.memTotal - min(program.memTotal, program.memFree);
  const cgroup = cgroupAt(row);
  return isMissing(cgroup, Missing.Current) ? 0 : cgroup.current;
}

export function hasUsage(row: u32): bool {
  return row == ROOT || !isMissing(cgroupAt(row), Missing.Current);
}

export function swapUsage(row: u32): u64 {
  const cgroup = cgroupAt(row);
  return row == ROOT || isMissing(cgroup, Missing.Swap) ? 0 : cgroup.swap;
}

/** What was read at the look before counts only if the cgroup was a cgroup then. */
function wasSeen(cgroup: Cgroup, tick: u32): bool {
  return tick + 1 == oomd.tick && tick != 0 && !isMissing(cgroup, Missing.Controllers);
}

/** Three quarters of the average before, and a quarter of what is in use. */
export function readAverage(row: u32): void {
  const cgroup = cgroupAt(row);
  if (cgroup.averageTick == oomd.tick || !hasUsage(row)) return;
  const before = wasSeen(cgroup, cgroup.averageTick) ? cgroup.average : 0;
  cgroup.average = (3 * before + usageOf(row)) >> 2;
  cgroup.averageTick = oomd.tick;
}

export function readCost(row: u32): void {
  const cgroup = cgroupAt(row);
  if (cgroup.costTick == oomd.tick || row == ROOT || isMissing(cgroup, Missing.IoStat)) return;
  cgroup.costRate = wasSeen(cgroup, cgroup.costTick) ? cgroup.cost - cgroup.costSeen : 0;
  cgroup.costSeen = cgroup.cost;
  cgroup.costTick = oomd.tick;
}

/** Without a look before there is no rate. */
export function readScans(row: u32): void {
  const cgroup = cgroupAt(row);
  if (cgroup.scanTick == oomd.tick || row == ROOT || isMissing(cgroup, Missing.Stat)) return;
  const scanned = scannedBy(cgroup);
  cgroup.scanRate = wasSeen(cgroup, cgroup.scanTick) ? i64(scanned - cgroup.scanSeen) : 0;
  cgroup.scanSeen = scanned;
  cgroup.scanTick = oomd.tick;
}

export function scanRateOf(row: u32): i64 {
  return cgroupAt(row).scanTick == oomd.tick ? cgroupAt(row).scanRate : 0;
}

export function costRateOf(row: u32): i64 {
  return cgroupAt(row).costTick == oomd.tick ? cgroupAt(row).costRate : 0;
}

/** Bytes in use over their average, as float64. */
export function growthOf(row: u32): u64 {
  const cgroup = cgroupAt(row);
  if (cgroup.averageTick != oomd.tick || cgroup.average == 0) return 0;
  return divideFloat64(float64FromUnsigned(usageOf(row)), float64FromUnsigned(cgroup.average));
}

export function asFloat32(bits: u64): u32 {
  if (bits == 0) return 0;
  return roundFloat32((bits & FRACTION) | (FRACTION + 1), i32(bits >> 52) - 1075, false);
}

/** What it is protected by on its own, or nothing where a file of it is absent. */
function rawProtection(row: u32): u64 {
  const cgroup = cgroupAt(row);
  return canProtect(cgroup) ? min(cgroup.current, max(cgroup.min, cgroup.low)) : 0;
}

function canProtect(cgroup: Cgroup): bool {
  return (cgroup.missing & u32(Missing.Current | Missing.Min | Missing.Low)) == 0;
}

function rawSumOf(parent: u32): u64 {
  const top = cgroupAt(parent);
  if (top.rawSumTick == oomd.tick) return top.rawSum;
  let sum: u64 = 0;
  for (let place = top.place + 1; place < top.end; place = cgroupAt(rowAt(place)).end) {
    sum = min(BYTES_MAX, sum + rawProtection(rowAt(place)));
  }
  top.rawSum = sum;
  top.rawSumTick = oomd.tick;
  return sum;
}

/** Reads it of all above a cgroup, from the root on, and of it. */
function readProtection(row: u32): void {
  const cgroup = cgroupAt(row);
  if (cgroup.protectionTick == oomd.tick) return;
  readBelow(ROOT, ROOT);
  let parent = ROOT;
  for (let end = 2; end <= cgroup.pathSize; end++) {
    const isEnd = end == cgroup.pathSize || load<u8>(usize(cgroup.path) + usize(end)) == SLASH;
    if (!isEnd) continue;
    const next = u32(rowOf(cgroup.path, end));
    readBelow(next, parent);
    parent = next;
  }
}

function readBelow(row: u32, parent: u32): void {
  const cgroup = cgroupAt(row);
  if (cgroup.protectionTick == oomd.tick) return;
  cgroup.protectionTick = oomd.tick;
  if (row == ROOT) return take(cgroup, true, usageOf(row));
  if (parent == ROOT) return take(cgroup, canProtect(cgroup), rawProtection(row));
  const sum = rawSumOf(parent);
  if (sum == 0) return take(cgroup, true, 0);
  const above = cgroupAt(parent);
  const isKnown = canProtect(cgroup) && (above.flags & u32(CgroupFlag.HasProtection)) != 0;
  take(cgroup, isKnown, scaled(rawProtection(row), above.protection, sum));
}

function take(cgroup: Cgroup, isKnown: bool, protection: u64): void {
  cgroup.protection = protection;
  if (isKnown) cgroup.flags |= u32(CgroupFlag.HasProtection);
  else cgroup.flags &= ~u32(CgroupFlag.HasProtection);
}

/** Its part of what its parent is protected by. */
function scaled(raw: u64, parent: u64, sum: u64): u64 {
  if (raw == 0 || parent == 0) return 0;
  const part = divideFloat64(float64FromUnsigned(parent), float64FromUnsigned(sum));
  return truncateFloat64(multiplyFloat64(float64FromUnsigned(raw), min(ONE, part)));
}

/** Bytes in use that are not protected; 0 where one of them is not known. */
export function effectiveOf(row: u32): u64 {
  const cgroup = cgroupAt(row);
  readProtection(row);
  if ((cgroup.flags & u32(CgroupFlag.HasProtection)) == 0 || !hasUsage(row)) return 0;
  return usageOf(row) - cgroup.protection;
}
