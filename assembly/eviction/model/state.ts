/**
 * What the eviction manager remembers between two steps: all of it in one region, so saving,
 * restoring and trying a change is one copy. Spec 3.1.
 *
 * ```
 *  0                 128         384           896                 2048              128K
 *  ┌─────────────────┬───────────┬─────────────┬───────────────────┬─────────────────┐
 *  │header           │thresholds │last stats   │ zero              │what-if credits  │
 *  │masks, conditions│first seen │times        │                   │                 │
 *  └─────────────────┴───────────┴─────────────┴───────────────────┴─────────────────┘
 * ```
 */
import { THRESHOLDS_MAX } from "../../abi.ts";
import { SIGNAL_COUNT } from "../../node/model/signalTable.ts";
import { STATE_BYTES, STATE_COPY_OFFSET, STATE_OFFSET } from "../memory.ts";

export const STATE_MAGIC: u32 = 0x534d4c50; // "PLMS"
/** With another number of signals, the layout is another one. */
export const STATE_VERSION: u32 = 0x300 + SIGNAL_COUNT;

/** A number in JSON; counting ends here, after 285 million years of one step a second. */
export const STEPS_MAX: u64 = 1 << 53;

export enum StateFlag {
  /** The file-system layout is known and containerfs thresholds are mirrored. */
  Discovered = 1,
  DedicatedImageFs = 2,
  SplitContainerFs = 4,
  /** A step without a Summary came before the layout was known: a kubelet found it there. */
  Missed = 8,
}

export const KNOWN_STATE_FLAGS: u32 = (StateFlag.Missed << 1) - 1;

@unmanaged
export class State {
  magic: u32;
  version: u32;
  policyFingerprint: u64;
  steps: u64;
  flags: u32;
  creditCount: u32;
  /** Unresolved thresholds that had satisfied their grace period in the last step. */
  thresholdsMet: u64;
  /** Thresholds with a first-observed time. */
  thresholdsObserved: u64;
  /** Published node conditions, a bit each. */
  nodeConditions: u32;
  /** Conditions with a last-observed time. */
  conditionsObserved: u32;
  memoryPressureAt: i64;
  diskPressureAt: i64;
  pidPressureAt: i64;
  /** Signals with a stored observation, and signals with timed stats. */
  signalsObserved: u32;
  signalsTimed: u32;
  /** When the last step was, once there was one. */
  lastStepAt: i64;
}

export const state: State = changetype<State>(STATE_OFFSET);

const CONDITION_TIMES: usize = offsetof<State>("memoryPressureAt");
export const FIRST_OBSERVED: usize = 128;
export const LAST_TIMES: usize = 384;
export const CREDITS: usize = STATE_OFFSET + 2048;
/** Everything but the credits. */
export const STATE_HEAD_BYTES: usize = 2048;
/** Where the head has nothing: behind the fields, and behind the times. */
export const FIELDS_END: usize = offsetof<State>();
export const FIRST_OBSERVED_END: usize = FIRST_OBSERVED + 8 * usize(THRESHOLDS_MAX);
export const LAST_TIMES_END: usize = LAST_TIMES + 8 * usize(SIGNAL_COUNT);

/** One what-if credit: the size of a uid and the uid; zeros behind it. */
export const CREDIT_BYTES: usize = 128;
/** The pod of a longer one is not remembered, so it may be evicted again. */
export const UID_BYTES_MAX: i32 = 124;
export const CREDITS_MAX: u32 = u32((STATE_BYTES - STATE_HEAD_BYTES) / CREDIT_BYTES);

export function firstObservedAt(index: i32): i64 {
  return load<i64>(STATE_OFFSET + FIRST_OBSERVED + 8 * usize(index));
}

export function setFirstObservedAt(index: i32, time: i64): void {
  store<i64>(STATE_OFFSET + FIRST_OBSERVED + 8 * usize(index), time);
}

export function conditionObservedAt(condition: i32): i64 {
  return load<i64>(STATE_OFFSET + CONDITION_TIMES + 8 * usize(condition));
}

export function setConditionObservedAt(condition: i32, time: i64): void {
  store<i64>(STATE_OFFSET + CONDITION_TIMES + 8 * usize(condition), time);
}

export function lastStatsTime(signal: i32): i64 {
  return load<i64>(STATE_OFFSET + LAST_TIMES + 8 * usize(signal));
}

export function setLastStatsTime(signal: i32, time: i64): void {
  store<i64>(STATE_OFFSET + LAST_TIMES + 8 * usize(signal), time);
}

export function stateHas(flag: StateFlag): bool {
  return (state.flags & u32(flag)) != 0;
}

/** A kubelet that has just started. */
export function resetState(policyFingerprint: u64): void {
  memory.fill(STATE_OFFSET, 0, STATE_BYTES);
  state.magic = STATE_MAGIC;
  state.version = STATE_VERSION;
  state.policyFingerprint = policyFingerprint;
}

/** How far a state goes: up to its last credit. */
export function stateBytes(whole: State): usize {
  return STATE_HEAD_BYTES + CREDIT_BYTES * usize(min(whole.creditCount, CREDITS_MAX));
}

/** Keeps the state as it is now: the step that follows may be tried with a change, or dropped. */
export function rememberState(): void {
  memory.copy(STATE_COPY_OFFSET, STATE_OFFSET, stateBytes(state));
}

/** Puts back what `rememberState` kept. */
export function recallState(): void {
  const kept = changetype<State>(STATE_COPY_OFFSET);
  memory.copy(STATE_OFFSET, STATE_COPY_OFFSET, stateBytes(kept));
}

/** The same but for the credits, which a step does not read. */
export function recallHead(): void {
  memory.copy(STATE_OFFSET, STATE_COPY_OFFSET, STATE_HEAD_BYTES);
}
