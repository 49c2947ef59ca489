/** One look of systemd-oomd at memory and swap. */
import { ROOT } from "../model/cgroup.ts";
import { By, decision } from "../model/decision.ts";
import { follows, freeMemory, program } from "../model/program.ts";
import { Rule } from "../model/release.ts";
import { gatherForSwap } from "./candidates.ts";
import { isDelayed, startDecision } from "./pressure.ts";
import { selectCandidate } from "./select.ts";

const WHOLE: u64 = 10_000;
/** A candidate has more than this part of all swap. */
const FLOOR_PERCENT: u64 = 5;

/** Answers whether something was decided. */
export function lookAtSwap(): bool {
  if (program.swapCount == 0 || !isMeminfoSound()) return false;
  if (!follows(Rule.SwapTimer) && isDelayed()) return false;
  if (!isOverLimit(program.swapLimit)) return false;
  startDecision(By.Swap);
  decision.limit = program.swapLimit;
  decision.memoryTotal = program.memTotal;
  decision.memoryUsed = program.memTotal - freeMemory();
  decision.swapTotal = program.swapTotal;
  decision.swapUsed = program.swapTotal - program.swapFree;
  decision.swapFloor = follows(Rule.SwapFloor) ? (program.swapTotal * FLOOR_PERCENT) / 100 : 0;
  gatherForSwap();
  selectCandidate(ROOT);
  if (!follows(Rule.SwapTimer) && decision.chosen >= 0) program.actionMs = program.nowMs;
  return true;
}

function isMeminfoSound(): bool {
  return freeMemory() <= program.memTotal && program.swapFree <= program.swapTotal;
}

/** Whether less than the rest above a limit is free, in hundredths of a percent. */
export function isOverLimit(limit: u32): bool {
  const left = WHOLE - u64(limit);
  if (program.swapFree >= (program.swapTotal * left) / WHOLE) return false;
  return !follows(Rule.MemoryToo) || freeMemory() < (program.memTotal * left) / WHOLE;
}
