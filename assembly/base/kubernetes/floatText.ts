/**
 * The syntax of Go's floating-point texts, as `strconv.ParseFloat` really accepts it: an optional
 * sign, decimal digits or `0x` and hexadecimal digits, one point anywhere, an exponent (`e`, or `p`
 * which hexadecimal needs), and underscores between digits.
 *
 * ```
 *   - 0x 1_0 . 8 p - 3
 *        └─┬─┘   │   │
 *       from   end  exponent        point = 2 digits before the point
 * ```
 */
import { isDigit, lowerAscii } from "../text.ts";

@unmanaged
export class FloatText {
  /** Digits, with underscores and the point among them. */
  from: usize;
  end: usize;
  /** Number of digits before the point. */
  point: i32;
  /** Power of ten, or of two behind hexadecimal digits. */
  exponent: i32;
  negative: bool;
  hexadecimal: bool;
}

/** Exponents stop growing here, as in Go: a value that far out is infinite or zero. */
const EXPONENT_LIMIT = 10000;

/** Describes the number in `target`; false when the text as a whole is not one. */
export function scanFloat(target: FloatText, text: usize, size: i32): bool {
  const end = text + usize(size);
  let at = text;
  const sign = at < end ? load<u8>(at) : 0;
  if (sign == 0x2b || sign == 0x2d) at++;
  target.negative = sign == 0x2d;
  target.exponent = 0;
  target.hexadecimal = at + 2 < end && load<u8>(at) == 0x30 && lowerAscii(load<u8>(at + 1)) == 0x78;
  if (target.hexadecimal) at += 2;
  at = scanDigits(target, at, end);
  if (at == 0) return false;
  const letter: u8 = target.hexadecimal ? 0x70 : 0x65;
  if (at < end && lowerAscii(load<u8>(at)) == letter) at = scanExponent(target, at + 1, end);
  else if (target.hexadecimal) return false;
  return at == end && underscoresSeparateDigits(text, end);
}

/** Returns the address after the digits, or 0 when there are none. */
function scanDigits(target: FloatText, at: usize, end: usize): usize {
  target.from = at;
  let digits = 0;
  let point = -1;
  for (; at < end; at++) {
    const byte = load<u8>(at);
    if (byte == 0x2e && point < 0) point = digits;
    else if (isDigit(byte) || (target.hexadecimal && isHexadecimalLetter(byte))) digits++;
    else if (byte != 0x5f) break;
  }
  target.end = at;
  target.point = point < 0 ? digits : point;
  return digits == 0 ? 0 : at;
}

/** Returns the address after the exponent's digits, or 0 when there are none. */
function scanExponent(target: FloatText, at: usize, end: usize): usize {
  const sign = at < end ? load<u8>(at) : 0;
  if (sign == 0x2b || sign == 0x2d) at++;
  if (at >= end || !isDigit(load<u8>(at))) return 0;
  let exponent = 0;
  for (; at < end; at++) {
    const byte = load<u8>(at);
    if (byte == 0x5f) continue;
    if (!isDigit(byte)) break;
    if (exponent < EXPONENT_LIMIT) exponent = exponent * 10 + i32(byte - 0x30);
  }
  target.exponent = sign == 0x2d ? -exponent : exponent;
  return at;
}

function isHexadecimalLetter(byte: u8): bool {
  return lowerAscii(byte) - 0x61 < 6;
}

/** Each underscore follows a digit, or the prefix `0x`, and precedes a digit. */
function underscoresSeparateDigits(at: usize, end: usize): bool {
  const sign = load<u8>(at);
  if (sign == 0x2b || sign == 0x2d) at++;
  let afterDigit: bool = false;
  let afterUnderscore = false;
  const hexadecimal = at + 1 < end && lowerAscii(load<u8>(at + 1)) == 0x78;
  if (hexadecimal) {
    at += 2;
    afterDigit = true;
  }
  for (; at < end; at++) {
    const byte = load<u8>(at);
    const digit: bool = isDigit(byte) || (hexadecimal && isHexadecimalLetter(byte));
    if (byte == 0x5f ? !afterDigit : afterUnderscore && !digit) return false;
    afterDigit = digit;
    afterUnderscore = byte == 0x5f;
  }
  return !afterUnderscore;
}
