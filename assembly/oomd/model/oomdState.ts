/** What later decisions of oomd depend on, apart from the machine, as it is saved. */

@unmanaged
export class OomdHead {
  magic: u32;
  version: u32;
  fingerprint: u64;
  nowMs: i64;
  nextMs: i64;
  memTotal: u64;
  swapTotal: u64;
  tick: u32;
  ruleset: i32;
  action: i32;
  group: u32;
  hasStarted: u32;
  cgroupCount: u32;
}

/** One for each ruleset, and then one for each plugin. */
@unmanaged
export class RulesetEntry {
  pausedMs: i64;
  waiting: i32;
  waitingGroup: u32;
}

@unmanaged
export class PluginEntry {
  sinceMs: i64;
  last: u64;
  lastTick: u32;
  padding: u32;
}

/** A cgroup with what was counted of it; its path follows. */
@unmanaged
export class CounterEntry {
  pathSize: i32;
  averageTick: u32;
  costTick: u32;
  scanTick: u32;
  average: u64;
  costSeen: i64;
  costRate: i64;
  scanSeen: u64;
  scanRate: i64;
}
