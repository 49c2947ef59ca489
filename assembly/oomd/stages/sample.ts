/** What systemd-oomd reads of a cgroup at one look. */
import { Cgroup, cgroupAt, isLiving, Missing, ROOT } from "../model/cgroup.ts";
import { By, decision } from "../model/decision.ts";
import { follows, freeMemory, program } from "../model/program.ts";
import { Rule } from "../model/release.ts";
import { scannedBy } from "../model/scans.ts";

const NEEDED: u32 = Missing.Pressure | Missing.Current | Missing.Min | Missing.Low | Missing.Stat;

/** Whether all files are there that a sample needs. The root has none but its pressure. */
export function canSample(row: u32): bool {
  const cgroup = cgroupAt(row);
  if (!isLiving(cgroup)) return false;
  if (row == ROOT) return (cgroup.missing & u32(Missing.Pressure)) == 0;
  const needed = follows(Rule.SwapMayMiss) ? NEEDED : NEEDED | u32(Missing.Swap);
  return (cgroup.missing & needed) == 0;
}

/** Pages scanned ever. Those of the root are never read. */
export function pgscanOf(row: u32): u64 {
  return row == ROOT ? 0 : scannedBy(cgroupAt(row));
}

export function swapOf(row: u32): u64 {
  const cgroup = cgroupAt(row);
  return row == ROOT || (cgroup.missing & u32(Missing.Swap)) != 0 ? 0 : cgroup.swap;
}

/** Bytes in use: of the root, what the machine lacks. */
export function currentOf(row: u32): u64 {
  if (row != ROOT) return cgroupAt(row).current;
  const free = freeMemory();
  return program.memTotal < free ? 0 : program.memTotal - free;
}

/** What was scanned between two looks; a smaller number than before begins at 0. */
export function difference(pgscan: u64, last: u64): u64 {
  return last > pgscan ? pgscan : pgscan - last;
}

/** Pages scanned of a candidate ever: at this look, and at the one before. */
export function seenOf(cgroup: Cgroup): u64 {
  return decision.by == By.Rule ? cgroup.ruleSeen : cgroup.seenPgscan;
}

export function lastOf(cgroup: Cgroup): u64 {
  return decision.by == By.Rule ? cgroup.ruleLast : cgroup.lastPgscan;
}

/** What a candidate is compared by. */
export function scannedOf(cgroup: Cgroup): u64 {
  if (!follows(Rule.Rates)) return cgroup.seenPgscan;
  return difference(seenOf(cgroup), lastOf(cgroup));
}
