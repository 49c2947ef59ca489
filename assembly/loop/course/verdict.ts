/** What a story comes to: whether it settles, repeats itself, or spreads from node to node. */
import { appendRow, forgetTable, rowAt, Table } from "../../objects/model/table.ts";
import { eventCount } from "../model/chronicle.ts";
import { now } from "../model/timers.ts";
import {
  fingerprintHigh,
  fingerprintLow,
  steadyHigh,
  steadyLow,
  takeFingerprint,
} from "./fingerprint.ts";

export enum Verdict {
  /** The story goes on. */
  None = 0,
  Settles,
  Thrashes,
  Cascades,
  Undecided,
}

/** A moment at which pods had to go. */
@unmanaged
class Moment {
  low: u64;
  high: u64;
  steadyLow: u64;
  steadyHigh: u64;
  time: i64;
  /** Events up to it, and pods that had to go. */
  events: u32;
  evictions: u32;
}

const MOMENT_BYTES: usize = offsetof<Moment>();
/** With more of them a story is undecided. */
const MOMENTS_MAX: u32 = 20000;
const moments = changetype<Table>(memory.data(16, 4));

export let verdict: Verdict = Verdict.None;
export let verdictAt: i64 = 0;
export let period: i64 = 0;
export let cycleFirst: u32 = 0;
export let cycleLast: u32 = 0;
export let cycleEvictions: u32 = 0;
/** The two states are equal but for the phases of heartbeats and steps, which did not matter. */
export let isApartFromPhases: bool = false;
/** Pods that had to go so far, and when the last event was. */
export let evictions: u32 = 0;
let isMarked: bool = false;
/** When a second node came under pressure by what the first had evicted. */
export let cascadeAt: i64 = -1;

export function forgetVerdict(): void {
  forgetTable(moments);
  verdict = Verdict.None;
  verdictAt = 0;
  period = 0;
  cycleFirst = 0;
  cycleLast = 0;
  cycleEvictions = 0;
  isApartFromPhases = false;
  evictions = 0;
  isMarked = false;
  cascadeAt = -1;
}

/** A pod had to go: the state is looked at when what happens now is over. */
export function markEviction(): void {
  evictions++;
  isMarked = true;
}

export function markCascade(): void {
  if (cascadeAt < 0) cascadeAt = now;
}

/** Looks whether the cluster has been in this state before; false after a failure. */
export function lookForCycle(): bool {
  if (!isMarked) return true;
  isMarked = false;
  takeFingerprint();
  for (let index = moments.count; index > 0; index--) {
    const moment = momentAt(index - 1);
    const isEqual = moment.low == fingerprintLow && moment.high == fingerprintHigh;
    const isSteady = moment.steadyLow == steadyLow && moment.steadyHigh == steadyHigh;
    if (!isEqual && !isSteady) continue;
    isApartFromPhases = !isEqual;
    concludeCycle(moment);
    return true;
  }
  if (moments.count == MOMENTS_MAX) return true;
  const place = appendRow(moments, MOMENT_BYTES);
  if (place == 0) return false;
  const moment = changetype<Moment>(place);
  moment.low = fingerprintLow;
  moment.high = fingerprintHigh;
  moment.steadyLow = steadyLow;
  moment.steadyHigh = steadyHigh;
  moment.time = now;
  moment.events = eventCount();
  moment.evictions = evictions;
  return true;
}

function concludeCycle(moment: Moment): void {
  verdict = Verdict.Thrashes;
  verdictAt = moment.time;
  period = now - moment.time;
  cycleFirst = moment.events;
  cycleLast = eventCount() - 1;
  cycleEvictions = evictions - moment.evictions;
}

function momentAt(index: u32): Moment {
  return changetype<Moment>(rowAt(moments, index));
}

/** Nothing happens any more, or the time is up. */
export function conclude(isSettled: bool, lastEvent: i64): void {
  if (cascadeAt >= 0) {
    verdict = Verdict.Cascades;
    verdictAt = cascadeAt;
    return;
  }
  verdict = isSettled ? Verdict.Settles : Verdict.Undecided;
  verdictAt = isSettled ? lastEvent : now;
}
