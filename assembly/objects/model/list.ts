/**
 * Interned lists of words: a list is the address of its count, and two lists are equal when their
 * addresses are. A word is a text, a number, or another list, as the list's meaning says; labels,
 * selectors, tolerations and whole pod specs are lists, so equal templates are kept once.
 * The empty list is 0, where memory is zero.
 *
 * ```
 *  -4     0       4
 *  ┌──────┬───────┬─────────┐
 *  │ hash │ count │ words … │
 *  └──────┴───────┴─────────┘
 * ```
 * Lists are collected on a stack of words: `beginList` says where one starts, `endList` interns
 * the words pushed since.
 */
import { Status } from "../../abi.ts";
import { hashBytes } from "../../base/arithmetic/hash.ts";
import { fail } from "../../base/json/failure.ts";
import { allocate } from "../allocation.ts";
import { LIST_SCRATCH_BYTES, LIST_SCRATCH_OFFSET, SORT_SCRATCH_OFFSET } from "../memory.ts";
import { ObjectsReason } from "../reasons.ts";
import { fillSlot, firstSlot, forgetSlots, makeSlot, nextSlot, Slots, slotAt } from "./slots.ts";

const SLOTS = changetype<Slots>(memory.data(12, 4));
const HEAD_BYTES: usize = 8;
const STACK_END: usize = LIST_SCRATCH_OFFSET + LIST_SCRATCH_BYTES;

let top: usize = LIST_SCRATCH_OFFSET;

export function forgetLists(): void {
  forgetSlots(SLOTS);
  top = LIST_SCRATCH_OFFSET;
}

/** Gives up lists that a failure left open. */
export function dropOpenLists(): void {
  top = LIST_SCRATCH_OFFSET;
}

/** Where the list starts that is collected from now on. */
export function beginList(): usize {
  return top;
}

export function push(word: u32): void {
  if (top == STACK_END) fail(Status.TableFull, ObjectsReason.Words, 0);
  else {
    store<u32>(top, word);
    top += 4;
  }
}

/** Interns the words pushed since `start` and removes them. */
export function endList(start: usize): u32 {
  const list = internList(start, u32((top - start) >> 2));
  top = start;
  return list;
}

/** As `endList`, of pairs by their first word; a later pair takes the place of an equal one. */
export function endPairs(start: usize): u32 {
  return endSorted(start, 8, true);
}

/** As `endList`, of single words in ascending order, each once. */
export function endSet(start: usize): u32 {
  return endSorted(start, 4, true);
}

function endSorted(start: usize, bytes: usize, unique: bool): u32 {
  if (top - start > bytes) {
    sortRows(start, top, bytes);
    if (unique) top = keepLast(start, top, bytes);
  }
  return endList(start);
}

/** Merges runs of doubling length: stable, so the last of equal keys stays last. */
function sortRows(start: usize, end: usize, bytes: usize): void {
  const size = end - start;
  for (let run = bytes; run < size; run *= 2) {
    for (let left = start; left + run < end; left += run * 2) {
      mergeRuns(left, left + run, min(left + run * 2, end), bytes);
    }
  }
}

function mergeRuns(left: usize, middle: usize, end: usize, bytes: usize): void {
  if (load<u32>(middle - bytes) <= load<u32>(middle)) return;
  memory.copy(SORT_SCRATCH_OFFSET, left, middle - left);
  let a = SORT_SCRATCH_OFFSET;
  const aEnd = a + (middle - left);
  let b = middle;
  for (let place = left; a < aEnd; place += bytes) {
    if (b < end && load<u32>(b) < load<u32>(a)) {
      memory.copy(place, b, bytes);
      b += bytes;
    } else {
      memory.copy(place, a, bytes);
      a += bytes;
    }
  }
}

/** Keeps the last of neighbors with the same key; returns the new end. */
function keepLast(start: usize, end: usize, bytes: usize): usize {
  let place = start;
  for (let row = start; row < end; row += bytes) {
    if (row + bytes < end && load<u32>(row + bytes) == load<u32>(row)) continue;
    if (place != row) memory.copy(place, row, bytes);
    place += bytes;
  }
  return place;
}

/** The list of `count` words at `at`, or 0 after a failure. */
export function internList(at: usize, count: u32): u32 {
  if (count == 0 || !makeSlot(SLOTS)) return 0;
  const bytes = usize(count) << 2;
  const wide = hashBytes(at, i32(bytes));
  const hash = u32(wide ^ (wide >> 32));
  let slot = firstSlot(SLOTS, hash);
  for (let list = slotAt(SLOTS, slot); list != 0; list = slotAt(SLOTS, slot)) {
    if (load<u32>(list - 4) == hash && holds(list, at, count)) return list;
    slot = nextSlot(SLOTS, slot);
  }
  const place = allocate(HEAD_BYTES + bytes);
  if (place == 0) return 0;
  store<u32>(place, hash);
  store<u32>(place, count, 4);
  memory.copy(place + HEAD_BYTES, at, bytes);
  fillSlot(SLOTS, slot, u32(place + 4));
  return u32(place + 4);
}

function holds(list: u32, at: usize, count: u32): bool {
  if (load<u32>(list) != count) return false;
  return memory.compare(usize(list) + 4, at, usize(count) << 2) == 0;
}

/** Words of a list. @inline */
export function listCount(list: u32): u32 {
  return load<u32>(list);
}

/** @inline */
export function wordOf(list: u32, index: u32): u32 {
  return load<u32>(usize(list) + (usize(index) << 2), 4);
}

/** Whether a word is in a list. */
export function hasWord(list: u32, word: u32): bool {
  const count = listCount(list);
  for (let index: u32 = 0; index < count; index++) {
    if (wordOf(list, index) == word) return true;
  }
  return false;
}

/** The second word of the pair that begins with `key`, or `absent`. */
export function valueOf(pairs: u32, key: u32, absent: u32): u32 {
  let low: u32 = 0;
  let high = listCount(pairs) >> 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = wordOf(pairs, middle << 1);
    if (found == key) return wordOf(pairs, (middle << 1) + 1);
    if (found < key) low = middle + 1;
    else high = middle;
  }
  return absent;
}
