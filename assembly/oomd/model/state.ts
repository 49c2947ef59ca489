/**
 * What later decisions depend on, apart from the machine: clocks, what is monitored, and the scans
 * of the last look. Opaque and versioned; entries and candidates follow the head, each with a
 * path.
 */

import { RULES_OF_ONE } from "../memory.ts";

export const STATE_MAGIC: u32 = 0x646d6f6f;
export const STATE_VERSION: u32 = 2;

@unmanaged
export class StateHead {
  magic: u32;
  version: u32;
  fingerprint: u64;
  nowMs: i64;
  nextPressureMs: i64;
  nextSwapMs: i64;
  nextRulesMs: i64;
  ruleActionMs: i64;
  actionMs: i64;
  reclaimMs: i64;
  scanned: u64;
  resume: i32;
  pressureCount: u32;
  swapCount: u32;
  candidateCount: u32;
  ruledCount: u32;
  ruleCandidateCount: u32;
  ruleResume: i32;
}

/** A monitored cgroup, or a candidate, of which only the scans count. */
@unmanaged
export class StateEntry {
  pathSize: i32;
  limit: u32;
  durationUs: u64;
  overMs: i64;
  reclaimMs: i64;
  pgscan: u64;
}

/** A cgroup with rules: their numbers, and since when each is met. */
@unmanaged
export class RuledEntry {
  pathSize: i32;
  count: u32;
  reclaimMs: i64;
  pgscan: u64;
  first: u64;
  second: u64;
}

/** With the clocks, before its path. */
export const RULED_ENTRY_BYTES: usize = offsetof<RuledEntry>() + 8 * usize(RULES_OF_ONE);
