/** Ranks siblings as a kill plugin of oomd does, and walks down to the one that is killed. */
import {
  divideFloat64,
  float64FromUnsigned,
  multiplyFloat64,
  truncateFloat64,
} from "../../base/arithmetic/float64.ts";
import { CANDIDATES_OFFSET, LEVEL_SIZE, LEVELS_MAX, LEVELS_OFFSET } from "../memory.ts";
import { Cgroup, CgroupFlag, cgroupAt, Missing } from "../model/cgroup.ts";
import { Kind, oomd, Plugin, PluginFlag, pluginHas } from "../model/oomd.ts";
import { Order } from "./compare.ts";
import {
  asFloat32,
  effectiveOf,
  growthOf,
  isMissing,
  readAverage,
  readCost,
  readScans,
  swapUsage,
  usageOf,
} from "./counters.ts";
import { listedAt, matchCgroups, setListed } from "./patterns.ts";
import { rowAt } from "./places.ts";
import { processesOf } from "./select.ts";
import { sortRows } from "./sort.ts";
import { thresholdOf } from "./threshold.ts";

const PERCENT: u64 = 100;
const SUM_MAX: u64 = 1 << 62;

/** Siblings in their order, and the next of them to be looked at. */
@unmanaged
class Level {
  start: u32;
  count: u32;
  next: u32;
}

function levelAt(index: u32): Level {
  return changetype<Level>(LEVELS_OFFSET + usize(index) * LEVEL_SIZE);
}

/**
 * The row that a plugin kills, or -1. `without` is a row that cannot be killed, or -1. The lists
 * stay for the report: the last one is what the row was compared with.
 */
export function pickCgroup(plugin: Plugin, without: i32): i32 {
  oomd.levelCount = 0;
  oomd.listCount = 0;
  pushLevel(plugin, 0, matchCgroups(plugin, 0));
  while (oomd.levelCount > 0) {
    const level = levelAt(oomd.levelCount - 1);
    if (level.next == level.count) {
      oomd.levelCount--;
      continue;
    }
    const row = listedAt(level.start + level.next++);
    const cgroup = cgroupAt(row);
    if (walksDown(plugin, cgroup)) pushChildren(plugin, row);
    else if (i32(row) != without && mayDie(plugin, row)) {
      oomd.listStart = level.start;
      oomd.listCount = level.count;
      sumSiblings(level);
      return i32(row);
    }
  }
  return -1;
}

/** Below a cgroup with memory.oom.group nothing is looked at. */
export function walksDown(plugin: Plugin, cgroup: Cgroup): bool {
  if (!pluginHas(plugin, PluginFlag.Recursive)) return false;
  return cgroup.end > cgroup.place + 1 && !isOneGroup(cgroup);
}

function isOneGroup(cgroup: Cgroup): bool {
  if (isMissing(cgroup, Missing.OomGroup)) return false;
  return (cgroup.flags & u32(CgroupFlag.OomGroup)) != 0;
}

/** Skips one that is empty, or of which no process dies. */
function mayDie(plugin: Plugin, row: u32): bool {
  if ((cgroupAt(row).flags & u32(CgroupFlag.Empty)) != 0) return false;
  return pluginHas(plugin, PluginFlag.Dry) || processesOf(row) > 0;
}

function pushChildren(plugin: Plugin, row: u32): void {
  const top = cgroupAt(row);
  const below = levelAt(oomd.levelCount - 1);
  const start = below.start + below.count;
  let count: u32 = 0;
  for (let place = top.place + 1; place < top.end; place = cgroupAt(rowAt(place)).end) {
    setListed(start + count++, rowAt(place));
  }
  pushLevel(plugin, start, count);
}

function pushLevel(plugin: Plugin, start: u32, count: u32): void {
  if (oomd.levelCount == LEVELS_MAX) return;
  const level = levelAt(oomd.levelCount++);
  level.start = start;
  level.count = rankSiblings(plugin, start, count);
  level.next = 0;
}

/** Ranks the rows of a list from `start` on; answers how many of them stay in it. */
function rankSiblings(plugin: Plugin, start: u32, count: u32): u32 {
  if (plugin.kind == Kind.KillByMemorySizeOrGrowth) findLargeAndGrowing(plugin, start, count);
  if (plugin.kind == Kind.KillBySwapUsage) count = leaveSwapped(plugin, start, count);
  // Their counters are printed, and so are there at the next look.
  for (let index: u32 = 0; index < count; index++) {
    const row = listedAt(start + index);
    readAverage(row);
    readCost(row);
    readScans(row);
  }
  sortRows(CANDIDATES_OFFSET + 4 * usize(start), count, Order.Ranking);
  return count;
}

function leaveSwapped(plugin: Plugin, start: u32, count: u32): u32 {
  const threshold = thresholdOf(plugin);
  let left: u32 = 0;
  for (let index: u32 = 0; index < count; index++) {
    const row = listedAt(start + index);
    if (i64(swapUsage(row)) >= threshold) setListed(start + left++, row);
  }
  return left;
}

/** Large: its part of all siblings is in use. Growing: fast, and among the largest. */
function findLargeAndGrowing(plugin: Plugin, start: u32, count: u32): void {
  if (count == 0) return;
  let sum: u64 = 0;
  for (let index: u32 = 0; index < count; index++) {
    const row = listedAt(start + index);
    readAverage(row);
    sum = min(SUM_MAX, sum + usageOf(row));
    cgroupAt(row).effective = effectiveOf(row);
  }
  const share = divideFloat64(
    float64FromUnsigned(u64(plugin.sizePercent)),
    float64FromUnsigned(PERCENT),
  );
  const large = truncateFloat64(multiplyFloat64(float64FromUnsigned(sum), share));
  const least = leastGrowing(plugin, start, count);
  for (let index: u32 = 0; index < count; index++) {
    const row = listedAt(start + index);
    const cgroup = cgroupAt(row);
    cgroup.flags &= ~(u32(CgroupFlag.Large) | u32(CgroupFlag.Growing));
    cgroup.growth = asFloat32(growthOf(row));
    if (usageOf(row) >= large) cgroup.flags |= u32(CgroupFlag.Large);
    if (cgroup.growth >= plugin.growth && cgroup.effective >= least) {
      cgroup.flags |= u32(CgroupFlag.Growing);
    }
  }
}

/** What the smallest of the largest has in use without protection. */
function leastGrowing(plugin: Plugin, start: u32, count: u32): u64 {
  const largest = (u64(count) * (PERCENT - u64(plugin.percentile)) + PERCENT - 1) / PERCENT;
  sortRows(CANDIDATES_OFFSET + 4 * usize(start), count, Order.Effective);
  return cgroupAt(listedAt(start + u32(largest) - 1)).effective;
}

function sumSiblings(level: Level): void {
  oomd.siblingBytes = 0;
  for (let index: u32 = 0; index < level.count; index++) {
    const bytes = usageOf(listedAt(level.start + index));
    oomd.siblingBytes = min(SUM_MAX, oomd.siblingBytes + bytes);
  }
}
