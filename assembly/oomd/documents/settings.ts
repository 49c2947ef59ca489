/** Percentages and time spans as systemd writes them in its settings. */
import { Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
import { isWordEmpty, readWord, wordAt, wordSize } from "../../base/json/words.ts";
import { equalAscii, isDigit, mayHaveSize } from "../../base/text.ts";
import { OomdReason } from "../reasons.ts";
import { decimalOf } from "./values.ts";

const WHOLE: u64 = 10_000;
const SPAN_MAX: u64 = 1_000_000_000;

/** Hundredths of a percent, of a text such as `60%`, `60.25%`, `600‰` or `6000‱`. */
export function readPercentage(at: usize, target: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  const value = percentageOf(wordAt(), wordAt() + usize(wordSize()));
  if (value > WHOLE) return fail(Status.WrongType, OomdReason.Percentage, start);
  store<u32>(target, u32(value));
  return at;
}

function percentageOf(at: usize, end: usize): u64 {
  if (end > at && load<u8>(end - 1) == 0x25) return fractionOf(at, end - 1, 2);
  // The last byte of the three of U+2030 and U+2031.
  if (end - at > 3 && load<u8>(end - 3) == 0xe2 && load<u8>(end - 2) == 0x80) {
    if (load<u8>(end - 1) == 0xb0) return fractionOf(at, end - 3, 1);
    if (load<u8>(end - 1) == 0xb1) return fractionOf(at, end - 3, 0);
  }
  return u64.MAX_VALUE;
}

/** More places than there are would be cut off: such a text is not a percentage. */
function fractionOf(at: usize, end: usize, places: i32): u64 {
  let point = at;
  while (point < end && load<u8>(point) != 0x2e) point++;
  if (point < end && i32(end - point) - 1 > places) return u64.MAX_VALUE;
  return decimalOf(at, end, places, WHOLE);
}

/** Whole percents as systemd-oomd 247 takes them, in hundredths. */
export function readWholePercents(at: usize, target: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  let end = wordAt() + usize(wordSize());
  if (!isWordEmpty() && load<u8>(end - 1) == 0x25) end--;
  const value = fractionOf(wordAt(), end, 0);
  if (value > 100) return fail(Status.WrongType, OomdReason.Percentage, start);
  store<u32>(target, u32(value) * 100);
  return at;
}

/** Microseconds of a text such as `30s`, `1min 30s` or `20`; an empty one is 0. */
export function readTimeSpan(at: usize, target: usize): usize {
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  const end = wordAt() + usize(wordSize());
  let next = skipBlanks(wordAt(), end);
  let sum: u64 = 0;
  while (next < end) {
    const digits = next;
    while (next < end && (isDigit(load<u8>(next)) || load<u8>(next) == 0x2e)) next++;
    const amount = decimalOf(digits, next, 6, SPAN_MAX);
    const unit = skipBlanks(next, end);
    next = unit;
    while (next < end && isLetter(load<u8>(next))) next++;
    const factor = unitUs(unit, i32(next - unit));
    if (amount == u64.MAX_VALUE || factor == 0) {
      return fail(Status.WrongType, OomdReason.TimeSpan, start);
    }
    sum += (amount / 1_000_000) * factor + ((amount % 1_000_000) * factor) / 1_000_000;
    next = skipBlanks(next, end);
  }
  store<u64>(target, sum);
  return at;
}

function skipBlanks(at: usize, end: usize): usize {
  while (at < end && load<u8>(at) == 0x20) at++;
  return at;
}

function isLetter(byte: u8): bool {
  return u32(byte | 0x20) - 0x61 < 26;
}

const UNITS: StaticArray<string> = [
  "us",
  "usec",
  "ms",
  "msec",
  "",
  "s",
  "sec",
  "second",
  "seconds",
  "m",
  "min",
  "minute",
  "minutes",
  "h",
  "hr",
  "hour",
  "hours",
  "d",
  "day",
  "days",
];
const UNITS_US: StaticArray<u64> = [
  1, 1, 1_000, 1_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 60_000_000, 60_000_000,
  60_000_000, 60_000_000, 3_600_000_000, 3_600_000_000, 3_600_000_000, 3_600_000_000,
  86_400_000_000, 86_400_000_000, 86_400_000_000,
];

/** Microseconds of a unit, or 0. Without one it is seconds. */
function unitUs(at: usize, size: i32): u64 {
  if (size == 0) return 1_000_000;
  for (let index = 0; index < UNITS.length; index++) {
    const unit = unchecked(UNITS[index]);
    if (unit.length == size && mayHaveSize(unit, size) && equalAscii(at, size, unit)) {
      return unchecked(UNITS_US[index]);
    }
  }
  return 0;
}
