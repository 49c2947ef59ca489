/** What oomd is set to, where in a look it is, and what it decided. */
import { equalAscii } from "../../base/text.ts";
import {
  DEVICE_SIZE,
  DEVICES_OFFSET,
  GROUP_SIZE,
  GROUPS_OFFSET,
  OOMD_OFFSET,
  PATTERN_SIZE,
  PATTERNS_OFFSET,
  PLUGIN_SIZE,
  PLUGINS_OFFSET,
  RULESET_SIZE,
  RULESETS_OFFSET,
} from "../memory.ts";

/** The release that is followed: 500 is 0.5.0. */
export const OOMD_RELEASE: u32 = 500;

export enum Kind {
  PressureAbove = 0,
  PressureRisingBeyond = 1,
  MemoryAbove = 2,
  SwapFree = 3,
  MemoryReclaim = 4,
  NrDyingDescendants = 5,
  Exists = 6,
  /** It changes nothing, as `dump_cgroup_overview` does. */
  Continue = 7,
  Stop = 8,
  /** All after this one kill. */
  KillByMemorySizeOrGrowth = 9,
  KillBySwapUsage = 10,
  KillByPressure = 11,
  KillByPgScan = 12,
  KillByIoCost = 13,
}

/** Names in the order of `Kind`. */
const NAMES: StaticArray<string> = [
  "pressure_above",
  "pressure_rising_beyond",
  "memory_above",
  "swap_free",
  "memory_reclaim",
  "nr_dying_descendants",
  "exists",
  "continue",
  "stop",
  "kill_by_memory_size_or_growth",
  "kill_by_swap_usage",
  "kill_by_pressure",
  "kill_by_pg_scan",
  "kill_by_io_cost",
];

export function pluginName(kind: u32): string {
  return unchecked(NAMES[kind]);
}

/** The kind of a name, or -1. */
export function kindOf(name: usize, size: i32): i32 {
  for (let kind = 0; kind < NAMES.length; kind++) {
    if (equalAscii(name, size, unchecked(NAMES[kind]))) return kind;
  }
  return -1;
}

export enum PluginFlag {
  Io = 1,
  Recursive = 2,
  Dry = 4,
  AlwaysContinue = 8,
  HasDelay = 16,
  Anon = 32,
  Negate = 64,
  /** More than the count, rather than at most as many. */
  Above = 128,
  /** The threshold is a part of all memory, or of all swap. */
  Percent = 256,
}

/** What of a ruleset changes from look to look. */
@unmanaged
export class RulesetClock {
  /** Until when its actions are paused. */
  pausedMs: i64;
  /** The action that goes on at the next look, or -1; and the group that had fired. */
  waiting: i32;
  waitingGroup: u32;
}

@unmanaged
export class Ruleset extends RulesetClock {
  name: u32;
  nameSize: i32;
  groupStart: u32;
  groupCount: u32;
  actionStart: u32;
  actionCount: u32;
  delayMs: i64;
}

@unmanaged
export class Group {
  name: u32;
  nameSize: i32;
  pluginStart: u32;
  pluginCount: u32;
}

/** What of a plugin changes from look to look. */
@unmanaged
export class PluginClock {
  /** Since when its threshold is passed, or `NEVER_MS`; when it saw reclaim last. */
  sinceMs: i64;
  /** What it read at the last look: pages scanned, or avg10 as float32. */
  last: u64;
  /** The look at which it ran last. */
  lastTick: u32;
  padding: u32;
}

@unmanaged
export class Plugin extends PluginClock {
  kind: u32;
  flags: u32;
  patternStart: u32;
  patternCount: u32;
  threshold: i64;
  durationS: i64;
  delayMs: i64;
  /** What size or growth is compared with: percent, percentile, and a ratio as float32. */
  sizePercent: u32;
  percentile: u32;
  growth: u32;
  /** How far pressure falls from one look to the next to count as falling fast, as float32. */
  fallRatio: u32;
}

@unmanaged
export class Pattern {
  text: u32;
  size: i32;
}

@unmanaged
export class Device {
  name: u32;
  nameSize: i32;
  isSsd: u32;
}

@unmanaged
export class Oomd {
  rulesetCount: u32;
  groupCount: u32;
  pluginCount: u32;
  patternCount: u32;
  deviceCount: u32;
  textBytes: u32;
  /** Looks since the start. */
  tick: u32;
  /** The ruleset that this look goes on with, or -1; its next action, or -1 before detectors. */
  ruleset: i32;
  action: i32;
  /** The group that fired. */
  group: u32;
  hasStarted: u32;
  levelCount: u32;
  /** Bytes at the start, of which thresholds are a part. */
  memTotal: u64;
  swapTotal: u64;
  /** The last decision. */
  atMs: i64;
  present: u32;
  decidedRuleset: u32;
  decidedGroup: u32;
  plugin: u32;
  /** Rows: what is killed, what is if that one is gone, or if it is avoided; or -1. */
  chosen: i32;
  next: i32;
  instead: i32;
  killed: u32;
  /** The siblings that were compared last: where they are in the list, and their bytes. */
  listStart: u32;
  listCount: u32;
  siblingBytes: u64;
}

export const oomd: Oomd = changetype<Oomd>(OOMD_OFFSET);

export function rulesetAt(index: u32): Ruleset {
  return changetype<Ruleset>(RULESETS_OFFSET + usize(index) * RULESET_SIZE);
}

export function groupAt(index: u32): Group {
  return changetype<Group>(GROUPS_OFFSET + usize(index) * GROUP_SIZE);
}

export function pluginAt(index: u32): Plugin {
  return changetype<Plugin>(PLUGINS_OFFSET + usize(index) * PLUGIN_SIZE);
}

export function patternAt(index: u32): Pattern {
  return changetype<Pattern>(PATTERNS_OFFSET + usize(index) * PATTERN_SIZE);
}

export function deviceAt(index: u32): Device {
  return changetype<Device>(DEVICES_OFFSET + usize(index) * DEVICE_SIZE);
}

export function pluginHas(plugin: Plugin, flag: PluginFlag): bool {
  return (plugin.flags & u32(flag)) != 0;
}

export function isKilling(plugin: Plugin): bool {
  return plugin.kind >= u32(Kind.KillByMemorySizeOrGrowth);
}
