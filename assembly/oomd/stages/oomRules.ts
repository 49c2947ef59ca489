/** One look of systemd-oomd, since 261, at the cgroups that have rules. */

import { RULES_OF_ONE } from "../memory.ts";
import { cgroupAt, isLiving } from "../model/cgroup.ts";
import { By, decision } from "../model/decision.ts";
import {
  clockOf,
  forgetRules,
  NO_LIMIT,
  OomRule,
  oomRuleAt,
  RuleAction,
  Ruled,
  ruledAt,
  ruleOf,
  setClock,
} from "../model/oomRule.ts";
import { NEVER_MS, program } from "../model/program.ts";
import { refreshRuled } from "./candidates.ts";
import { isAfterAction, startDecision } from "./pressure.ts";
import { canSample, difference, pgscanOf } from "./sample.ts";
import { endProcesses, processesOf, selectCandidate } from "./select.ts";
import { isSwapAbove, swapFloorOf } from "./swap.ts";

const RECLAIM_MS: i64 = 30_000;
const MS_US: u64 = 1_000;

/** Answers whether something was decided. More may follow at the same moment. */
export function lookAtRules(): bool {
  if (isAfterAction(program.ruleActionMs)) return false;
  let index: u32 = 0;
  while (index < program.ruledCount) {
    const ruled = ruledAt(index);
    if (!isLiving(cgroupAt(ruled.row)) || !canSample(ruled.row)) {
      forgetRules(ruled.row);
      continue;
    }
    noteScans(ruled);
    index++;
  }
  refreshRuled();
  program.ruleResume = 0;
  return nextRule();
}

/** Takes the scans of a look; any since the last one are reclaim. */
export function noteScans(ruled: Ruled): void {
  ruled.lastPgscan = ruled.pgscan;
  ruled.pgscan = pgscanOf(ruled.row);
  if (difference(ruled.pgscan, ruled.lastPgscan) != 0) ruled.reclaimMs = program.nowMs;
}

/** Goes on with the rules of this look, one cgroup after the other. */
export function nextRule(): bool {
  const end = program.ruledCount * RULES_OF_ONE;
  for (let index = u32(program.ruleResume); index < end; index++) {
    const ruled = ruledAt(index / RULES_OF_ONE);
    const place = index % RULES_OF_ONE;
    if (place >= ruled.count) continue;
    const rule = oomRuleAt(ruleOf(ruled, place));
    if (!isDue(ruled, place, rule)) continue;
    const isReclaimed = program.nowMs - ruled.reclaimMs <= RECLAIM_MS;
    // It is skipped without a list of candidates, and its clock goes on.
    if (rule.action == RuleAction.KillByPgscan && !isReclaimed) continue;
    decide(ruled, place, rule);
    const hasActed = decision.chosen >= 0;
    program.ruleResume = hasActed ? -1 : i32(index) + 1;
    if (!hasActed) return true;
    setClock(ruled, place, NEVER_MS);
    program.ruleActionMs = program.nowMs;
    return true;
  }
  program.ruleResume = -1;
  return false;
}

/** Starts and clears the clock; answers whether it has run for long enough. */
function isDue(ruled: Ruled, place: u32, rule: OomRule): bool {
  const isBelow = rule.pressureAbove != NO_LIMIT && !isPressed(ruled, rule);
  if (isBelow || (rule.swapMax != NO_LIMIT && !isSwapAbove(rule.swapMax))) {
    setClock(ruled, place, NEVER_MS);
    return false;
  }
  if (clockOf(ruled, place) == NEVER_MS) setClock(ruled, place, program.nowMs);
  return u64(program.nowMs - clockOf(ruled, place)) * MS_US >= rule.lastingUs;
}

function isPressed(ruled: Ruled, rule: OomRule): bool {
  return cgroupAt(ruled.row).avg10 > rule.pressureAbove;
}

function decide(ruled: Ruled, place: u32, rule: OomRule): void {
  startDecision(By.Rule);
  decision.rule = ruleOf(ruled, place);
  decision.action = rule.action;
  decision.target = i32(ruled.row);
  decision.pressure = cgroupAt(ruled.row).avg10;
  decision.limit = rule.pressureAbove;
  decision.durationUs = rule.lastingUs;
  decision.overMs = clockOf(ruled, place);
  decision.swapTotal = program.swapTotal;
  decision.swapUsed = program.swapTotal - program.swapFree;
  decision.swapFloor = swapFloorOf();
  if (rule.action != RuleAction.KillAll) return selectCandidate(ruled.row);
  killAll(ruled.row);
}

/** The cgroup itself and all below it: nothing is compared, and no mark counts. */
function killAll(row: u32): void {
  decision.chosen = i32(row);
  decision.victim = i32(row);
  program.candidateCount = 0;
  if (program.isDryRun != 0) return;
  decision.killed = processesOf(row);
  endProcesses(row);
}
