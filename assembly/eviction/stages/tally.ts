/**
 * What many steps amount to, in whole numbers: nanoseconds under each condition, evictions of each
 * pod, the least above each threshold, and a hash of the digests.
 */
import { PODS_MAX } from "../../abi.ts";
import { quantityValue } from "../../base/kubernetes/quantity/value.ts";
import { Quantity } from "../../base/kubernetes/quantity.ts";
import { isObserved, OBSERVED, observationAt } from "../../node/model/observation.ts";
import { NODE_CONDITION_COUNT } from "../../node/model/signalTable.ts";
import { tables } from "../../node/model/tables.ts";
import { TALLY_OFFSET } from "../memory.ts";
import { EvictionCause, evictionAt, step } from "../model/step.ts";
import { isHard, ThresholdFlag, thresholdAt, ValueKind } from "../model/threshold.ts";
import { noteTally } from "../used.ts";
import { isImmediate } from "./choose.ts";
import { limitOf } from "./thresholds.ts";

/**
 * A prime. The hash of a run of steps is a polynomial in it, so two runs that follow each other
 * have the hash `first * PRIME ** steps of the second + second`.
 */
const CHAIN_PRIME: u64 = 0x100000001b3;
/** Stands for a local storage limit where a signal is expected. */
export const NO_SIGNAL: u8 = 0xff;

/** The evictions of one pod for one reason. */
@unmanaged
export class Tallied {
  pod: u32;
  count: u32;
  /** `NO_SIGNAL` for a local storage limit. */
  signal: u8;
  hard: u8;
  cause: u8;
  reserved: u8;
  reserved2: u32;
}

const NANOSECONDS: usize = memory.data(24, 8);
/** Two for each signal, of soft thresholds and of hard ones, and a bit for each that is known. */
const HEADROOMS: usize = memory.data(144, 8);
let headroomsKnown: u32 = 0;

export let talliedRows: u32 = 0;
export let talliedSteps: u32 = 0;
export let talliedMissed: u32 = 0;
export let chain: u64 = 0;
export let firstEvictionAt: i64 = 0;

const limit: Quantity = changetype<Quantity>(memory.data(64, 16));

export function startTally(): void {
  memory.fill(NANOSECONDS, 0, 8 * usize(NODE_CONDITION_COUNT));
  headroomsKnown = 0;
  talliedRows = 0;
  talliedSteps = 0;
  talliedMissed = 0;
  chain = 0;
}

export function talliedAt(index: u32): Tallied {
  return changetype<Tallied>(TALLY_OFFSET + 16 * usize(index));
}

/** Whether a step that evicts every pod still fits. */
export function hasTallyRoom(): bool {
  return talliedRows + tables.podCount <= u32(PODS_MAX);
}

/** The conditions held until now; a clock that was set back adds nothing. */
export function tallyConditions(conditions: u32, nanoseconds: i64): void {
  if (nanoseconds <= 0) return;
  for (let condition = 0; condition < NODE_CONDITION_COUNT; condition++) {
    if ((conditions & (1 << u32(condition))) == 0) continue;
    const at = NANOSECONDS + 8 * usize(condition);
    store<i64>(at, load<i64>(at) + nanoseconds);
  }
}

export function nanosecondsUnder(condition: i32): i64 {
  return load<i64>(NANOSECONDS + 8 * usize(condition));
}

export function tallyMissed(): void {
  talliedMissed++;
}

/** Counts the last step, whose decision has this digest. */
export function tallyStep(digest: u64): void {
  talliedSteps++;
  chain = chain * CHAIN_PRIME + digest;
  tallyHeadrooms();
  for (let index: u32 = 0; index < step.evictionCount; index++) {
    const eviction = evictionAt(index);
    const isByLimit = eviction.cause != u32(EvictionCause.NodePressure);
    const signal = isByLimit ? NO_SIGNAL : thresholdAt(step.chosen).signal;
    const isHardNow = !isByLimit && isImmediate(step.chosen, step.updatedStats);
    tallyEviction(eviction.pod, signal, u8(isHardNow), u8(eviction.cause));
  }
}

/** Most steps repeat the eviction of the step before, so the last row is looked at first. */
function tallyEviction(pod: u32, signal: u8, hard: u8, cause: u8): void {
  if (talliedRows == 0) firstEvictionAt = step.time;
  for (let index = talliedRows; index > 0; index--) {
    const row = talliedAt(index - 1);
    if (row.pod != pod || row.signal != signal || row.hard != hard || row.cause != cause) continue;
    row.count++;
    return;
  }
  const row = talliedAt(talliedRows++);
  noteTally(talliedRows);
  row.pod = pod;
  row.signal = signal;
  row.hard = hard;
  row.cause = cause;
  row.count = 1;
}

function tallyHeadrooms(): void {
  let rest = step.evaluated;
  while (rest != 0) {
    const threshold = thresholdAt(i32(ctz(rest)));
    rest &= rest - 1;
    const signal = i32(threshold.signal);
    if (threshold.valueKind == ValueKind.None || !isObserved(OBSERVED, signal)) continue;
    if ((threshold.flags & ThresholdFlag.Blank) != 0) continue;
    const observation = observationAt(OBSERVED, signal);
    limitOf(limit, threshold, observation.capacity);
    noteHeadroom(signal, isHard(threshold), observation.available - quantityValue(limit));
  }
}

function noteHeadroom(signal: i32, hard: bool, amount: i64): void {
  const at = HEADROOMS + 8 * usize(2 * signal + i32(hard));
  if (!isHeadroomKnown(signal, hard) || amount < load<i64>(at)) store<i64>(at, amount);
  headroomsKnown |= headroomBit(signal, hard);
}

function headroomBit(signal: i32, hard: bool): u32 {
  return (<u32>1) << u32(2 * signal + i32(hard));
}

export function isHeadroomKnown(signal: i32, hard: bool): bool {
  return (headroomsKnown & headroomBit(signal, hard)) != 0;
}

/** What was available above the threshold when it was least; below zero, what was missing. */
export function headroomOf(signal: i32, hard: bool): i64 {
  return load<i64>(HEADROOMS + 8 * usize(2 * signal + i32(hard)));
}
