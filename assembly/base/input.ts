/**
 * Where the host writes the next document. There are two places, so the text of a document
 * can be kept while the one after it is compared with it: they take turns instead of copying.
 *
 * ```
 *  first        second
 *  ┌────────────┬────────────────────────────────────┐
 *  │ ≤ 4 MiB    │                           20 MiB   │
 *  └────────────┴────────────────────────────────────┘
 * ```
 * A document of more than 4 MiB in the first place reaches into the second, and ends what is kept
 * there.
 */
import { INPUT_OFFSET, KEPT_BYTES_MAX, SECOND_INPUT_OFFSET } from "./memory.ts";
import { noteInput } from "./used.ts";

export let inputStart: usize = INPUT_OFFSET;

/** Whether the text in the other place is still what a verb has read there. */
export let isTextKept: bool = false;

let takenBytes: usize = 0;

/** Documents since the module was instantiated: whether one is still the last. */
export let documentsTaken: u32 = 0;

/** Takes a document of `size` bytes that the host has written. */
export function takeDocument(size: i32): void {
  documentsTaken++;
  takenBytes = usize(size);
  const isFirst = inputStart == INPUT_OFFSET;
  if (isFirst && usize(size) > KEPT_BYTES_MAX) isTextKept = false;
  noteInput(isFirst, size);
}

/** Keeps the document that was taken last; the next one is written to the other place. */
export function keepText(): void {
  if (inputStart == INPUT_OFFSET && takenBytes > KEPT_BYTES_MAX) return;
  inputStart = INPUT_OFFSET + SECOND_INPUT_OFFSET - inputStart;
  isTextKept = true;
}

export function forgetText(): void {
  isTextKept = false;
}

/** Brings opaque bytes to the first place: what reads them knows constant addresses. */
export function settleInput(size: i32): void {
  if (inputStart == INPUT_OFFSET) return;
  isTextKept = false;
  noteInput(true, size);
  memory.copy(INPUT_OFFSET, inputStart, usize(size));
}

/**
 * Has documents read in the first place until `leaveFirstPlace`, for a verb that brings there what
 * it was given; answers the place in which the host writes.
 */
export function readInFirstPlace(): usize {
  const place = inputStart;
  isTextKept = false;
  inputStart = INPUT_OFFSET;
  return place;
}

export function leaveFirstPlace(place: usize): void {
  inputStart = place;
}
