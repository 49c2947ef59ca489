/**
 * What differs between releases of the kernel, as data: each rule is a bit that holds from one
 * release until another. docs/reference/oom.md has the sources that were read.
 */

export enum KernelRule {
  /**
   * A task with CAP_SYS_ADMIN counts 30 of oom_score_adj less: 3 % of all memory. From the rewrite
   * of the heuristic in 2.6.36 until 3.14 (778c14affaf9).
   */
  RootBonusOfTotal = 1,
  /** It counts 3 % less of what it uses. From then on until 4.17 (d46078b28889). */
  RootBonusOfUse = 2,
  /**
   * No killable task counts less than 1, so all tasks that oom_score_adj takes below are equal.
   * Until 5.9 (9066e5cfb73c), which 5.4.144 took as well.
   */
  AtLeastOne = 4,
  /**
   * Among equals the first that is looked at is chosen: before 3.14 because only more replaces it,
   * then because a leader of threads is kept (d49ad9355420). That check is gone since 5.3, when
   * cgroups began to be walked by process, and the last of equals is chosen.
   */
  FirstOfEquals = 8,
  /** A child with its own memory dies instead of the chosen task. Until 5.1 (bbbe48029720). */
  SacrificesChild = 16,
}

/** Releases as they are compared: 5.4.144 is 5004144. */
export function releaseNumber(major: i32, minor: i32, patch: i32): i32 {
  return major * 1_000_000 + minor * 1_000 + patch;
}

/** The rules hold from the first release until before the second. */
const RULES: StaticArray<i32> = [1, 2, 4, 8, 16];
const SINCE: StaticArray<i32> = [2_006_000, 3_014_000, 2_006_000, 2_006_000, 2_006_000];
const UNTIL: StaticArray<i32> = [3_014_000, 4_017_000, 5_009_000, 5_003_000, 5_001_000];

/** Stable releases that took the end of a rule earlier, from the first until before the second. */
const ENDED: StaticArray<i32> = [4];
const ENDED_SINCE: StaticArray<i32> = [5_004_144];
const ENDED_UNTIL: StaticArray<i32> = [5_005_000];

/** What RHEL 7 calls 3.10.0 has the rules of this one: the scores that it prints show it. */
export const RHEL_7_RELEASE: i32 = 3_014_000;

/** The rules of a release. */
export function rulesOf(release: i32): u32 {
  let rules: u32 = 0;
  for (let index = 0; index < RULES.length; index++) {
    if (release < unchecked(SINCE[index]) || release >= unchecked(UNTIL[index])) continue;
    rules |= u32(unchecked(RULES[index]));
  }
  for (let index = 0; index < ENDED.length; index++) {
    if (release < unchecked(ENDED_SINCE[index]) || release >= unchecked(ENDED_UNTIL[index])) {
      continue;
    }
    rules &= ~u32(unchecked(ENDED[index]));
  }
  return rules;
}
