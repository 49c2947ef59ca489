/**
 * Many steps in one document, as assembly/README.md describes them. All numbers are little-endian.
 *
 * ```
 *  0      4      8               16            64
 *  ┌──────┬──────┬───────────────┬─────────────┬──────────────
 *  │magic │count │before     i64 │ zero        │ steps
 *  └──────┴──────┴───────────────┴─────────────┴──────────────
 *  a step:
 *  0               8              12             16
 *  ┌───────────────┬──────────────┬──────────────┬────────┬─────────────
 *  │time       i64 │Summary   i32 │after     i32 │Summary │after reclaim
 *  └───────────────┴──────────────┴──────────────┴────────┴─────────────
 * ```
 * Each document is moved to the start of the input before it is read, over what was read before it:
 * the head has room for the NUL bytes that follow a document there.
 */
import { AGAIN, NO_SUMMARY, Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
import { INPUT_OFFSET } from "../../base/memory.ts";
import { EvictionReason } from "../reasons.ts";

const STEPS_MAGIC: u32 = 0x54534c50; // "PLST"
const HEAD_BYTES: usize = 64;
const STEP_HEAD_BYTES: usize = 16;
/** `before` when there was no step before. */
export const NO_TIME: i64 = i64.MIN_VALUE;

/** The time of the step that was begun last, and the sizes of its documents. */
export let packedTime: i64 = 0;
export let packedSummary: i32 = 0;
export let packedAfter: i32 = 0;
/** When the step before the first one was. */
export let packedBefore: i64 = 0;

let cursor: usize = 0;

/** Whether the bytes at the start of the input are steps; answers their number or a status. */
export function openSteps(size: i32): i32 {
  const end = INPUT_OFFSET + usize(size);
  const count = size < i32(HEAD_BYTES) ? -1 : load<i32>(INPUT_OFFSET, 4);
  if (count < 0 || load<u32>(INPUT_OFFSET) != STEPS_MAGIC || !isHeadZero()) return refuseSteps();
  cursor = INPUT_OFFSET + HEAD_BYTES;
  for (let index = 0; index < count; index++) {
    if (end - cursor < STEP_HEAD_BYTES) return refuseSteps();
    beginPackedStep();
    if (packedSummary < NO_SUMMARY || packedAfter < AGAIN) return refuseSteps();
    // In 64 bits, two sizes cannot wrap around.
    const documents = u64(max(packedSummary, 0)) + u64(max(packedAfter, 0));
    if (documents > u64(end - cursor)) return refuseSteps();
    cursor += usize(documents);
  }
  if (cursor != end) return refuseSteps();
  packedBefore = load<i64>(INPUT_OFFSET, 8);
  cursor = INPUT_OFFSET + HEAD_BYTES;
  return count;
}

function isHeadZero(): bool {
  for (let at: usize = 16; at < HEAD_BYTES; at += 8) {
    if (load<u64>(INPUT_OFFSET + at) != 0) return false;
  }
  return true;
}

function refuseSteps(): i32 {
  fail(Status.InvalidSnapshot, EvictionReason.Steps, 0);
  return Status.InvalidSnapshot;
}

/** Reads the head of the next step. */
export function beginPackedStep(): void {
  packedTime = load<i64>(cursor);
  packedSummary = load<i32>(cursor, 8);
  packedAfter = load<i32>(cursor, 12);
  cursor += STEP_HEAD_BYTES;
}

/** Moves the next document to the start of the input; one without bytes has nothing to move. */
export function bringDocument(size: i32): void {
  memory.copy(INPUT_OFFSET, cursor, usize(max(size, 0)));
  skipDocument(size);
}

export function skipDocument(size: i32): void {
  cursor += usize(max(size, 0));
}
