/**
 * Points in time: signed 64-bit nanoseconds since the epoch, read as `metav1.Time` reads RFC 3339
 * (Go's `time.Parse`, which also takes a comma before the fraction and one digit for the hour) and
 * written as Go's `RFC3339Nano` in UTC.
 */
import { asciiAt, isDigit, writeByte, writePadded } from "../text.ts";
import { writeFraction } from "./duration.ts";

export enum TimeResult {
  Ok = 0,
  /** The zero time, 0001-01-01T00:00:00Z: no time. Nothing but 0 is stored. */
  None = 1,
  Invalid = 2,
  /** A time, but outside 1677-09-21 … 2262-04-11; the nearest limit is stored. */
  OutOfRange = 3,
}

/** Eight integers of 32 bits, read in a loop and written in a loop. */
const FIELDS = memory.data(32, 4);
const YEAR = 0;
const MONTH = 1;
const DAY = 2;
const HOUR = 3;
const MINUTE = 4;
const SECOND = 5;
const OFFSET_HOURS = 6;
const OFFSET_MINUTES = 7;
/** The separator before each field; blank where none begins a group. */
const SEPARATORS = " --T:: :";
const INVALID = i32.MIN_VALUE;

const SECONDS_PER_DAY: i64 = 86400;
const NANOS_PER_SECOND: i64 = 1000000000;
/** Days from 0000-03-01 to 1970-01-01. */
const EPOCH_DAYS: i64 = 719468;
/** After an era the calendar repeats itself. */
const DAYS_PER_ERA: i64 = 146097;
const YEARS_PER_ERA = 400;
const ZERO_TIME_SECONDS: i64 = -62135596800;
/** The first and the last second that fit 64 bits of nanoseconds, in part. */
const SECONDS_MIN: i64 = -9223372037;
const NANOS_MIN: i64 = 145224192;
const SECONDS_MAX: i64 = 9223372036;
const NANOS_MAX: i64 = 854775807;

/** Stores nanoseconds since the epoch at `target` and returns a `TimeResult`. */
export function parseTime(target: usize, text: usize, size: i32): i32 {
  store<i64>(target, 0);
  const end = text + usize(size);
  const clockEnd = readFields(text, end, YEAR, SECOND);
  if (clockEnd == 0) return TimeResult.Invalid;
  const days = daysOfDate(field(YEAR), field(MONTH), field(DAY));
  const outside = field(HOUR) > 23 || field(MINUTE) > 59 || field(SECOND) > 59;
  const zone = skipFraction(clockEnd, end);
  const offset = readOffset(zone, end);
  if (days == INVALID || offset == INVALID || outside) return TimeResult.Invalid;
  const ofDay = (field(HOUR) * 60 + field(MINUTE)) * 60 + field(SECOND) - offset;
  const seconds = i64(days) * SECONDS_PER_DAY + i64(ofDay);
  return storeTime(target, seconds, readFraction(clockEnd, zone));
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

function field(index: i32): i32 {
  return load<i32>(FIELDS + (usize(index) << 2));
}

function setField(index: i32, value: i32): void {
  store<i32>(FIELDS + (usize(index) << 2), value);
}

/** Reads fields and their separators; returns the address after the last one, or 0. */
function readFields(at: usize, end: usize, first: i32, last: i32): usize {
  for (let index = first; index <= last; index++) {
    if (index != first && (at >= end || load<u8>(at++) != separatorBefore(index))) return 0;
    let digits = index == YEAR ? 4 : 2;
    // The hour alone may have one digit.
    if (index == HOUR && at + 1 < end && !isDigit(load<u8>(at + 1))) digits = 1;
    let value = 0;
    for (; digits > 0; digits--, at++) {
      if (at >= end || !isDigit(load<u8>(at))) return 0;
      value = value * 10 + i32(load<u8>(at) - 0x30);
    }
    setField(index, value);
  }
  return at;
}

function separatorBefore(index: i32): u8 {
  return asciiAt(SEPARATORS, index);
}

/** Returns days since the epoch, or INVALID when there is no such date. */
function daysOfDate(year: i32, month: i32, day: i32): i32 {
  if (month < 1 || month > 12 || day < 1 || day > daysIn(month, year)) return INVALID;
  // Years that begin in March put the leap day last, so months add up without a table. One
  // era more keeps the year 0 above zero.
  const shifted = year + YEARS_PER_ERA - i32(month <= 2);
  const dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
  const leapDays = shifted / 4 - shifted / 100 + shifted / YEARS_PER_ERA;
  return shifted * 365 + leapDays + dayOfYear - i32(DAYS_PER_ERA + EPOCH_DAYS);
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
function readFraction(at: usize, end: usize): i64 {
  let nanos: i64 = 0;
  for (let place: usize = 1; place <= 9; place++) {
    nanos *= 10;
    if (at + place < end) nanos += i64(load<u8>(at + place) - 0x30);
  }
  return nanos;
}

/** Reads `Z` or `±07:00` up to the end: seconds, or INVALID. 24:60 is still allowed. */
function readOffset(at: usize, end: usize): i32 {
  const sign = at < end ? load<u8>(at) : 0;
  if (sign == 0x5a && at + 1 == end) return 0;
  if (readFields(at + 1, end, OFFSET_HOURS, OFFSET_MINUTES) != end) return INVALID;
  if (field(OFFSET_HOURS) > 24 || field(OFFSET_MINUTES) > 60) return INVALID;
  const seconds = (field(OFFSET_HOURS) * 60 + field(OFFSET_MINUTES)) * 60;
  return sign == 0x2d ? -seconds : sign == 0x2b ? seconds : INVALID;
}

/** Writes `2006-01-02T15:04:05.999999999Z`, without zeros at the end of the fraction. */
export function writeTime(at: usize, nanos: i64): usize {
  const rest = nanos % NANOS_PER_SECOND;
  const ofSecond = rest < 0 ? rest + NANOS_PER_SECOND : rest;
  // Counting from 0000-03-01 keeps the other divisions on numbers above zero.
  const epochSeconds = nanos / NANOS_PER_SECOND - i64(rest < 0);
  const seconds = epochSeconds + EPOCH_DAYS * SECONDS_PER_DAY;
  const ofDay = i32(seconds % SECONDS_PER_DAY);
  setDate(i32(seconds / SECONDS_PER_DAY));
  setField(HOUR, ofDay / 3600);
  setField(MINUTE, (ofDay / 60) % 60);
  setField(SECOND, ofDay % 60);
  for (let index = YEAR; index <= SECOND; index++) {
    if (index != YEAR) at = writeByte(at, separatorBefore(index));
    at = writePadded(at, field(index), index == YEAR ? 4 : 2);
  }
  // The digit that writeFraction puts before the point is the clock's last one again.
  const lastDigit = u64(ofDay % 10);
  return writeByte(writeFraction(at - 1, lastDigit * u64(NANOS_PER_SECOND) + ofSecond, 9), 0x5a);
}

/** Sets year, month and day from days counted from 0000-03-01. */
function setDate(days: i32): void {
  const era = days / i32(DAYS_PER_ERA);
  const dayOfEra = days % i32(DAYS_PER_ERA);
  const yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
  const dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
  const shiftedMonth = (5 * dayOfYear + 2) / 153;
  const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
  setField(YEAR, era * YEARS_PER_ERA + yearOfEra + i32(month <= 2));
  setField(MONTH, month);
  setField(DAY, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1);
}
