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

/**
 * The part that is being read, and the end of the text:
 *
 * ```
 *  0          4          8           16          24          32
 *  ┌──────────┬──────────┬───────────┬───────────┬───────────┐
 *  │ at       │ end      │ whole u64 │ fraction  │ scale f64 │   value = whole + fraction / scale
 *  └──────────┴──────────┴───────────┴───────────┴───────────┘
 * ```
 */
@unmanaged
class DurationText {
  at: usize;
  end: usize;
  whole: u64;
  fraction: u64;
  /** Bits of a double, grown by multiplication as in Go, roundings included. */
  scale: u64;
}

const SCAN = changetype<DurationText>(memory.data(32, 8));
/** Where an error's second reading stores the result that it never has. */
const NOWHERE = memory.data(8, 8);

/** Stores nanoseconds at `target` and returns 0, or returns a `DurationError`. */
export function parseDuration(target: usize, text: usize, size: i32): i32 {
  const scan = SCAN;
  scan.at = text;
  scan.end = text + usize(size);
  const sign = size > 0 ? load<u8>(text) : 0;
  if (sign == 0x2b || sign == 0x2d) scan.at++;
  if (scan.at == scan.end) return DurationError.Invalid;
  let total: u64 = 0;
  const zero: bool = scan.at + 1 == scan.end && load<u8>(scan.at) == 0x30;
  while (!zero && scan.at < scan.end) {
    if (!scanNumber(scan)) return DurationError.Invalid;
    const unitAt = scan.at;
    const unitSize = unitSizeAt(unitAt, scan.end);
    if (unitSize == 0) return DurationError.MissingUnit;
    const unit = unitNanoseconds(unitAt, unitSize);
    if (unit == 0) return DurationError.UnknownUnit;
    scan.at += unitSize;
    if (scan.whole > LIMIT / unit) return DurationError.Invalid;
    const part = scan.whole * unit + fractionNanoseconds(scan, unit);
    // Twice 2^63 wraps to zero, in Go as here.
    total += part;
    if (part > LIMIT || total > LIMIT) return DurationError.Invalid;
  }
  const negative = sign == 0x2d;
  if (!negative && total == LIMIT) return DurationError.Invalid;
  store<i64>(target, negative ? i64(0 - total) : i64(total));
  return DurationError.None;
}

/** Reads digits, a point and digits; false without any digit, or above 2^63 before the point. */
function scanNumber(scan: DurationText): bool {
  const from = scan.at;
  scan.whole = 0;
  scan.fraction = 0;
  for (; scan.at < scan.end && isDigit(load<u8>(scan.at)); scan.at++) {
    if (scan.whole > LIMIT / 10) return false;
    scan.whole = scan.whole * 10 + u64(load<u8>(scan.at) - 0x30);
    if (scan.whole > LIMIT) return false;
  }
  let digits = scan.at - from;
  if (scan.at < scan.end && load<u8>(scan.at) == 0x2e) digits += scanFraction(scan) - 1;
  return digits != 0;
}

/** Reads the point and the digits after it; those beyond 2^63 do not count. */
function scanFraction(scan: DurationText): usize {
  const from = scan.at++;
  let full = false;
  scan.scale = float64FromUnsigned(1);
  for (; scan.at < scan.end && isDigit(load<u8>(scan.at)); scan.at++) {
    if (full) continue;
    const next = scan.fraction * 10 + u64(load<u8>(scan.at) - 0x30);
    full = scan.fraction > (LIMIT - 1) / 10 || next > LIMIT;
    if (full) continue;
    scan.fraction = next;
    if (scan.scale < SCALE_LIMIT) scan.scale = multiplyFloat64(scan.scale, TEN);
  }
  return scan.at - from;
}

/** `uint64(float64(fraction) * (float64(unit) / scale))`, in integers. */
function fractionNanoseconds(scan: DurationText, unit: u64): u64 {
  if (scan.fraction == 0) return 0;
  const perDigit = divideFloat64(float64FromUnsigned(unit), scan.scale);
  return truncateFloat64(multiplyFloat64(float64FromUnsigned(scan.fraction), perDigit));
}

/** A unit reaches to the next digit or point. */
function unitSizeAt(at: usize, end: usize): i32 {
  const from = at;
  while (at < end && !isDigit(load<u8>(at)) && load<u8>(at) != 0x2e) at++;
  return i32(at - from);
}

/** Returns 0 for an unknown unit. `µ` is U+00B5 (micro sign) or U+03BC (Greek mu). */
function unitNanoseconds(at: usize, size: i32): u64 {
  let name: u32 = 0;
  for (let i = 0; i < size; i++) name = (name << 8) | load<u8>(at + usize(i));
  if (size == 1)
    return name == 0x73 ? u64(SECOND) : name == 0x6d ? MINUTE : name == 0x68 ? HOUR : 0;
  if (size == 2) return name == 0x6d73 ? 1000000 : name == 0x7573 ? 1000 : u64(name == 0x6e73);
  return size == 3 && (name == 0xc2b573 || name == 0xcebc73) ? 1000 : 0;
}

/** Writes Go's error for the text, for example `time: unknown unit "d" in duration "1d"`. */
export function writeDurationError(at: usize, code: i32, text: usize, size: i32): usize {
  if (code == DurationError.UnknownUnit) {
    // Reading it again finds the unit.
    parseDuration(NOWHERE, text, size);
    at = writeAscii(at, "time: unknown unit ");
    at = writeTimeQuoted(at, SCAN.at, unitSizeAt(SCAN.at, SCAN.end));
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
