/** Rules of systemd-oomd (`NAME.oomrule`), and the cgroups that have some, by path. */
import { compareText } from "../../base/text.ts";
import {
  OOM_RULE_SIZE,
  OOM_RULES_OFFSET,
  RULED_MAX,
  RULED_OFFSET,
  RULED_SIZE,
  RULES_OF_ONE,
} from "../memory.ts";
import { cgroupAt } from "./cgroup.ts";
import { NEVER_MS, program } from "./program.ts";

export enum RuleAction {
  None = 0,
  KillAll,
  KillByPgscan,
  KillBySwap,
}

/** No limit of pressure, or of swap. */
export const NO_LIMIT: u32 = u32.MAX_VALUE;

@unmanaged
export class OomRule {
  name: u32;
  nameSize: i32;
  /** Hundredths of a percent, or `NO_LIMIT`. */
  pressureAbove: u32;
  swapMax: u32;
  action: RuleAction;
  /** systemd-oomd leaves it out: it has no condition or no action, or never acts. */
  isVoid: u32;
  lastingUs: u64;
}

/** A cgroup with rules, in the order of its `OOMRules=`. */
@unmanaged
export class Ruled {
  row: u32;
  count: u32;
  reclaimMs: i64;
  pgscan: u64;
  lastPgscan: u64;
  /** Numbers of rules, a byte each. */
  first: u64;
  second: u64;
}

/** Since when each rule is met, or `NEVER_MS`. */
const CLOCKS: usize = offsetof<Ruled>();

export function oomRuleAt(index: u32): OomRule {
  return changetype<OomRule>(OOM_RULES_OFFSET + usize(index) * OOM_RULE_SIZE);
}

export function ruledAt(index: u32): Ruled {
  return changetype<Ruled>(RULED_OFFSET + usize(index) * RULED_SIZE);
}

export function ruleOf(ruled: Ruled, place: u32): u32 {
  return load<u8>(changetype<usize>(ruled) + offsetof<Ruled>("first") + usize(place));
}

export function clockOf(ruled: Ruled, place: u32): i64 {
  return load<i64>(changetype<usize>(ruled) + CLOCKS + 8 * usize(place));
}

export function setClock(ruled: Ruled, place: u32, moment: i64): void {
  store<i64>(changetype<usize>(ruled) + CLOCKS + 8 * usize(place), moment);
}

/** Where the entry of a row is, or belongs. */
function indexOf(row: u32): u32 {
  const cgroup = cgroupAt(row);
  let index: u32 = 0;
  while (index < program.ruledCount) {
    const other = cgroupAt(ruledAt(index).row);
    if (compareText(other.path, other.pathSize, cgroup.path, cgroup.pathSize) >= 0) break;
    index++;
  }
  return index;
}

/** The entry of a row, made when there is none; null when the table is full. */
export function giveRules(row: u32): Ruled | null {
  const index = indexOf(row);
  const entry = ruledAt(index);
  if (index < program.ruledCount && entry.row == row) return entry;
  if (program.ruledCount == RULED_MAX) return null;
  const at = changetype<usize>(entry);
  memory.copy(at + RULED_SIZE, at, usize(program.ruledCount - index) * RULED_SIZE);
  memory.fill(at, 0, RULED_SIZE);
  entry.row = row;
  entry.reclaimMs = -program.uptimeMs;
  program.ruledCount++;
  return entry;
}

export function forgetRules(row: u32): void {
  const index = indexOf(row);
  if (index == program.ruledCount || ruledAt(index).row != row) return;
  const at = changetype<usize>(ruledAt(index));
  program.ruledCount--;
  memory.copy(at, at + RULED_SIZE, usize(program.ruledCount - index) * RULED_SIZE);
}

const oldRules: usize = memory.data(16, 8);
const oldClocks: usize = memory.data(128, 8);

/** Other rules, as many bytes as there are; a rule that was there keeps its clock. */
export function replaceRules(ruled: Ruled, rules: usize, count: u32): void {
  const known = ruled.count;
  memory.copy(oldRules, changetype<usize>(ruled) + offsetof<Ruled>("first"), 16);
  memory.copy(oldClocks, changetype<usize>(ruled) + CLOCKS, 128);
  memory.copy(changetype<usize>(ruled) + offsetof<Ruled>("first"), rules, 16);
  ruled.count = count;
  for (let place: u32 = 0; place < RULES_OF_ONE; place++) {
    let clock = NEVER_MS;
    for (let old: u32 = 0; old < known && place < count; old++) {
      if (load<u8>(oldRules + usize(old)) == ruleOf(ruled, place))
        clock = load<i64>(oldClocks + 8 * usize(old));
    }
    setClock(ruled, place, clock);
  }
}
