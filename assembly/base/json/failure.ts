/**
 * The failure that a verb ends with. Readers return position 0 after recording it here; only
 * the first failure is kept, because the later ones follow from it.
 *
 * ```
 *  0       4         8        12        16      20          24
 *  ┌───────┬─────────┬────────┬─────────┬───────┬───────────┐
 *  │status │document │ at     │ reason  │ text  │ text size │
 *  └───────┴─────────┴────────┴─────────┴───────┴───────────┘
 * ```
 */
import { Status } from "../../abi.ts";
import { inputStart } from "../input.ts";
import { FAILURE_OFFSET } from "../memory.ts";

/** Why bytes were refused; the modules above begin their own reasons at `REASONS_END`. */
export enum Reason {
  None,
  ExpectedValue,
  ExpectedObject,
  ExpectedArray,
  ExpectedKey,
  ExpectedColon,
  ExpectedCommaOrEnd,
  ExpectedText,
  ExpectedUnsigned,
  ExpectedInteger,
  ExpectedBoolean,
  ExpectedQuantity,
  ExpectedTime,
  BadNumber,
  BadEscape,
  ControlCharacter,
  UnterminatedText,
  TrailingBytes,
  NotUtf8,
  Depth,
  Size,
  Text,
  Output,
  NegativeSize,
  Empty,
}

export const REASONS_END: i32 = 32;

export function clearFailure(document: i32): void {
  store<i32>(FAILURE_OFFSET, Status.Ok);
  store<i32>(FAILURE_OFFSET + 4, document);
  store<u32>(FAILURE_OFFSET + 8, 0);
  store<i32>(FAILURE_OFFSET + 12, Reason.None);
  store<u32>(FAILURE_OFFSET + 16, 0);
  store<u32>(FAILURE_OFFSET + 20, 0);
}

/** Records a failure at address `at` (0: nowhere in particular) and answers position 0. */
export function fail(status: i32, reason: i32, at: usize): usize {
  if (load<i32>(FAILURE_OFFSET) == Status.Ok) {
    store<i32>(FAILURE_OFFSET, status);
    store<u32>(FAILURE_OFFSET + 8, u32(at));
    store<i32>(FAILURE_OFFSET + 12, reason);
  }
  return 0;
}

/** As `fail`, with a text that belongs in the sentence. */
export function failWith(status: i32, reason: i32, at: usize, text: usize, size: i32): usize {
  if (load<i32>(FAILURE_OFFSET) == Status.Ok) {
    fail(status, reason, at);
    store<u32>(FAILURE_OFFSET + 16, u32(text));
    store<i32>(FAILURE_OFFSET + 20, size);
  }
  return 0;
}

export function failureStatus(): i32 {
  return load<i32>(FAILURE_OFFSET);
}

export function failureDocument(): i32 {
  return load<i32>(FAILURE_OFFSET + 4);
}

export function failureAt(): usize {
  return load<u32>(FAILURE_OFFSET + 8);
}

/** Answers the failure's offset in the document in bytes, or -1 when it has no place. */
export function failureByteOffset(): i32 {
  const at = failureAt();
  return at < inputStart ? -1 : i32(at - inputStart);
}

export function failureReason(): i32 {
  return load<i32>(FAILURE_OFFSET + 12);
}

export function failureText(): usize {
  return load<u32>(FAILURE_OFFSET + 16);
}

export function failureTextSize(): i32 {
  return load<i32>(FAILURE_OFFSET + 20);
}

const FAILURE_RECORD_BYTES: usize = 24;

export function saveFailure(target: usize): void {
  memory.copy(target, FAILURE_OFFSET, FAILURE_RECORD_BYTES);
}

export function restoreFailure(source: usize): void {
  memory.copy(FAILURE_OFFSET, source, FAILURE_RECORD_BYTES);
}
