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
  decision.swapFloor = follows(Rule.SwapFloor) ? swapFloorOf() : 0;
  gatherForSwap();
  selectCandidate(ROOT);
  if (!follows(Rule.SwapTimer) && decision.chosen >= 0) program.actionMs = program.nowMs;
  return true;
}

function isMeminfoSound(): bool {
  return freeMemory() <= program.memTotal && program.swapFree <= program.swapTotal;
}

/** What a candidate has to have more of, in bytes. */
export function swapFloorOf(): u64 {
  return (program.swapTotal * FLOOR_PERCENT) / 100;
}

/** Whether less than the rest above a limit is free, in hundredths of a percent. */
export function isSwapAbove(limit: u32): bool {
  return program.swapFree < (program.swapTotal * (WHOLE - u64(limit))) / WHOLE;
}

/** The same of memory and swap. */
export function isOverLimit(limit: u32): bool {
  const left = WHOLE - u64(limit);
  if (!isSwapAbove(limit)) return false;
  return !follows(Rule.MemoryToo) || freeMemory() < (program.memTotal * left) / WHOLE;
}
