/** What a story comes to: whether it settles, repeats itself, or spreads from node to node. */
import { nodes } from "../../objects/model/node.ts";
import { pods } from "../../objects/model/pod.ts";
import { forgetRegion, Region, takeRegion } from "../../objects/model/region.ts";
import { appendRow, forgetTable, rowAt, Table } from "../../objects/model/table.ts";
import { eventCount } from "../model/chronicle.ts";
import { now, timers } from "../model/timers.ts";
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
  /** The moment before it with the same head, plus 1: by `low`, and by `steadyLow`. */
  next: u32;
  nextSteady: u32;
}

const MOMENT_BYTES: usize = offsetof<Moment>();
/** When there are so many, the search begins again: a longer cycle is not found. */
const MOMENTS_MAX: u32 = 20000;
const moments = changetype<Table>(memory.data(16, 4));
/** Words: rows of moments plus 1, by the lower bits of `low`, then by those of `steadyLow`. */
const HEADS = changetype<Region>(memory.data(8, 4));
const HEAD_COUNT: usize = 16384;
const HEADS_BYTES: usize = 2 * 4 * HEAD_COUNT;

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
let cascadeAt: i64 = -1;

export function forgetVerdict(): void {
  forgetTable(moments);
  forgetRegion(HEADS);
  verdict = Verdict.None;
  verdictAt = 0;
  period = 0;
  cycleFirst = 0;
  cycleLast = 0;
  cycleEvictions = 0;
  isApartFromPhases = false;
  evictions = 0;
  isMarked = false;
  credit = ROWS_FIRST;
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

/**
 * Rows that may be looked at for fingerprints: so many at first, some seconds' worth, and then some
 * for each thing that happens. Of 3,000 pods there are fingerprints of 5,000 evictions, of 30,000
 * pods of 500; beyond these of some evictions only, and a longer search finds a cycle.
 */
const ROWS_FIRST: i64 = 0x1000000;
const ROWS_PER_TURN: i64 = 16;
let credit: i64 = ROWS_FIRST;

/** Something has happened, and pays for the fingerprints to come. */
export function payForFingerprints(): void {
  credit += ROWS_PER_TURN;
}

/** Looks whether the cluster has been in this state before; false after a failure. */
export function lookForCycle(): bool {
  if (!isMarked) return true;
  isMarked = false;
  const rows = i64(pods.count) + i64(nodes.count) + i64(timers.count);
  if (credit < rows) return true;
  credit -= rows;
  if (!startHeads()) return false;
  takeFingerprint();
  const equal = findMoment();
  const found = equal == 0 ? findSteadyMoment() : equal;
  if (found == 0) return keepMoment();
  isApartFromPhases = equal == 0;
  concludeCycle(momentAt(found - 1));
  return true;
}

/** Room for the heads, cleared when moments begin. */
function startHeads(): bool {
  if (moments.count == MOMENTS_MAX) moments.count = 0;
  if (moments.count != 0) return true;
  const heads = takeRegion(HEADS, HEADS_BYTES);
  if (heads != 0) memory.fill(heads, 0, HEADS_BYTES);
  return heads != 0;
}

function headOf(low: u64, isSteady: bool): usize {
  const slot = usize(low & u64(HEAD_COUNT - 1)) + (isSteady ? HEAD_COUNT : 0);
  return usize(HEADS.at) + (slot << 2);
}

/** Row plus 1 of the last moment of this state; 0 for none. */
function findMoment(): u32 {
  let link = load<u32>(headOf(fingerprintLow, false));
  while (link != 0) {
    const moment = momentAt(link - 1);
    if (moment.low == fingerprintLow && moment.high == fingerprintHigh) break;
    link = moment.next;
  }
  return link;
}

function findSteadyMoment(): u32 {
  let link = load<u32>(headOf(steadyLow, true));
  while (link != 0) {
    const moment = momentAt(link - 1);
    if (moment.steadyLow == steadyLow && moment.steadyHigh == steadyHigh) break;
    link = moment.nextSteady;
  }
  return link;
}

function keepMoment(): bool {
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
  moment.next = load<u32>(headOf(fingerprintLow, false));
  moment.nextSteady = load<u32>(headOf(steadyLow, true));
  store<u32>(headOf(fingerprintLow, false), moments.count);
  store<u32>(headOf(steadyLow, true), moments.count);
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

/** What was concluded because the time was up is open again when there is more of it. */
export function goOn(): void {
  if (verdict == Verdict.Undecided || verdict == Verdict.Cascades) verdict = Verdict.None;
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
