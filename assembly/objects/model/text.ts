/**
 * Interned texts: a text is the address of its size, and two texts are equal when their addresses
 * are. The empty text is 0, where memory is zero.
 *
 * ```
 *  -4     0      4
 *  ┌──────┬──────┬─────────┐
 *  │ hash │ size │ bytes … │
 *  └──────┴──────┴─────────┘
 * ```
 */
import { hashBytes } from "../../base/arithmetic/hash.ts";
import { compareText, copyText, equalText, writeAscii } from "../../base/text.ts";
import { allocate } from "../allocation.ts";
import { WORD_SCRATCH_OFFSET } from "../memory.ts";
import { fillSlot, firstSlot, forgetSlots, makeSlot, nextSlot, Slots, slotAt } from "./slots.ts";

const SLOTS = changetype<Slots>(memory.data(12, 4));
const HEAD_BYTES: usize = 8;

/** Represents a missing text, which differs from the empty one. */
export const NO_TEXT: u32 = u32.MAX_VALUE;

export function forgetTexts(): void {
  forgetSlots(SLOTS);
}

/** The text of these bytes, or 0 after a failure. */
export function internText(at: usize, size: i32): u32 {
  if (size <= 0 || !makeSlot(SLOTS)) return 0;
  const hash = hashOf(at, size);
  let slot = firstSlot(SLOTS, hash);
  for (let text = slotAt(SLOTS, slot); text != 0; text = slotAt(SLOTS, slot)) {
    if (load<u32>(text - 4) == hash && equalText(textAt(text), textSize(text), at, size)) {
      return text;
    }
    slot = nextSlot(SLOTS, slot);
  }
  const place = allocate(HEAD_BYTES + usize(size));
  if (place == 0) return 0;
  store<u32>(place, hash);
  store<i32>(place, size, 4);
  memory.copy(place + HEAD_BYTES, at, usize(size));
  fillSlot(SLOTS, slot, u32(place + 4));
  return u32(place + 4);
}

/** The text of a literal. */
export function internLiteral(literal: string): u32 {
  const end = writeAscii(WORD_SCRATCH_OFFSET, literal);
  return internText(WORD_SCRATCH_OFFSET, i32(end - WORD_SCRATCH_OFFSET));
}

/** The text of these bytes if some object has it; NO_TEXT otherwise. */
export function findText(at: usize, size: i32): u32 {
  if (size == 0) return 0;
  if (SLOTS.capacity == 0) return NO_TEXT;
  const hash = hashOf(at, size);
  let slot = firstSlot(SLOTS, hash);
  for (let text = slotAt(SLOTS, slot); text != 0; text = slotAt(SLOTS, slot)) {
    if (load<u32>(text - 4) == hash && equalText(textAt(text), textSize(text), at, size)) {
      return text;
    }
    slot = nextSlot(SLOTS, slot);
  }
  return NO_TEXT;
}

function hashOf(at: usize, size: i32): u32 {
  const hash = hashBytes(at, size);
  return u32(hash ^ (hash >> 32));
}

/** @inline */
export function textAt(text: u32): usize {
  return usize(text) + 4;
}

/** @inline */
export function textSize(text: u32): i32 {
  return load<i32>(text);
}

/** Writes the first bytes of a text, `most` at most; answers the end. */
export function writeTextUpTo(at: usize, text: u32, most: i32): usize {
  return copyText(at, textAt(text), min(textSize(text), most));
}

/** The order of bytes. */
export function compareTexts(a: u32, b: u32): i32 {
  return a == b ? 0 : compareText(textAt(a), textSize(a), textAt(b), textSize(b));
}
