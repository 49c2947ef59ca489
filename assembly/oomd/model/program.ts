/** The program that is followed: its settings, its clock and the machine that it sees. */
import { PROGRAM_OFFSET } from "../memory.ts";
import { Rule } from "./release.ts";

export enum Killer {
  SystemdOomd = 0,
  Earlyoom = 1,
  Oomd = 2,
}

/** Earlier than any moment. */
export const NEVER_MS: i64 = -(1 << 50);
/** Later than any moment. */
export const NOT_DUE: i64 = i64.MAX_VALUE;

@unmanaged
export class Program {
  present: u32;
  /** Which program is followed, as a `Killer`. */
  killer: u32;
  /** Bits of `Rule`. */
  rules: u32;
  /** 24910 for 249.10. */
  release: u32;
  isDryRun: u32;
  /** Hundredths of a percent. */
  swapLimit: u32;
  pressureLimit: u32;
  pressureDurationUs: u64;
  pressurePeriodMs: i64;
  swapPeriodMs: i64;
  oomRuleCount: u32;
  /** Bytes of the names of rules. */
  settingsTextBytes: u32;
  /** Milliseconds since the start; what was reached, and the next look of each timer. */
  nowMs: i64;
  nextPressureMs: i64;
  nextSwapMs: i64;
  /** `NOT_DUE` while no cgroup has rules. */
  nextRulesMs: i64;
  ruleActionMs: i64;
  /** The last action that others wait for, the last reclaim of any, the last sum of scans. */
  actionMs: i64;
  reclaimMs: i64;
  scanned: u64;
  /** Bytes of /proc/meminfo. */
  memTotal: u64;
  memFree: u64;
  memAvailable: u64;
  anonPages: u64;
  swapTotal: u64;
  swapFree: u64;
  /** Bytes of /proc/swaps. */
  swapsTotal: u64;
  swapsUsed: u64;
  /** Whether they were named, rather than taken from /proc/meminfo. */
  hasSwaps: u32;
  /** Milliseconds between the start of the machine and of the program. */
  uptimeMs: i64;
  cgroupCount: u32;
  /** Places in the order of the tree. */
  livingCount: u32;
  pressureCount: u32;
  swapCount: u32;
  ruledCount: u32;
  messageCount: u32;
  candidateCount: u32;
  /** The number of the set of candidates: rows with another one are not in it. */
  generation: u32;
  ruleGeneration: u32;
  /** Whether the order of the tree still holds. */
  isOrdered: u32;
  textBytes: u32;
  /** The number of the last gathering: a row with it was found. */
  gathering: u32;
  /** The target that the look at pressure goes on with, or -1 when none is under way. */
  resume: i32;
  /** The same of rules: the place of the next one. */
  ruleResume: i32;
  /** What a saved state has to have been saved with. */
  fingerprint: u64;
}

export const program: Program = changetype<Program>(PROGRAM_OFFSET);

export function follows(rule: Rule): bool {
  return (program.rules & u32(rule)) != 0;
}

/** Memory that counts as free. */
export function freeMemory(): u64 {
  return follows(Rule.MemAvailable) ? program.memAvailable : program.memFree;
}
