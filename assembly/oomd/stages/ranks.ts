/** What the kill plugins of oomd compare siblings by. */
import { CgroupFlag, cgroupAt, Missing } from "../model/cgroup.ts";
import { Kind, oomd, Plugin, PluginFlag, pluginAt, pluginHas } from "../model/oomd.ts";
import { costRateOf, isMissing, scanRateOf, swapUsage } from "./counters.ts";
import { halvesOf } from "./floats.ts";

export function larger(a: u64, b: u64): i32 {
  if (a == b) return 0;
  return a > b ? -1 : 1;
}

function largerSigned(a: i64, b: i64): i32 {
  if (a == b) return 0;
  return a > b ? -1 : 1;
}

/** 1 to be killed before others, -1 after them. Both marks make it the first. */
export function preferenceRank(row: u32): i32 {
  const flags = cgroupAt(row).flags;
  if ((flags & u32(CgroupFlag.Preferred)) != 0) return 1;
  return (flags & u32(CgroupFlag.Avoided)) != 0 ? -1 : 0;
}

/** Below zero where the first row is killed before the second. */
export function compareRanks(a: u32, b: u32): i32 {
  const preference = preferenceRank(b) - preferenceRank(a);
  if (preference != 0) return preference;
  const plugin = pluginAt(oomd.plugin);
  if (plugin.kind == Kind.KillBySwapUsage) return larger(swapUsage(a), swapUsage(b));
  if (plugin.kind == Kind.KillByPgScan) return largerSigned(scanRateOf(a), scanRateOf(b));
  if (plugin.kind == Kind.KillByIoCost) return largerSigned(costRateOf(a), costRateOf(b));
  if (plugin.kind == Kind.KillByPressure) {
    return larger(pressureRank(plugin, a), pressureRank(plugin, b));
  }
  return compareSizes(a, b);
}

/** Large ones first, by their size; then those that grow, by how fast; then by size. */
function compareSizes(a: u32, b: u32): i32 {
  const first = cgroupAt(a);
  const second = cgroupAt(b);
  const size = larger(sizeIf(a, CgroupFlag.Large), sizeIf(b, CgroupFlag.Large));
  if (size != 0) return size;
  const growth = larger(growthIf(a), growthIf(b));
  return growth != 0 ? growth : larger(first.effective, second.effective);
}

function sizeIf(row: u32, flag: CgroupFlag): u64 {
  const cgroup = cgroupAt(row);
  return (cgroup.flags & u32(flag)) != 0 ? cgroup.effective : 0;
}

function growthIf(row: u32): u64 {
  const cgroup = cgroupAt(row);
  return (cgroup.flags & u32(CgroupFlag.Growing)) != 0 ? u64(cgroup.growth) : 0;
}

export function avg10Of(plugin: Plugin, row: u32): u32 {
  const cgroup = cgroupAt(row);
  if (!pluginHas(plugin, PluginFlag.Io)) {
    return isMissing(cgroup, Missing.Pressure) ? 0 : cgroup.avg10;
  }
  return isMissing(cgroup, Missing.IoPressure) ? 0 : cgroup.ioAvg10;
}

export function avg60Of(plugin: Plugin, row: u32): u32 {
  const cgroup = cgroupAt(row);
  if (!pluginHas(plugin, PluginFlag.Io)) {
    return isMissing(cgroup, Missing.Pressure) ? 0 : cgroup.avg60;
  }
  return isMissing(cgroup, Missing.IoPressure) ? 0 : cgroup.ioAvg60;
}

export function avg300Of(plugin: Plugin, row: u32): u32 {
  const cgroup = cgroupAt(row);
  if (!pluginHas(plugin, PluginFlag.Io)) {
    return isMissing(cgroup, Missing.Pressure) ? 0 : cgroup.avg300;
  }
  return isMissing(cgroup, Missing.IoPressure) ? 0 : cgroup.ioAvg300;
}

function pressureRank(plugin: Plugin, row: u32): u64 {
  return u64(halvesOf(avg10Of(plugin, row), avg60Of(plugin, row)));
}
