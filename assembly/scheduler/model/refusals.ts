/**
 * Why the scheduler refuses a configuration, in its words: sentences that are put together while
 * the documents are read, each with the place that the scheduler would find it at.
 *
 * ```
 *  row: 0       4       8
 *       ┌───────┬───────┬──────┐
 *       │ order │ start │ size │
 *       └───────┴───────┴──────┘
 * ```
 */
import { writeQuoted } from "../../base/kubernetes/quoted.ts";
import { asciiAt, copyText, writeAscii, writeByte, writeInteger } from "../../base/text.ts";
import { textAt, textSize } from "../../objects/model/text.ts";

/** Steps of the scheduler's start, each of which refuses before the next one begins. */
export enum Step {
  Decode = 0,
  Validate,
  /** A profile's plugin is made from its arguments. */
  Make,
}

const ROWS_MAX: u32 = 64;
const ROW_BYTES: usize = 12;
const ROWS: usize = memory.data(12 * 65, 4);
const TEXT_BYTES: usize = 0x2000;
const TEXT: usize = memory.data(0x2000, 4);
/** The longest sentence, of which a text takes at most ten times its size. */
const SENTENCE_BYTES: usize = 0x600;
const QUOTED_MAX: i32 = 64;
const COMMA: u8 = 0x2c;
const SPACE: u8 = 0x20;

export let refusalCount: u32 = 0;
let end: usize = TEXT;
let isOpen: bool = false;

export function startRefusals(): void {
  refusalCount = 0;
  end = TEXT;
}

function rowAt(index: u32): usize {
  return ROWS + usize(index) * ROW_BYTES;
}

/** Sentences of one step come by `order`, equal ones as they were found. */
export function beginRefusal(step: Step, order: u32): void {
  isOpen = refusalCount < ROWS_MAX && end + SENTENCE_BYTES < TEXT + TEXT_BYTES;
  if (!isOpen) return;
  store<u32>(rowAt(refusalCount), (u32(step) << 28) | order);
  store<u32>(rowAt(refusalCount), u32(end), 4);
}

export function endRefusal(): void {
  if (!isOpen) return;
  const row = rowAt(refusalCount++);
  store<u32>(row, u32(end) - load<u32>(row, 4), 8);
  isOpen = false;
}

export function say(words: string): void {
  if (isOpen) end = writeAscii(end, words);
}

/** As `say`, with a capital letter. */
export function sayCapital(words: string): void {
  if (!isOpen) return;
  const start = end;
  say(words);
  store<u8>(start, asciiAt(words, 0) - 0x20);
}

export function sayNumber(value: i64): void {
  if (isOpen) end = writeInteger(end, value);
}

export function sayText(text: u32): void {
  if (isOpen) end = copyText(end, textAt(text), min(textSize(text), 2 * QUOTED_MAX));
}

/** As Go's %q. */
export function sayQuoted(text: u32): void {
  if (isOpen) end = writeQuoted(end, textAt(text), min(textSize(text), QUOTED_MAX));
}

/** A member's name as written in the document. */
export function sayBytes(at: usize, size: i32): void {
  if (isOpen) end = copyText(end, at, min(size, QUOTED_MAX));
}

export function refusalAt(index: u32): usize {
  return load<u32>(rowAt(index), 4);
}

export function refusalSize(index: u32): i32 {
  return load<i32>(rowAt(index), 8);
}

/** Keeps what the first step that refuses anything says, in its order. */
export function keepFirstStep(): void {
  sortRows();
  if (refusalCount == 0) return;
  const step = load<u32>(rowAt(0)) >> 28;
  let count: u32 = 0;
  while (count < refusalCount && load<u32>(rowAt(count)) >> 28 == step) count++;
  refusalCount = count;
}

export function hasRefusals(step: Step): bool {
  for (let index: u32 = 0; index < refusalCount; index++) {
    if (load<u32>(rowAt(index)) >> 28 == u32(step)) return true;
  }
  return false;
}

function sortRows(): void {
  const spare = rowAt(ROWS_MAX);
  for (let index: u32 = 1; index < refusalCount; index++) {
    memory.copy(spare, rowAt(index), ROW_BYTES);
    let place = index;
    while (place > 0 && load<u32>(rowAt(place - 1)) > load<u32>(spare)) {
      memory.copy(rowAt(place), rowAt(place - 1), ROW_BYTES);
      place--;
    }
    memory.copy(rowAt(place), spare, ROW_BYTES);
  }
}

/** How many sentences of a step have this order. */
export function countRefusals(step: Step, order: u32): u32 {
  let count: u32 = 0;
  for (let index: u32 = 0; index < refusalCount; index++) {
    if (load<u32>(rowAt(index)) == ((u32(step) << 28) | order)) count++;
  }
  return count;
}

/** Says these sentences one after another, as a part of an open one. */
export function sayRefusals(step: Step, order: u32): void {
  let said: u32 = 0;
  for (let index: u32 = 0; isOpen && index < refusalCount; index++) {
    if (load<u32>(rowAt(index)) != ((u32(step) << 28) | order)) continue;
    if (said++ != 0) end = writeByte(writeByte(end, COMMA), SPACE);
    const room = i32(TEXT + TEXT_BYTES - end) - 0x100;
    end = copyText(end, refusalAt(index), max(min(refusalSize(index), room), 0));
  }
}

/** Forgets all but the last sentence. */
export function keepLastRefusal(): void {
  memory.copy(rowAt(0), rowAt(refusalCount - 1), ROW_BYTES);
  refusalCount = 1;
}
