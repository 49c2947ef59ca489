/** The verdict on a scenario: whether it settles, repeats itself, or spreads from node to node. */
import { nodes } from "../../objects/model/node.ts";
import { pods } from "../../objects/model/pod.ts";
import { Region, takeRegion } from "../../objects/model/region.ts";
import { appendRow, rowAt, Table } from "../../objects/model/table.ts";
import { HEADS_OFFSET, MOMENTS_OFFSET, OUTCOME_OFFSET, SEARCH_OFFSET } from "../memory.ts";
import { eventCount } from "../model/eventLog.ts";
import { clock, timers } from "../model/timers.ts";
import { takeFingerprint } from "./fingerprint.ts";
import { Fingerprint } from "./lanes.ts";

export enum Verdict {
  /** The scenario goes on. */
  None = 0,
  Settles,
  Thrashes,
  Cascades,
  Undecided,
}

/** A moment at which pods were evicted. */
@unmanaged
export class Moment {
  low: u64;
  high: u64;
  steadyLow: u64;
  steadyHigh: u64;
  time: i64;
  /** Events up to it, and pods that were evicted. */
  events: u32;
  evictions: u32;
  /** The moment before it with the same head, plus 1: by `low`, and by `steadyLow`. */
  next: u32;
  nextSteady: u32;
}

const MOMENT_BYTES: usize = offsetof<Moment>();
/** At this number of rows the search restarts: a longer cycle is not found. */
const MOMENTS_MAX: u32 = 20000;
const moments = changetype<Table>(MOMENTS_OFFSET);
/** Words: rows of moments plus 1, by the lower bits of `low`, then by those of `steadyLow`. */
const HEADS = changetype<Region>(HEADS_OFFSET);
const HEAD_COUNT: usize = 16384;
const HEADS_BYTES: usize = 2 * 4 * HEAD_COUNT;

/** What is known so far. */
@unmanaged
export class Outcome {
  verdict: Verdict;
  /** When it was settled, when its cycle begins, or up to when it is undecided. */
  at: i64;
  /** How long a cycle takes; its first and its last event, and the pods that are evicted in it. */
  period: i64;
  cycleFirst: u32;
  cycleLast: u32;
  cycleEvictions: u32;
  /** Pods that were evicted, refused or killed so far. */
  evictions: u32;
  /** Two states are equal but for the phases of heartbeats and steps, which did not matter. */
  isApartFromPhases: bool;
  /** A second node came under pressure by what the first had evicted; and when that was. */
  hasCascaded: bool;
  cascadedAt: i64;
}

export const outcome = changetype<Outcome>(OUTCOME_OFFSET);

/** When a fingerprint is taken. */
@unmanaged
export class Search {
  /** Rows that were paid for by what happened, less those that were looked at. */
  balance: i64;
  /** A pod was evicted at this moment. */
  isMarked: bool;
}

export const search = changetype<Search>(SEARCH_OFFSET);

/** A pod was evicted: the state is looked at when what happens now is over. */
export function markEviction(): void {
  outcome.evictions++;
  search.isMarked = true;
}

export function markCascade(): void {
  if (!outcome.hasCascaded) outcome.cascadedAt = clock.now;
  outcome.hasCascaded = true;
}

/**
 * Rows that may be read for fingerprints: a first number, which takes some seconds, and then some
 * for each event. With 3,000 pods, 5,000 evictions get a fingerprint; with 30,000 pods, 500. After
 * these only some evictions do, and finding a cycle takes longer.
 */
const ROWS_FIRST: i64 = 0x1000000;
const ROWS_PER_TURN: i64 = 16;

/** Something has happened, and pays for the fingerprints to come. */
export function payForFingerprints(): void {
  search.balance += ROWS_PER_TURN;
}

/** Looks whether the cluster has been in this state before; false after a failure. */
export function lookForCycle(): bool {
  if (!search.isMarked) return true;
  search.isMarked = false;
  const rows = i64(pods.count) + i64(nodes.count) + i64(timers.count);
  if (ROWS_FIRST + search.balance < rows) return true;
  search.balance -= rows;
  if (!startHeads()) return false;
  const state = takeFingerprint();
  const equal = findMoment(state);
  const found = equal == 0 ? findSteadyMoment(state) : equal;
  if (found == 0) return keepMoment(state);
  outcome.isApartFromPhases = equal == 0;
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

/** Row plus 1 of the last moment of a state; 0 for none. */
function findMoment(state: Fingerprint): u32 {
  let link = load<u32>(headOf(state.low, false));
  while (link != 0) {
    const moment = momentAt(link - 1);
    if (moment.low == state.low && moment.high == state.high) break;
    link = moment.next;
  }
  return link;
}

function findSteadyMoment(state: Fingerprint): u32 {
  let link = load<u32>(headOf(state.steadyLow, true));
  while (link != 0) {
    const moment = momentAt(link - 1);
    if (moment.steadyLow == state.steadyLow && moment.steadyHigh == state.steadyHigh) break;
    link = moment.nextSteady;
  }
  return link;
}

function keepMoment(state: Fingerprint): bool {
  const place = appendRow(moments, MOMENT_BYTES);
  if (place == 0) return false;
  const moment = changetype<Moment>(place);
  moment.low = state.low;
  moment.high = state.high;
  moment.steadyLow = state.steadyLow;
  moment.steadyHigh = state.steadyHigh;
  moment.time = clock.now;
  moment.events = eventCount();
  moment.evictions = outcome.evictions;
  moment.next = load<u32>(headOf(state.low, false));
  moment.nextSteady = load<u32>(headOf(state.steadyLow, true));
  store<u32>(headOf(state.low, false), moments.count);
  store<u32>(headOf(state.steadyLow, true), moments.count);
  return true;
}

function concludeCycle(moment: Moment): void {
  outcome.verdict = Verdict.Thrashes;
  outcome.at = moment.time;
  outcome.period = clock.now - moment.time;
  outcome.cycleFirst = moment.events;
  outcome.cycleLast = eventCount() - 1;
  outcome.cycleEvictions = outcome.evictions - moment.evictions;
}

function momentAt(index: u32): Moment {
  return changetype<Moment>(rowAt(moments, index));
}

/** What was concluded because the time was up is open again when there is more of it. */
export function goOn(): void {
  const verdict = outcome.verdict;
  if (verdict == Verdict.Undecided || verdict == Verdict.Cascades) outcome.verdict = Verdict.None;
}

/** Nothing happens any more, or the time is up. */
export function conclude(isSettled: bool, lastEvent: i64): void {
  if (outcome.hasCascaded) {
    outcome.verdict = Verdict.Cascades;
    outcome.at = outcome.cascadedAt;
    return;
  }
  outcome.verdict = isSettled ? Verdict.Settles : Verdict.Undecided;
  outcome.at = isSettled ? lastEvent : clock.now;
}
