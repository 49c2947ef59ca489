/**
 * What differs between releases of systemd-oomd, as data: each rule is a bit that holds from one
 * release until another. docs/reference/oomd.md says what each rule means.
 */

export enum Rule {
  /** Candidates are compared by what was scanned since the last look, not ever. */
  Rates = 1 << 0,
  /** ManagedOOMPreference= counts where root owns the candidate. */
  Preferences = 1 << 1,
  /** It also counts where the owner of the monitored cgroup owns the candidate. */
  OwnersPreferences = 1 << 2,
  /** Only candidates with more than 5 % of all swap are killed for swap. */
  SwapFloor = 1 << 3,
  /** Memory as well as swap has to be above the limit. */
  MemoryToo = 1 << 4,
  /** Swap is looked at by a timer of its own, without a delay after a kill. */
  SwapTimer = 1 << 5,
  /** Each monitored cgroup has a time of its last reclaim. */
  ReclaimEach = 1 << 6,
  /** All of them share one. */
  ReclaimTogether = 1 << 7,
  /** Without memory.swap.current a sample has no swap, rather than failing. */
  SwapMayMiss = 1 << 8,
  /** The selection skips a candidate without processes; otherwise it ends there. */
  PassesEmpty = 1 << 9,
  /** MemAvailable counts, rather than MemFree. */
  MemAvailable = 1 << 10,
  /** A unit may have a duration of its own. */
  UnitDuration = 1 << 11,
  /** A cgroup without memory.oom.group is left out alone, not its later siblings. */
  SkipsUnreadable = 1 << 12,
  /** Candidates are marked and killed later: an empty one counts, a dry run does not. */
  Marks = 1 << 13,
  /** A duration below one second ends the program. */
  EndsIfShort = 1 << 14,
  /** A duration below one second is replaced by the default. */
  ReplacesShort = 1 << 15,
  /** The list ends with the candidate that is killed, and has 10 at most without a kill. */
  ListToVictim = 1 << 16,
  /** Settings are whole percents under other names. */
  WholePercents = 1 << 17,
  /** Units may have OOMRules=. */
  OomRules = 1 << 18,
}

/** Releases as they are compared: 249.10 is 24910. */
export function releaseNumber(major: u32, minor: u32): u32 {
  return major * 100 + minor;
}

export const OLDEST: u32 = 247;
export const NEWEST: u32 = 262;
const END: i32 = 100_000;

const RULES: StaticArray<i32> = [
  Rule.Rates,
  Rule.Preferences,
  Rule.OwnersPreferences,
  Rule.SwapFloor,
  Rule.MemoryToo,
  Rule.SwapTimer,
  Rule.ReclaimEach,
  Rule.ReclaimTogether,
  Rule.SwapMayMiss,
  Rule.PassesEmpty,
  Rule.PassesEmpty,
  Rule.MemAvailable,
  Rule.UnitDuration,
  Rule.SkipsUnreadable,
  Rule.Marks,
  Rule.EndsIfShort,
  Rule.ReplacesShort,
  Rule.ListToVictim,
  Rule.WholePercents,
  Rule.OomRules,
];
const SINCE: StaticArray<i32> = [
  24800, 24800, 25200, 24802, 24804, 24804, 24804, 24800, 24900, 24800, 25000, 25100, 25700, 25800,
  26000, 25000, 25700, 25700, 24700, 26100,
];
const UNTIL: StaticArray<i32> = [
  END,
  END,
  END,
  END,
  END,
  END,
  END,
  24804,
  END,
  24910,
  25004,
  END,
  END,
  END,
  END,
  25700,
  END,
  END,
  24800,
  END,
];

/** The rules of a release, as bits of `Rule`. */
export function rulesOf(release: u32): u32 {
  let rules: u32 = 0;
  for (let index = 0; index < RULES.length; index++) {
    if (i32(release) < unchecked(SINCE[index]) || i32(release) >= unchecked(UNTIL[index])) continue;
    rules |= u32(unchecked(RULES[index]));
  }
  return rules;
}
