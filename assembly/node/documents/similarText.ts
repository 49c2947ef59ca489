/**
 * Two texts that differ in digits alone, side by side: only numbers that changed are read. Runs of
 * digits that are replaced by others leave the grammar as it is, but for a leading zero, so what
 * was valid stays valid; any other difference is left to the reader of whole objects.
 */
import { readUnsigned } from "../../base/json/read.ts";
import { COLON, COMMA, nonDigits, OPEN_ARRAY, scanDigits } from "../../base/json/scan.ts";
import { isDigit } from "../../base/text.ts";
import { READ_PLACE_SIZE } from "../memory.ts";
import { addressOf, NAME, PodText, ReadPlace } from "../model/podTexts.ts";
import { PodStats } from "../model/stats.ts";

const POINT: u8 = 0x2e;
const SPACE: u8 = 0x20;

/** As a shift: the rows are copies of those before, so a number that has not changed is there. */
export const ROWS_COPIED: u32 = NAME;

/**
 * Walks the text from `old` on, side by side with what begins at `at` in the pod at `start`. Its
 * places are copied from `places` to `target`, for rows that are `shift` further on. Answers the
 * end, or 0 where more than digits differ: rows and places are for the reader of objects then,
 * which finds the same numbers up to there.
 */
export function readDigits(
  start: usize,
  at: usize,
  text: PodText,
  old: usize,
  places: usize,
  stats: PodStats,
  target: ReadPlace,
  shift: u32,
): usize {
  const textStart = usize(text.at);
  const textEnd = textStart + usize(text.size);
  let place = changetype<usize>(target);
  const placesEnd = place + READ_PLACE_SIZE * usize(text.placeCount);
  const before = places - place;
  let readEnd = endOfPlace(place, placesEnd, before);
  // The text at `old` in the last document is now at `at`.
  while (at != 0) {
    while (old < textEnd && areFourWordsSame(old, at)) {
      old += 32;
      at += 32;
    }
    const same = sameBytes(old, at);
    old += same;
    at += same;
    const offset = u32(old - textStart);
    const moved = u32(at - start) - offset;
    while (readEnd < offset) {
      const read = changetype<ReadPlace>(place + before);
      if (shift == ROWS_COPIED) copyPlace(place, read, moved);
      else if (readNumber(place, read, moved, shift, start, stats) == 0) return 0;
      place += READ_PLACE_SIZE;
      readEnd = endOfPlace(place, placesEnd, before);
    }
    if (old >= textEnd) return at - (old - textEnd);
    const read = changetype<ReadPlace>(place + before);
    if (place < placesEnd && read.offset <= offset) {
      old = textStart + usize(read.offset + read.extent);
      at = readNumber(place, read, moved, shift, start, stats);
      place += READ_PLACE_SIZE;
      readEnd = endOfPlace(place, placesEnd, before);
      continue;
    }
    const oldEnd = endOfDigits(old);
    const end = endOfDigits(at);
    if (oldEnd == old && end == at) {
      // Only in a number: in a key, the point makes another key.
      if (load<u8>(old) == POINT && isDigit(load<u8>(old - 1))) old = scanDigits(old + 1);
      else at = endOfFraction(at);
      continue;
    }
    // All before was valid: a zero in front can only be this one, or the one before.
    const first = isDigit(load<u8>(at - 1)) ? at - 1 : at;
    const oldFirst = old - (at - first);
    if (oldEnd == oldFirst || end == first || isLeadingZero(first, end)) return 0;
    old = oldEnd;
    at = end;
  }
  return 0;
}

/** Compares up to 32 bytes without branches, because where they differ is unpredictable. @inline */
function sameBytes(a: usize, b: usize): usize {
  const first = load<u64>(a) ^ load<u64>(b);
  const second = load<u64>(a, 8) ^ load<u64>(b, 8);
  const third = load<u64>(a, 16) ^ load<u64>(b, 16);
  const fourth = load<u64>(a, 24) ^ load<u64>(b, 24);
  const inFirst = first != 0;
  const inFront = (first | second) != 0;
  const inThird = third != 0;
  const front = select<u64>(first, second, inFirst);
  const back = select<u64>(third, fourth, inThird);
  const before = select<usize>(
    select<usize>(0, 8, inFirst),
    select<usize>(16, 24, inThird),
    inFront,
  );
  return before + usize(ctz(select<u64>(front, back, inFront)) >> 3);
}

/** @inline */
function endOfPlace(place: usize, placesEnd: usize, before: usize): u32 {
  const read = changetype<ReadPlace>(place + before);
  return place < placesEnd ? read.offset + read.extent : u32.MAX_VALUE;
}

/** Answers the end of the number, or 0 where none is or a name. */
function readNumber(
  place: usize,
  from: ReadPlace,
  moved: u32,
  shift: u32,
  start: usize,
  stats: PodStats,
): usize {
  const number = start + usize(from.offset + moved);
  if (from.target == NAME || !isDigit(load<u8>(number))) return 0;
  copyPlace(place, from, moved);
  const read = changetype<ReadPlace>(place);
  if (shift != ROWS_COPIED) read.target += shift;
  const end = readUnsigned(number, addressOf(read.target, stats));
  read.extent = u32(end - number);
  return end;
}

/** @inline */
function copyPlace(to: usize, from: ReadPlace, moved: u32): void {
  store<u64>(to, load<u64>(changetype<usize>(from), 4), 4);
  store<u32>(to, from.offset + moved);
}

/** @inline */
function areFourWordsSame(a: usize, b: usize): bool {
  return (
    ((load<u64>(a) ^ load<u64>(b)) |
      (load<u64>(a, 8) ^ load<u64>(b, 8)) |
      (load<u64>(a, 16) ^ load<u64>(b, 16)) |
      (load<u64>(a, 24) ^ load<u64>(b, 24))) ==
    0
  );
}

/** As `scanDigits`, without a call where fewer than eight are left. @inline */
function endOfDigits(at: usize): usize {
  const others = nonDigits(load<u64>(at));
  return others != 0 ? at + usize(ctz(others) >> 3) : scanDigits(at + 8);
}

/**
 * The end of the fraction that begins at `at`, or 0: only of a number that has none yet, and no
 * exponent. A pressure of 0 that becomes 0.05 is such a one.
 */
function endOfFraction(at: usize): usize {
  let first = at - 1;
  if (load<u8>(at) != POINT || !isDigit(load<u8>(first))) return 0;
  while (isDigit(load<u8>(first))) first--;
  const before = load<u8>(first);
  if (before != COLON && before != COMMA && before != OPEN_ARRAY && before != SPACE) return 0;
  const end = scanDigits(at + 1);
  return end == at + 1 ? 0 : end;
}

/**
 * Whether digits begin with a zero that JSON does not allow: not after a digit, `12:`, `23T` or
 * `1.`, but as the first of a number. Without branches: zeros cannot be foreseen. @inline
 */
function isLeadingZero(first: usize, end: usize): bool {
  const before = load<u8>(first - 1);
  const isZero = u32(load<u8>(first) == 0x30) & u32(end - first > 1);
  const isInside =
    u32(isDigit(before)) | (u32(isDigit(load<u8>(first - 2))) & u32(before != COMMA));
  return (isZero & ~isInside) != 0;
}
