/** Detectors of oomd: each says whether it fires, and keeps its clock. */
import { divideFloat32By100, roundFloat32 } from "../../base/arithmetic/float32.ts";
import { cgroupAt, Missing, ROOT } from "../model/cgroup.ts";
import { Kind, oomd, Plugin, PluginFlag, pluginHas } from "../model/oomd.ts";
import { NEVER_MS, program } from "../model/program.ts";
import { scannedBy } from "../model/scans.ts";
import { comparePaths } from "./compare.ts";
import { isMissing, usageOf } from "./counters.ts";
import { percentBits, productOf, weightOf } from "./floats.ts";
import { listedAt, matchCgroups } from "./patterns.ts";
import { avg10Of, avg60Of, avg300Of } from "./ranks.ts";
import { thresholdOf } from "./threshold.ts";

const SECOND_MS: i64 = 1_000;
const HUNDRED: i64 = 100;

/** Whether a detector lets its group fire. */
export function detects(plugin: Plugin): bool {
  if (plugin.kind == Kind.Stop) return false;
  if (plugin.kind == Kind.PressureAbove) return isPressureAbove(plugin);
  if (plugin.kind == Kind.PressureRisingBeyond) return isPressureRising(plugin);
  if (plugin.kind == Kind.MemoryAbove) return isMemoryAbove(plugin);
  if (plugin.kind == Kind.SwapFree) return isSwapLow(plugin);
  if (plugin.kind == Kind.MemoryReclaim) return reclaims(plugin);
  if (plugin.kind == Kind.NrDyingDescendants) return isDying(plugin);
  if (plugin.kind == Kind.Exists) {
    return matchCgroups(plugin, 0) > 0 != pluginHas(plugin, PluginFlag.Negate);
  }
  return true;
}

/** Whether a threshold has been passed for as long as a plugin asks for, in whole seconds. */
function hasLasted(plugin: Plugin, isOver: bool): bool {
  if (!isOver) {
    plugin.sinceMs = NEVER_MS;
    return false;
  }
  if (plugin.sinceMs == NEVER_MS) plugin.sinceMs = program.nowMs;
  return secondsSince(plugin.sinceMs) >= plugin.durationS;
}

function secondsSince(moment: i64): i64 {
  return (program.nowMs - moment) / SECOND_MS;
}

/** The matched cgroup under most pressure, or -1 where none is under any. */
function mostPressed(plugin: Plugin): i32 {
  const count = matchCgroups(plugin, 0);
  let chosen = -1;
  let most: u64 = 0;
  for (let index: u32 = 0; index < count; index++) {
    const row = listedAt(index);
    const avg10 = avg10Of(plugin, row);
    const weight = weightOf(avg10, avg60Of(plugin, row), avg300Of(plugin, row));
    const isFirst = chosen >= 0 && weight == most && comparePaths(row, u32(chosen)) < 0;
    if (weight <= most && !isFirst) continue;
    most = weight;
    chosen = i32(row);
  }
  return chosen;
}

function isPressureAbove(plugin: Plugin): bool {
  const row = mostPressed(plugin);
  const avg10 = row < 0 ? 0 : avg10Of(plugin, u32(row));
  return hasLasted(plugin, i64(avg10) > plugin.threshold * HUNDRED);
}

function isPressureRising(plugin: Plugin): bool {
  const row = mostPressed(plugin);
  const avg10 = row < 0 ? 0 : avg10Of(plugin, u32(row));
  const avg60 = row < 0 ? 0 : avg60Of(plugin, u32(row));
  const lasts = hasLasted(plugin, i64(avg60) > plugin.threshold * HUNDRED);
  const falls = percentBits(avg10) < productOf(u32(plugin.last), plugin.fallRatio);
  plugin.last = u64(percentBits(avg10));
  return lasts && i64(avg10) > plugin.threshold * HUNDRED && !falls;
}

/** Before the first look, pressure was 100 %. */
export function fullPressure(): u64 {
  return u64(divideFloat32By100(roundFloat32(10_000, 0, false)));
}

function isMemoryAbove(plugin: Plugin): bool {
  const count = matchCgroups(plugin, 0);
  let most: u64 = 0;
  for (let index: u32 = 0; index < count; index++) {
    const row = listedAt(index);
    most = max(most, pluginHas(plugin, PluginFlag.Anon) ? anonOf(row) : usageOf(row));
  }
  return hasLasted(plugin, i64(most) > thresholdOf(plugin));
}

/** The root's memory.stat is read as any other. */
function anonOf(row: u32): u64 {
  const cgroup = cgroupAt(row);
  if (isMissing(cgroup, Missing.Stat)) return 0;
  return cgroup.hasAnon != 0 ? cgroup.anon : cgroup.current;
}

function isSwapLow(plugin: Plugin): bool {
  const threshold = (program.swapsTotal * u64(plugin.threshold)) / 100;
  return program.swapsTotal - program.swapsUsed < threshold;
}

/** The root has no memory.stat to read. */
function reclaims(plugin: Plugin): bool {
  const count = matchCgroups(plugin, 0);
  let scanned: u64 = 0;
  for (let index: u32 = 0; index < count; index++) {
    const row = listedAt(index);
    const cgroup = cgroupAt(row);
    if (row != ROOT && !isMissing(cgroup, Missing.Stat)) scanned += scannedBy(cgroup);
  }
  if (scanned > plugin.last) plugin.sinceMs = program.nowMs;
  plugin.last = scanned;
  const since = plugin.sinceMs == NEVER_MS ? -program.uptimeMs : plugin.sinceMs;
  return secondsSince(since) <= plugin.durationS;
}

function isDying(plugin: Plugin): bool {
  const count = matchCgroups(plugin, 0);
  for (let index: u32 = 0; index < count; index++) {
    const cgroup = cgroupAt(listedAt(index));
    if (isMissing(cgroup, Missing.CgroupStat)) continue;
    if (i64(cgroup.dying) > plugin.threshold == pluginHas(plugin, PluginFlag.Above)) return true;
  }
  return false;
}

/** The moment of the first look is known only now. */
export function noteStart(): void {
  if (oomd.hasStarted != 0) return;
  oomd.hasStarted = 1;
  oomd.memTotal = program.memTotal;
  oomd.swapTotal = program.swapTotal;
}
