/**
 * What later decisions depend on, apart from the machine: clocks, what is monitored, and the scans
 * of the last look. Opaque and versioned; entries and candidates follow the head, each with a
 * path.
 */

export const STATE_MAGIC: u32 = 0x646d6f6f;
export const STATE_VERSION: u32 = 1;

@unmanaged
export class StateHead {
  magic: u32;
  version: u32;
  fingerprint: u64;
  nowMs: i64;
  nextPressureMs: i64;
  nextSwapMs: i64;
  actionMs: i64;
  reclaimMs: i64;
  scanned: u64;
  resume: i32;
  pressureCount: u32;
  swapCount: u32;
  candidateCount: u32;
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
