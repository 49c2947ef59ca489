/**
 * Values of more than one member. Each reader takes the address of a value, stores what it read at
 * `target` and answers the address after it, or 0; `null` leaves the target alone.
 */
import { Status } from "../../abi.ts";
import { fail } from "../../base/json/failure.ts";
import { wrongType } from "../../base/json/member.ts";
import { readUnsigned, valuePresent } from "../../base/json/read.ts";
import { isNull, QUOTE, scanNumber } from "../../base/json/scan.ts";
import { readWord, wordAt, wordIs, wordSize } from "../../base/json/words.ts";
import { asciiAt, isDigit, lowerAscii } from "../../base/text.ts";
import { OomdReason } from "../reasons.ts";

/** Sums of counts below it, times a thousand, stay within 64 bits. */
export const COUNT_END: u64 = 1 << 52;
/** kB of /proc/meminfo: their bytes times ten thousand stay within 64 bits. */
export const KILOBYTES_END: u64 = 1 << 40;
const UNITS_MAX: u64 = 604_800;

const number: usize = memory.data(8, 8);

/** A whole number below a bound. */
export function readBelow(at: usize, bound: u64, target: usize): usize {
  const end = readUnsigned(at, number);
  if (end == 0 || !valuePresent) return end;
  if (load<u64>(number) >= bound) return fail(Status.WrongType, OomdReason.Count, at);
  store<u64>(target, load<u64>(number));
  return end;
}

/** A whole number that fits 32 bits. */
export function readSmall(at: usize, bound: u64, target: usize): usize {
  const end = readUnsigned(at, number);
  if (end == 0 || !valuePresent) return end;
  if (load<u64>(number) >= bound) return fail(Status.WrongType, OomdReason.Processes, at);
  store<u32>(target, u32(load<u64>(number)));
  return end;
}

/** A size of a cgroup: bytes, or `max`. */
export function readSize(at: usize, target: usize): usize {
  if (load<u8>(at) != QUOTE) return readBelow(at, COUNT_END, target);
  const start = at;
  at = readWord(at);
  if (at == 0) return 0;
  if (!wordIs("max")) return fail(Status.WrongType, OomdReason.Count, start);
  store<u64>(target, u64.MAX_VALUE);
  return at;
}

/** A number that is not negative, times ten to the power of `places`, rounded half up. */
export function readDecimal(at: usize, places: i32, target: usize): usize {
  if (isNull(at)) return at + 4;
  if (!isDigit(load<u8>(at))) return wrongType(at, OomdReason.Decimal);
  const end = scanNumber(at);
  if (end == 0) return 0;
  const value = decimalOf(at, end, places, UNITS_MAX);
  if (value == u64.MAX_VALUE) return fail(Status.WrongType, OomdReason.Decimal, at);
  store<u64>(target, value);
  return end;
}

/** The number in digits and a fraction; the greatest number for other text, or above `most`. */
export function decimalOf(at: usize, end: usize, places: i32, most: u64): u64 {
  let value: u64 = 0;
  if (at >= end || !isDigit(load<u8>(at))) return u64.MAX_VALUE;
  while (at < end && isDigit(load<u8>(at))) {
    value = value * 10 + u64(load<u8>(at) - 0x30);
    if (value > most) return u64.MAX_VALUE;
    at++;
  }
  if (at < end) {
    if (load<u8>(at) != 0x2e || at + 1 == end) return u64.MAX_VALUE;
    at++;
  }
  for (let place = 0; place < places; place++) {
    value *= 10;
    if (at >= end) continue;
    if (!isDigit(load<u8>(at))) return u64.MAX_VALUE;
    value += u64(load<u8>(at) - 0x30);
    at++;
  }
  if (at < end && load<u8>(at) >= 0x35 && isDigit(load<u8>(at))) value++;
  while (at < end) {
    if (!isDigit(load<u8>(at))) return u64.MAX_VALUE;
    at++;
  }
  return value;
}

/** What systemd takes for true: a whole word, in any case. */
export function isWordTrue(): bool {
  const size = wordSize();
  if (wordIs("1")) return true;
  return (
    isWord("yes", size) ||
    isWord("y", size) ||
    isWord("true", size) ||
    isWord("t", size) ||
    isWord("on", size)
  );
}

function isWord(word: string, size: i32): bool {
  if (word.length != size) return false;
  for (let index = 0; index < size; index++) {
    if (lowerAscii(load<u8>(wordAt() + usize(index))) != asciiAt(word, usize(index))) return false;
  }
  return true;
}
