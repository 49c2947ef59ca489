/**
 * What a profile enables and disables at each point, as its document has it: lists of pairs of name
 * and weight, and lists of names.
 */
import { listCount, wordOf } from "../../objects/model/list.ts";
import { textAt, textSize } from "../../objects/model/text.ts";
import { Point } from "./plugin.ts";
import { PROFILES_MAX } from "./profile.ts";

const SETS_BYTES: usize = 8 * Point.End;
const SETS: usize = memory.data(8 * 13 * 16, 4);

export function forgetSets(): void {
  memory.fill(SETS, 0, SETS_BYTES * usize(PROFILES_MAX));
}

function setAt(draft: u32, point: i32): usize {
  return SETS + usize(draft) * SETS_BYTES + (usize(point) << 3);
}

export function setEnabled(draft: u32, point: i32, pairs: u32): void {
  store<u32>(setAt(draft, point), pairs);
}

export function setDisabled(draft: u32, point: i32, names: u32): void {
  store<u32>(setAt(draft, point), names, 4);
}

export function enabledOf(draft: u32, point: i32): u32 {
  return load<u32>(setAt(draft, point));
}

export function disabledOf(draft: u32, point: i32): u32 {
  return load<u32>(setAt(draft, point), 4);
}

/** Whether a list of names has this one, or the star that means all. */
export function isDisabled(names: u32, name: u32): bool {
  for (let index: u32 = 0; index < listCount(names); index++) {
    if (wordOf(names, index) == name || isStar(wordOf(names, index))) return true;
  }
  return false;
}

export function hasStar(names: u32): bool {
  for (let index: u32 = 0; index < listCount(names); index++) {
    if (isStar(wordOf(names, index))) return true;
  }
  return false;
}

function isStar(name: u32): bool {
  return textSize(name) == 1 && load<u8>(textAt(name)) == 0x2a;
}

/** The place of the last pair of a name, or -1. */
export function lastPair(pairs: u32, name: u32): i32 {
  for (let index = i32(listCount(pairs)) - 2; index >= 0; index -= 2) {
    if (wordOf(pairs, index) == name) return index;
  }
  return -1;
}

/** The place of the first pair of a name, or -1. */
export function firstPair(pairs: u32, name: u32): i32 {
  for (let index: u32 = 0; index < listCount(pairs); index += 2) {
    if (wordOf(pairs, index) == name) return i32(index);
  }
  return -1;
}
