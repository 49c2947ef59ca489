/**
 * Points in time: signed 64-bit nanoseconds since the epoch, read as `metav1.Time` reads RFC 3339
 * (Go's `time.Parse`, which also takes a comma before the fraction and one digit for the hour) and
 * written as Go's `RFC3339Nano` in UTC.
 */
import { isDigit, writeAscii, writePadded } from "../text.ts";
import { writeFraction } from "./duration.ts";

export enum TimeResult {
  Ok = 0,
  /** The zero time, 0001-01-01T00:00:00Z: no time. Nothing but 0 is stored. */
  None = 1,
  Invalid = 2,
  /** A time, but outside 1677-09-21 … 2262-04-11; the nearest limit is stored. */
  OutOfRange = 3,
}

const SECONDS_PER_DAY: i64 = 86400;
const NANOS_PER_SECOND: i64 = 1000000000;
/** Days from 0000-03-01, the first day of the era used below, to 1970-01-01. */
const EPOCH_DAYS: i64 = 719468;
const DAYS_PER_ERA: i64 = 146097;
const ZERO_TIME_SECONDS: i64 = -62135596800;
/** The first and the last second that fit 64 bits of nanoseconds, in part. */
const SECONDS_MIN: i64 = -9223372037;
const NANOS_MIN: i64 = 145224192;
const SECONDS_MAX: i64 = 9223372036;
const NANOS_MAX: i64 = 854775807;

/** Stores nanoseconds since the epoch at `target` and returns a `TimeResult`. */
export function parseTime(target: usize, text: usize, size: i32): i32 {
  store<i64>(target, 0);
  // The text without its zone holds at least `2006-01-02T5:04:05`.
  if (size < 19) return TimeResult.Invalid;
  const end = text + usize(size);
  const hourDigits: usize = isDigit(load<u8>(text + 12)) ? 2 : 1;
  const clock = text + 11 + hourDigits;
  if (clock + 7 > end || !hasSeparators(text, clock)) return TimeResult.Invalid;
  const days = parseDate(text);
  const hour = parseNumber(text + 11, hourDigits, 0, 23);
  const minute = parseNumber(clock + 1, 2, 0, 59);
  const second = parseNumber(clock + 4, 2, 0, 59);
  if (days == i32.MIN_VALUE || (hour | minute | second) < 0) return TimeResult.Invalid;
  const zone = skipFraction(clock + 6, end);
  const offset = parseOffset(zone, end);
  if (offset == i32.MIN_VALUE) return TimeResult.Invalid;
  const ofDay = (hour * 60 + minute) * 60 + second - offset;
  return storeTime(
    target,
    i64(days) * SECONDS_PER_DAY + i64(ofDay),
    parseFraction(clock + 6, zone),
  );
}

function storeTime(target: usize, seconds: i64, nanos: i64): i32 {
  if (seconds == ZERO_TIME_SECONDS && nanos == 0) return TimeResult.None;
  const inside = seconds > SECONDS_MIN && seconds < SECONDS_MAX;
  const first: bool = seconds == SECONDS_MIN && nanos >= NANOS_MIN;
  const last: bool = seconds == SECONDS_MAX && nanos <= NANOS_MAX;
  if (!inside && !first && !last) {
    store<i64>(target, seconds < 0 ? i64.MIN_VALUE : i64.MAX_VALUE);
    return TimeResult.OutOfRange;
  }
  store<i64>(target, seconds * NANOS_PER_SECOND + nanos);
  return TimeResult.Ok;
}

/** Checks the punctuation of `2006-01-02T15:04:05`; `clock` is where the first colon belongs. */
function hasSeparators(text: usize, clock: usize): bool {
  return (
    load<u8>(text + 4) == 0x2d &&
    load<u8>(text + 7) == 0x2d &&
    load<u8>(text + 10) == 0x54 &&
    load<u8>(clock) == 0x3a &&
    load<u8>(clock + 3) == 0x3a
  );
}

/** Reads exactly `digits` digits; -1 for another byte or a number outside `from` … `to`. */
function parseNumber(at: usize, digits: usize, from: i32, to: i32): i32 {
  let value = 0;
  for (const end = at + digits; at < end; at++) {
    if (!isDigit(load<u8>(at))) return -1;
    value = value * 10 + i32(load<u8>(at) - 0x30);
  }
  return value < from || value > to ? -1 : value;
}

/** Returns days since the epoch, or the lowest number when there is no such date. */
function parseDate(text: usize): i32 {
  const year = parseNumber(text, 4, 0, 9999);
  const month = parseNumber(text + 5, 2, 1, 12);
  if (year < 0 || month < 0) return i32.MIN_VALUE;
  const day = parseNumber(text + 8, 2, 1, daysIn(month, year));
  if (day < 0) return i32.MIN_VALUE;
  // Years that begin in March put the leap day last, so that months add up without a table.
  const shifted = month > 2 ? year : year - 1;
  const era = (shifted < 0 ? shifted - 399 : shifted) / 400;
  const yearOfEra = shifted - era * 400;
  const dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
  const dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
  return era * i32(DAYS_PER_ERA) + dayOfEra - i32(EPOCH_DAYS);
}

function daysIn(month: i32, year: i32): i32 {
  if (month == 2) return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/** A fraction is a point or a comma with at least one digit after it. */
function skipFraction(at: usize, end: usize): usize {
  if (at + 1 >= end || !isDigit(load<u8>(at + 1))) return at;
  if (load<u8>(at) != 0x2e && load<u8>(at) != 0x2c) return at;
  for (at++; at < end && isDigit(load<u8>(at)); ) at++;
  return at;
}

/** Reads nine digits after the point and drops the others. */
function parseFraction(at: usize, end: usize): i64 {
  let nanos: i64 = 0;
  for (let place: usize = 1; place <= 9; place++) {
    nanos *= 10;
    if (at + place < end) nanos += i64(load<u8>(at + place) - 0x30);
  }
  return nanos;
}

/** Reads `Z` or `±07:00` up to the end: seconds, or the lowest number. 24:60 is still allowed. */
function parseOffset(at: usize, end: usize): i32 {
  const sign = at < end ? load<u8>(at) : 0;
  if (sign == 0x5a && at + 1 == end) return 0;
  if (at + 6 != end || load<u8>(at + 3) != 0x3a) return i32.MIN_VALUE;
  const hours = parseNumber(at + 1, 2, 0, 24);
  const minutes = parseNumber(at + 4, 2, 0, 60);
  if ((hours | minutes) < 0 || (sign != 0x2b && sign != 0x2d)) return i32.MIN_VALUE;
  const seconds = (hours * 60 + minutes) * 60;
  return sign == 0x2d ? -seconds : seconds;
}

/** Writes `2006-01-02T15:04:05.999999999Z`, without zeros at the end of the fraction. */
export function writeTime(at: usize, nanos: i64): usize {
  const rest = nanos % NANOS_PER_SECOND;
  const ofSecond = rest < 0 ? rest + NANOS_PER_SECOND : rest;
  // Counting from 0000-03-01 keeps the other divisions on numbers above zero.
  const epochSeconds = nanos / NANOS_PER_SECOND - i64(rest < 0);
  const seconds = epochSeconds + EPOCH_DAYS * SECONDS_PER_DAY;
  const ofDay = u64(seconds % SECONDS_PER_DAY);
  at = writeDate(at, i32(seconds / SECONDS_PER_DAY));
  at = writeAscii(at, "T");
  at = writePadded(at, ofDay / 3600, 2);
  at = writeAscii(at, ":");
  at = writePadded(at, (ofDay / 60) % 60, 2);
  at = writeAscii(at, ":");
  if (ofDay % 60 < 10) at = writeAscii(at, "0");
  at = writeFraction(at, (ofDay % 60) * u64(NANOS_PER_SECOND) + u64(ofSecond), 9);
  return writeAscii(at, "Z");
}

/** Writes the date of a day counted from 0000-03-01. */
function writeDate(at: usize, days: i32): usize {
  const era = days / i32(DAYS_PER_ERA);
  const dayOfEra = days % i32(DAYS_PER_ERA);
  const yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
  const dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
  const shiftedMonth = (5 * dayOfYear + 2) / 153;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  const year = era * 400 + yearOfEra + i32(month <= 2);
  at = writeAscii(writePadded(at, year, 4), "-");
  at = writeAscii(writePadded(at, month, 2), "-");
  return writePadded(at, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1, 2);
}
