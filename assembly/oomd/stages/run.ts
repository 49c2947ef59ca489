/** The timers of the program, up to a moment or the next decision. */
import { follows, NOT_DUE, program } from "../model/program.ts";
import { Rule } from "../model/release.ts";
import { lookAtRules, nextRule } from "./oomRules.ts";
import { lookAtPressure, nextTarget } from "./pressure.ts";
import { lookAtSwap } from "./swap.ts";

/** Answers whether something was decided before the moment, which is reached otherwise. */
export function runUntil(moment: i64): bool {
  for (;;) {
    if (program.resume >= 0 && nextTarget()) return true;
    if (program.ruleResume >= 0 && nextRule()) return true;
    const isSwap = isSwapNext();
    const next = isSwap ? program.nextSwapMs : program.nextPressureMs;
    if (program.nextRulesMs < next && program.nextRulesMs < moment) {
      if (lookAtRulesNext()) return true;
      continue;
    }
    if (next >= moment) break;
    program.nowMs = next;
    if (isSwap) program.nextSwapMs += program.swapPeriodMs;
    else program.nextPressureMs += program.pressurePeriodMs;
    if (isSwap ? lookAtSwap() : lookAtPressure()) return true;
  }
  program.nowMs = moment;
  return false;
}

/** The timer of rules stops with the last cgroup that has some. */
function lookAtRulesNext(): bool {
  program.nowMs = program.nextRulesMs;
  const decides = lookAtRules();
  const isEmpty = program.ruledCount == 0;
  program.nextRulesMs = isEmpty ? NOT_DUE : program.nowMs + program.pressurePeriodMs;
  return decides;
}

/** When both timers are due, that of swap is first; with one timer, pressure is. */
function isSwapNext(): bool {
  if (program.nextSwapMs != program.nextPressureMs) {
    return program.nextSwapMs < program.nextPressureMs;
  }
  return follows(Rule.SwapTimer);
}
