/** One look of earlyoom: whether memory is low, and which process gets which signal. */
import {
  earlyoom,
  Process,
  ProcessFlag,
  processAt,
  processHas,
  SINCE_EXEMPT,
  SINCE_USER_MEMORY,
  Signal,
} from "../model/earlyoom.ts";
import { program } from "../model/program.ts";

const WHOLE: u64 = 10_000;
const EXEMPT: i32 = -1000;
const KTHREADD: u32 = 2;
/** What a name that is preferred or avoided counts, in points of oom_score, and in KiB. */
const MARK_POINTS: i64 = 300;
const MARK_KIB: i64 = 3_145_728;
const PAGE_KIB: i64 = 4;

export function lookForEarlyoom(): void {
  earlyoom.present = 1;
  earlyoom.chosen = -1;
  earlyoom.signal = signalAt(earlyoom.memTerm, earlyoom.memKill);
  if (earlyoom.signal == Signal.None) return;
  earlyoom.chosen = worst(0);
  if (earlyoom.chosen < 0) earlyoom.signal = Signal.None;
}

/** Both memory and swap have to be at or below their limits. */
export function signalAt(memTerm: u32, memKill: u32): Signal {
  if (isMemoryLow(memKill) && isSwapLow(earlyoom.swapKill)) return Signal.Kill;
  return isMemoryLow(memTerm) && isSwapLow(earlyoom.swapTerm) ? Signal.Term : Signal.None;
}

/** What available memory is a part of, in bytes. */
export function memoryWhole(): u64 {
  if (program.release < SINCE_USER_MEMORY) return program.memTotal;
  return program.memAvailable + program.anonPages;
}

/** Products of bytes and hundredths of a percent stay within 64 bits. */
function isMemoryLow(limit: u32): bool {
  return program.memAvailable * WHOLE <= memoryWhole() * u64(limit);
}

/** Without swap, none is free. */
function isSwapLow(limit: u32): bool {
  return program.swapFree * WHOLE <= program.swapTotal * u64(limit);
}

/** The row of the process that is chosen among those without any of these flags, or -1. */
export function worst(without: u32): i32 {
  let chosen = -1;
  for (let row: u32 = 0; row < earlyoom.processCount; row++) {
    const process = processAt(row);
    if ((process.flags & without) != 0 || isLeftOut(process)) continue;
    if (chosen < 0 || isWorse(process, processAt(u32(chosen)))) chosen = i32(row);
  }
  return chosen;
}

export function isLeftOut(process: Process): bool {
  if (process.pid <= 2 || processHas(process, ProcessFlag.WithoutScore)) return true;
  const isOld = program.release < SINCE_USER_MEMORY;
  if (!isOld && processHas(process, ProcessFlag.WithoutStat)) return true;
  if (processHas(process, ProcessFlag.Ignore)) return true;
  if (earlyoom.ignoresRoot != 0 && process.owner == 0) return true;
  if (process.adjustment == EXEMPT && program.release >= SINCE_EXEMPT) return true;
  // A kernel thread has no memory of its own; nor has a process that is swapped out.
  return isOld ? process.rssPages == 0 : process.parent == KTHREADD;
}

/** Equal ones are left in the order of their pids. */
function isWorse(process: Process, than: Process): bool {
  const size = sizeOf(process);
  if (earlyoom.isByRss != 0 && size > 0 && sizeOf(than) > 0) {
    if (size != sizeOf(than)) return size > sizeOf(than);
    return scoreOf(process) > scoreOf(than);
  }
  const score = scoreOf(process);
  if (score != scoreOf(than)) return score > scoreOf(than);
  return earlyoom.isByRss != 0 ? size > sizeOf(than) : process.rssPages > than.rssPages;
}

/** Marks count in points, unless they count in size. */
export function scoreOf(process: Process): i64 {
  return earlyoom.isByRss != 0 ? process.score : process.score + marked(process, MARK_POINTS);
}

export function sizeOf(process: Process): i64 {
  return i64(process.rssPages) * PAGE_KIB + marked(process, MARK_KIB);
}

function marked(process: Process, weight: i64): i64 {
  const preferred = processHas(process, ProcessFlag.Prefer) ? weight : 0;
  return processHas(process, ProcessFlag.Avoid) ? preferred - weight : preferred;
}

/** The process that is chosen when the first is avoided, or -1. */
export function insteadIfAvoided(): i32 {
  const process = processAt(u32(earlyoom.chosen));
  const flags = process.flags;
  process.flags |= u32(ProcessFlag.Avoid);
  const row = worst(0);
  process.flags = flags;
  return row;
}

/** The largest whole percent that available memory is above, in hundredths; 0 for none. */
export function sparingMemoryLimit(): u32 {
  let limit: u32 = earlyoom.memTerm - (earlyoom.memTerm % 100);
  while (limit > 0 && signalAt(limit, min(limit, earlyoom.memKill)) != Signal.None) limit -= 100;
  return limit;
}
