/** Why a kill plugin of oomd chose a cgroup, word for word as 0.5.0 prints it. */
import { addInteger, addLiteral } from "../../base/json/write.ts";
import { CgroupFlag, cgroupAt } from "../model/cgroup.ts";
import { Kind, oomd, Plugin } from "../model/oomd.ts";
import { costRateOf, growthOf, scanRateOf, swapUsage } from "../stages/counters.ts";
import { avg10Of, avg60Of, preferenceRank } from "../stages/ranks.ts";
import { addFloat, addGeneral, addShortest } from "./amounts.ts";

const MIB: u64 = 1 << 20;
export function addPreference(row: u32): void {
  const rank = preferenceRank(row);
  addLiteral(rank > 0 ? "PREFER" : rank < 0 ? "AVOID" : "NORMAL");
}

export function addWhy(plugin: Plugin, row: u32): void {
  addLiteral("based on ");
  if (plugin.kind == Kind.KillByMemorySizeOrGrowth) return addSizeOrGrowth(plugin, row);
  if (plugin.kind == Kind.KillBySwapUsage) {
    addLiteral("swap usage at ");
    return addMebibytes(swapUsage(row));
  }
  if (plugin.kind == Kind.KillByPressure) {
    addLiteral("pressure generation at 10s=");
    addShortest(avg10Of(plugin, row));
    addLiteral(" 60s=");
    return addShortest(avg60Of(plugin, row));
  }
  if (plugin.kind == Kind.KillByPgScan) {
    addLiteral("pg scan rate at ");
    addInteger(scanRateOf(row));
    return addKillPreference(row);
  }
  addLiteral("io cost generation at ");
  addGeneral(costRateOf(row));
}

function addMebibytes(bytes: u64): void {
  addInteger(i64(bytes / MIB));
  addLiteral("MB");
}

function addKillPreference(row: u32): void {
  addLiteral(" with kill preference ");
  addPreference(row);
}

function addSizeOrGrowth(plugin: Plugin, row: u32): void {
  const flags = cgroupAt(row).flags;
  const isLarge = (flags & u32(CgroupFlag.Large)) != 0;
  if (!isLarge && (flags & u32(CgroupFlag.Growing)) != 0) {
    addLiteral("growth rate ");
    addFloat(growthOf(row));
    addLiteral(" (min growth rate ");
    addFloat32(plugin.growth);
    addLiteral(") among P");
    addInteger(plugin.percentile);
    addLiteral(" largest,");
    return addKillPreference(row);
  }
  addLiteral("size > ");
  addInteger(plugin.sizePercent);
  addLiteral("% of total ");
  addMebibytes(oomd.siblingBytes);
  if (!isLarge) addLiteral(" (size threshold overridden)");
  addKillPreference(row);
}

/** A float32 is a float64 with a narrower exponent and fewer places. */
function addFloat32(bits: u32): void {
  if (bits == 0) return addFloat(0);
  addFloat((((u64(bits) >> 23) + 896) << 52) | (u64(bits & 0x7fffff) << 29));
}
