/**
 * What later decisions of oomd depend on, apart from the machine, as it is saved: a head, the
 * clocks of each ruleset and of each plugin, and what was counted of each cgroup.
 */
import { Counters } from "./cgroup.ts";

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

/** A cgroup with what was counted of it; its path follows. */
@unmanaged
export class CounterEntry extends Counters {
  pathSize: i32;
  padding: u32;
}
