/** The timers of the program, up to a moment or the next decision. */
import { follows, program } from "../model/program.ts";
import { Rule } from "../model/release.ts";
import { lookAtPressure, nextTarget } from "./pressure.ts";
import { lookAtSwap } from "./swap.ts";

/** Answers whether something was decided before the moment, which is reached otherwise. */
export function runUntil(moment: i64): bool {
  for (;;) {
    if (program.resume >= 0 && nextTarget()) return true;
    const isSwap = isSwapNext();
    const next = isSwap ? program.nextSwapMs : program.nextPressureMs;
    if (next >= moment) break;
    program.nowMs = next;
    if (isSwap) program.nextSwapMs += program.swapPeriodMs;
    else program.nextPressureMs += program.pressurePeriodMs;
    if (isSwap ? lookAtSwap() : lookAtPressure()) return true;
  }
  program.nowMs = moment;
  return false;
}

/** When both timers are due, that of swap is first; with one timer, pressure is. */
function isSwapNext(): bool {
  if (program.nextSwapMs != program.nextPressureMs) {
    return program.nextSwapMs < program.nextPressureMs;
  }
  return follows(Rule.SwapTimer);
}
