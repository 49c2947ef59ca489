/** One look of earlyoom: whether memory is low, and which process gets which signal. */
import {
  divideFloat64,
  float64FromUnsigned,
  multiplyFloat64,
} from "../../base/arithmetic/float64.ts";
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
import { Killer, program } from "../model/program.ts";

const MILLION: u64 = 1_000_000;
/** 100 and 2 as float64. */
const HUNDRED: u64 = 0x4059000000000000;
const TWO: u64 = 0x4000000000000000;
const EXEMPT: i32 = -1000;
const KTHREADD: u32 = 2;
const FIRST_SCORE: i64 = -1;
/** What a name that is preferred or avoided counts, in points of oom_score, and in KiB. */
const MARK_POINTS: i64 = 300;
const MARK_KIB: i64 = 3_145_728;
const PAGE_KIB: i64 = 4;

export function lookForEarlyoom(): void {
  earlyoom.present = 1;
  earlyoom.chosen = -1;
  earlyoom.signal = signalAt(earlyoom.usableTerm, earlyoom.usableKill);
  if (earlyoom.signal == Signal.None) return;
  earlyoom.chosen = worst(0);
  if (earlyoom.chosen < 0) earlyoom.signal = Signal.None;
}

/** Both memory and swap have to be at or below their limits, which are float64. */
export function signalAt(memTerm: u64, memKill: u64): Signal {
  const usable = percentOf(program.memAvailable, memoryWhole());
  const free = percentOf(program.swapFree, program.swapTotal);
  if (usable <= memKill && free <= earlyoom.freeKill) return Signal.Kill;
  return usable <= memTerm && free <= earlyoom.freeTerm ? Signal.Term : Signal.None;
}

export function isMemoryAbove(): bool {
  return percentOf(program.memAvailable, memoryWhole()) > earlyoom.usableTerm;
}

export function isSwapAbove(): bool {
  return percentOf(program.swapFree, program.swapTotal) > earlyoom.freeTerm;
}

/** What available memory is a part of, in bytes. */
export function memoryWhole(): u64 {
  if (program.release < SINCE_USER_MEMORY) return program.memTotal;
  return program.memAvailable + program.anonPages;
}

/** As earlyoom computes it, in KiB; without swap, none is free. */
function percentOf(part: u64, whole: u64): u64 {
  if (part == 0 || whole == 0) return 0;
  const hundredfold = multiplyFloat64(float64FromUnsigned(part >> 10), HUNDRED);
  return divideFloat64(hundredfold, float64FromUnsigned(whole >> 10));
}

/** A percentage in millionths as float64. */
export function limitOf(millionths: u64): u64 {
  return millionths == 0
    ? 0
    : divideFloat64(float64FromUnsigned(millionths), float64FromUnsigned(MILLION));
}

/** A limit in halves of a KiB, in percent of a total in bytes. */
function partOf(halves: u64, total: u64): u64 {
  if (halves == 0) return 0;
  const kib = divideFloat64(float64FromUnsigned(halves), TWO);
  return divideFloat64(multiplyFloat64(HUNDRED, kib), float64FromUnsigned(total >> 10));
}

/** Puts limits in force once all memory and swap are known; answers whether they fit them. */
export function startEarlyoom(): bool {
  if (earlyoom.hasLimits != 0 || program.killer != Killer.Earlyoom) return true;
  earlyoom.hasLimits = 1;
  earlyoom.usableTerm = limitOf(earlyoom.memoryTerm);
  earlyoom.usableKill = limitOf(earlyoom.memoryKill);
  earlyoom.freeTerm = limitOf(earlyoom.swapTerm);
  earlyoom.freeKill = limitOf(earlyoom.swapKill);
  if (earlyoom.hasMemoryKib != 0) {
    if (exceeds(earlyoom.memoryKibTerm, program.memTotal)) return false;
    const isOnly = earlyoom.hasMemory == 0;
    const term = partOf(earlyoom.memoryKibTerm, program.memTotal);
    const kill = partOf(earlyoom.memoryKibKill, program.memTotal);
    earlyoom.usableTerm = isOnly ? term : min(term, earlyoom.usableTerm);
    earlyoom.usableKill = isOnly ? kill : min(kill, earlyoom.usableKill);
  }
  if (earlyoom.hasSwapKib != 0) {
    if (exceeds(earlyoom.swapKibTerm, program.swapTotal)) return false;
    const isOnly = earlyoom.hasSwap == 0;
    const term = partOf(earlyoom.swapKibTerm, program.swapTotal);
    const kill = partOf(earlyoom.swapKibKill, program.swapTotal);
    earlyoom.freeTerm = isOnly ? term : min(term, earlyoom.freeTerm);
    earlyoom.freeKill = isOnly ? kill : min(kill, earlyoom.freeKill);
  }
  return true;
}

/** earlyoom ends when a size is above a 99th more than there is. */
function exceeds(halves: u64, total: u64): bool {
  return halves > 2 * (((total >> 10) * 100) / 99);
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
  // The search begins with a score of -1, so an avoided process may be below all others.
  if (isOld && scoreOf(process) < FIRST_SCORE) return true;
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

/** The largest whole percent below the limit that available memory is above; 0 for none. */
export function sparingMemoryLimit(): u32 {
  let percent = 99;
  while (percent > 0) {
    const limit = limitOf(u64(percent) * MILLION);
    const isLower = limit <= earlyoom.usableTerm;
    if (isLower && signalAt(limit, min(limit, earlyoom.usableKill)) == Signal.None) break;
    percent--;
  }
  return u32(percent);
}
