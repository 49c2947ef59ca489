/**
 * Reads typed values. Each reader takes the address of a value's first byte, stores the value and
 * answers the address after it, or 0 after a failure. `null` leaves the target as it is: the
 * kubelet's types are pointers, and null is absence.
 */
import { Status } from "../../abi.ts";
import { reserveText, rewindArena } from "../arena.ts";
import { isDigit } from "../text.ts";
import { fail, Reason } from "./failure.ts";
import { wrongType } from "./member.ts";
import {
  escapeSeen,
  isFalse,
  isNull,
  isTrue,
  MINUS,
  QUOTE,
  scanNumber,
  scanText,
  watchEscapes,
} from "./scan.ts";
import { unescapeText } from "./unescape.ts";

const ASCII_ZEROS: u64 = 0x3030303030303030;
const HIGH_NIBBLES: u64 = 0xf0f0f0f0f0f0f0f0;

/** Whether the last reader found a value, rather than null. */
export let valuePresent: bool = false;

/** Set by readers of other files. */
export function notePresent(): void {
  valuePresent = true;
}

function areEightDigits(word: u64): bool {
  const carried = word + 0x0606060606060606;
  return (word & HIGH_NIBBLES) == ASCII_ZEROS && (carried & HIGH_NIBBLES) == ASCII_ZEROS;
}

/** Answers the number of eight ASCII digits: pairs are added, then fours, then all eight. */
function eightDigits(word: u64): u64 {
  word -= ASCII_ZEROS;
  word = word * 10 + (word >> 8);
  const low = (word & 0x000000ff000000ff) * 0x000f424000000064;
  const high = ((word >> 16) & 0x000000ff000000ff) * 0x0000271000000001;
  return (low + high) >> 32;
}

/** Reads an integer from 0 to 2^64-1, without sign, fraction or exponent, as Go reads a uint64. */
export function readUnsigned(at: usize, target: usize): usize {
  const start = at;
  valuePresent = false;
  if (!isDigit(load<u8>(at))) return readNull(at, Reason.ExpectedUnsigned);
  let value: u64 = 0;
  const word = load<u64>(at);
  if (areEightDigits(word)) {
    value = eightDigits(word);
    at += 8;
  }
  let byte = load<u8>(at);
  while (isDigit(byte)) {
    const digit = u64(byte) - 0x30;
    if (value > 1844674407370955161 || (value == 1844674407370955161 && digit > 5)) {
      return wrongNumber(start, Reason.ExpectedUnsigned);
    }
    value = value * 10 + digit;
    at++;
    byte = load<u8>(at);
  }
  if (byte == 0x2e || (byte | 0x20) == 0x65) return wrongNumber(start, Reason.ExpectedUnsigned);
  if (at - start > 1 && load<u8>(start) == 0x30) {
    return fail(Status.InvalidJson, Reason.BadNumber, start);
  }
  store<u64>(target, value);
  valuePresent = true;
  return at;
}

/** Reads an integer that fits int64. */
export function readInteger(at: usize, target: usize): usize {
  if (load<u8>(at) != MINUS) {
    const start = at;
    const end = readUnsigned(at, target);
    if (end == 0) return 0;
    if (valuePresent && load<i64>(target) < 0) {
      return fail(Status.WrongType, Reason.ExpectedInteger, start);
    }
    return end;
  }
  const end = readUnsigned(at + 1, target);
  if (end == 0) return 0;
  if (!valuePresent) return fail(Status.InvalidJson, Reason.BadNumber, at);
  const magnitude = load<u64>(target);
  if (magnitude > 0x8000000000000000) {
    return fail(Status.WrongType, Reason.ExpectedInteger, at);
  }
  store<i64>(target, -i64(magnitude));
  return end;
}

function wrongNumber(at: usize, reason: i32): usize {
  if (scanNumber(at) == 0) return 0;
  return fail(Status.WrongType, reason, at);
}

/** Skips `null`; fails for anything else. */
function readNull(at: usize, reason: i32): usize {
  if (isNull(at)) return at + 4;
  return wrongType(at, reason);
}

/** Reads `true` or `false` into a u8. */
export function readBoolean(at: usize, target: usize): usize {
  valuePresent = true;
  if (isTrue(at)) {
    store<u8>(target, 1);
    return at + 4;
  }
  if (isFalse(at)) {
    store<u8>(target, 0);
    return at + 5;
  }
  valuePresent = false;
  return readNull(at, Reason.ExpectedBoolean);
}

/** Copies a string to the arena and stores its address and size as two u32 at `target`. */
export function readText(at: usize, target: usize): usize {
  valuePresent = false;
  if (load<u8>(at) != QUOTE) return readNull(at, Reason.ExpectedText);
  const start = at + 1;
  watchEscapes();
  const end = scanText(start);
  if (end == 0) return 0;
  return keepText(start, end, target);
}

/** Keeps a quantity as text: a string or, as Go accepts, a bare number. */
export function readQuantityText(at: usize, target: usize): usize {
  const byte = load<u8>(at);
  if (byte == QUOTE) return readText(at, target);
  valuePresent = false;
  if (!isDigit(byte) && byte != MINUS) return readNull(at, Reason.ExpectedQuantity);
  watchEscapes();
  const end = scanNumber(at);
  if (end == 0 || keepText(at, end, target) == 0) return 0;
  return end;
}

function keepText(start: usize, end: usize, target: usize): usize {
  const copy = reserveText(i32(end - start));
  if (copy == 0) return fail(Status.TableFull, Reason.Text, start);
  let size = end - start;
  if (escapeSeen) size = unescapeText(start, end, copy) - copy;
  else memory.copy(copy, start, size);
  rewindArena(copy + size);
  store<u32>(target, u32(copy));
  store<u32>(target, u32(size), 4);
  valuePresent = true;
  return end + 1;
}
