/**
 * Go durations (Spec 2.5): signed 64-bit nanoseconds, read as `time.ParseDuration` reads them and
 * written as `time.Duration` prints them.
 */
import {
  divideFloat64,
  float64FromUnsigned,
  multiplyFloat64,
  truncateFloat64,
} from "../arithmetic/float64.ts";
import { isDigit, writeAscii, writeByte, writePadded, writeUnsigned } from "../text.ts";
import { writeEscape } from "./quoted.ts";

export enum DurationError {
  None = 0,
  Invalid = 1,
  MissingUnit = 2,
  UnknownUnit = 3,
}

export const SECOND: i64 = 1000000000;
const MINUTE: u64 = 60000000000;
const HOUR: u64 = 3600000000000;
/** 2^63: one more than the longest duration, and the magnitude of the most negative one. */
const LIMIT: u64 = 0x8000000000000000;
/** The double 10. */
const TEN: u64 = 0x4024000000000000;
/** The double 2^200: a fraction divided by more is nothing in any unit. */
const SCALE_LIMIT: u64 = 0x4c70000000000000;
/** The double 1. */
const ONE: u64 = 0x3ff0000000000000;

/** One number of the text: `whole` + `fraction` / `scale`. */
@unmanaged
class DurationNumber {
  whole: u64;
  fraction: u64;
  /** Bits of a double, grown by multiplication as in Go, roundings included. */
  scale: u64;
}

const NUMBER = changetype<DurationNumber>(memory.data(24, 8));
/** Where an error's second reading stores the result that it never has. */
const NOWHERE = memory.data(8, 8);
/** The address of the last unit that was read. */
const UNIT = memory.data(4, 4);

/** Stores nanoseconds at `target` and returns 0, or returns a `DurationError`. */
export function parseDuration(target: usize, text: usize, size: i32): i32 {
  const end = text + usize(size);
  const sign = size > 0 ? load<u8>(text) : 0;
  let at = sign == 0x2b || sign == 0x2d ? text + 1 : text;
  if (at == end) return DurationError.Invalid;
  let total: u64 = 0;
  const zero: bool = at + 1 == end && load<u8>(at) == 0x30;
  while (!zero && at < end) {
    at = scanNumber(NUMBER, at, end);
    if (at == 0) return DurationError.Invalid;
    store<usize>(UNIT, at);
    const unitEnd = skipUnit(at, end);
    if (unitEnd == at) return DurationError.MissingUnit;
    const unit = unitNanoseconds(at, unitEnd);
    if (unit == 0) return DurationError.UnknownUnit;
    at = unitEnd;
    if (NUMBER.whole > LIMIT / unit) return DurationError.Invalid;
    const part = NUMBER.whole * unit + fractionNanoseconds(NUMBER, unit);
    // Twice 2^63 wraps to zero, in Go as here.
    total += part;
    if (part > LIMIT || total > LIMIT) return DurationError.Invalid;
  }
  const negative = sign == 0x2d;
  if (!negative && total == LIMIT) return DurationError.Invalid;
  store<i64>(target, negative ? i64(0 - total) : i64(total));
  return DurationError.None;
}

/**
 * Reads digits with a point among them and returns the address after them; 0 without any digit, or
 * above 2^63 before the point. Digits behind the point that exceed 2^63 do not count.
 */
function scanNumber(target: DurationNumber, at: usize, end: usize): usize {
  let whole: u64 = 0;
  let fraction: u64 = 0;
  let scale = ONE;
  let digits = 0;
  let point = false;
  let full = false;
  for (; at < end; at++) {
    const digit = load<u8>(at) - 0x30;
    if (digit > 9) {
      if (point || load<u8>(at) != 0x2e) break;
      point = true;
      continue;
    }
    digits++;
    if (!point) {
      if (whole > LIMIT / 10) return 0;
      whole = whole * 10 + u64(digit);
      if (whole > LIMIT) return 0;
      continue;
    }
    const next = fraction * 10 + u64(digit);
    if (fraction > (LIMIT - 1) / 10 || next > LIMIT) full = true;
    if (full) continue;
    fraction = next;
    if (scale < SCALE_LIMIT) scale = multiplyFloat64(scale, TEN);
  }
  target.whole = whole;
  target.fraction = fraction;
  target.scale = scale;
  return digits == 0 ? 0 : at;
}

/** `uint64(float64(fraction) * (float64(unit) / scale))`, in integers. */
function fractionNanoseconds(number: DurationNumber, unit: u64): u64 {
  if (number.fraction == 0) return 0;
  const perDigit = divideFloat64(float64FromUnsigned(unit), number.scale);
  return truncateFloat64(multiplyFloat64(float64FromUnsigned(number.fraction), perDigit));
}

/** A unit reaches to the next digit or point. */
function skipUnit(at: usize, end: usize): usize {
  while (at < end && !isDigit(load<u8>(at)) && load<u8>(at) != 0x2e) at++;
  return at;
}

/** Returns 0 for an unknown unit. `µ` is U+00B5 (micro sign) or U+03BC (Greek mu). */
function unitNanoseconds(at: usize, end: usize): u64 {
  if (end - at > 3) return 0;
  // The leading one keeps names of different sizes apart.
  let name: u32 = 1;
  for (; at < end; at++) name = (name << 8) | load<u8>(at);
  if (name == 0x173) return u64(SECOND);
  if (name == 0x16d) return MINUTE;
  if (name == 0x168) return HOUR;
  if (name == 0x16d73) return 1000000;
  if (name == 0x17573 || name == 0x1c2b573 || name == 0x1cebc73) return 1000;
  return u64(name == 0x16e73);
}

/** Writes Go's error for the text, for example `time: unknown unit "d" in duration "1d"`. */
export function writeDurationError(at: usize, code: i32, text: usize, size: i32): usize {
  if (code == DurationError.UnknownUnit) {
    // Reading it again finds the unit.
    parseDuration(NOWHERE, text, size);
    at = writeAscii(at, "time: unknown unit ");
    const unit = load<usize>(UNIT);
    at = writeTimeQuoted(at, unit, i32(skipUnit(unit, text + usize(size)) - unit));
    at = writeAscii(at, " in duration ");
  } else if (code == DurationError.MissingUnit) {
    at = writeAscii(at, "time: missing unit in duration ");
  } else {
    at = writeAscii(at, "time: invalid duration ");
  }
  return writeTimeQuoted(at, text, size);
}

/** Quotes as Go's package time does: control bytes and all bytes above ASCII as `\xhh`. */
function writeTimeQuoted(at: usize, text: usize, size: i32): usize {
  at = writeByte(at, 0x22);
  for (const end = text + usize(size); text < end; text++) {
    const byte = load<u8>(text);
    if (byte < 0x20 || byte >= 0x80) {
      at = writeEscape(at, 0x78, byte, 2);
      continue;
    }
    if (byte == 0x22 || byte == 0x5c) at = writeByte(at, 0x5c);
    at = writeByte(at, byte);
  }
  return writeByte(at, 0x22);
}

/** Writes Go's text form: `1m30s`, `1.5ms`, `0s`. */
export function writeDuration(at: usize, nanos: i64): usize {
  let rest = u64(nanos);
  if (nanos < 0) {
    at = writeByte(at, 0x2d);
    rest = 0 - rest;
  }
  if (rest >= HOUR) at = writeByte(writeUnsigned(at, rest / HOUR), 0x68);
  if (rest >= MINUTE) at = writeByte(writeUnsigned(at, (rest / MINUTE) % 60), 0x6d);
  const short: bool = rest < u64(SECOND) && rest != 0;
  const places = !short ? 9 : rest < 1000 ? 0 : rest < 1000000 ? 3 : 6;
  at = writeFraction(at, rest % MINUTE, places);
  if (short) {
    if (places == 3) at = writeByte(at, 0xc2);
    at = writeByte(at, places == 0 ? 0x6e : places == 3 ? 0xb5 : 0x6d);
  }
  return writeByte(at, 0x73);
}

/** Writes `value` / 10^`places`, without zeros at the end of the fraction. */
export function writeFraction(at: usize, value: u64, places: i32): usize {
  let unit: u64 = 1;
  for (let i = 0; i < places; i++) unit *= 10;
  at = writeUnsigned(at, value / unit);
  let fraction = value % unit;
  if (fraction == 0) return at;
  for (; fraction % 10 == 0; fraction /= 10) places--;
  return writePadded(writeByte(at, 0x2e), fraction, places);
}
