/**
 * What differs between releases of the kernel, as data: each rule is a bit that holds from one
 * release until another. Read in mm/oom_kill.c of a 3.10 for servers, of 4.19 and of a tree after
 * 5.9; for the releases between them, the commits that are named say when. Distributions may carry
 * a later rule in an earlier release, as stable releases of 5.4 carry that of 5.9.
 */

export enum KernelRule {
  /**
   * A task with CAP_SYS_ADMIN counts 30 of oom_score_adj less: 3 % of all memory. From the rewrite
   * of the heuristic in 2.6.36 until 3.14 (778c14affaf9); what is called 3.10 today, such as
   * RHEL 7, has the later rule, as the scores show that it prints.
   */
  RootBonusOfTotal = 1,
  /** It counts 3 % less of what it uses. From then on until 4.17 (d46078b28889). */
  RootBonusOfUse = 2,
  /**
   * No killable task counts less than 1, so that all that oom_score_adj takes below are equal.
   * Until 5.9 (9066e5cfb73c).
   */
  AtLeastOne = 4,
  /**
   * Among equals the first of the task list is chosen. 4.19 keeps the one it has while that is
   * the leader of its threads. Once processes are walked instead of threads, from about 5.3, the
   * last of equals is chosen.
   */
  FirstOfEquals = 8,
  /** A child with memory of its own dies instead of the chosen task. Until 5.1 (bbbe48029720). */
  SacrificesChild = 16,
}

/** Releases as major x 1000 + minor; the rules hold from the first until before the second. */
const RULES: StaticArray<i32> = [1, 2, 4, 8, 16];
const SINCE: StaticArray<i32> = [2006, 3010, 2006, 2006, 2006];
const UNTIL: StaticArray<i32> = [3010, 4017, 5009, 5003, 5001];

/** The rules of a release. */
export function rulesOf(release: i32): u32 {
  let rules: u32 = 0;
  for (let index = 0; index < RULES.length; index++) {
    if (release < unchecked(SINCE[index]) || release >= unchecked(UNTIL[index])) continue;
    rules |= u32(unchecked(RULES[index]));
  }
  return rules;
}
