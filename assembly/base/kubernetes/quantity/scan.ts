/**
 * The syntax of quantities (Spec 7.1, 7.2): sign, digits with a point anywhere, suffix.
 *
 * ```
 *   - 00 12 . 50 Mi
 *        └┬┘  └┬┘ └┬┘
 *     whole  fraction  suffix → base 2, exponent 20, BinarySI
 * ```
 */
import { asciiAt, isDigit } from "../../text.ts";
import { QuantityFormat } from "./record.ts";

@unmanaged
export class QuantityText {
  /** Digits before the point, without zeros in front. */
  whole: usize;
  wholeSize: i32;
  /** Digits after the point. */
  fraction: usize;
  fractionSize: i32;
  /** Power of ten, or of two in BinarySI, that the suffix stands for. */
  exponent: i32;
  format: QuantityFormat;
  negative: bool;
  /** There is a digit, be it a zero. */
  digits: bool;
}

/** Decimal suffixes by exponent / 3 + 3; a blank means none. */
export const DECIMAL_SUFFIXES = "num kMGTPE";
/** First letters of the binary suffixes by exponent / 10; a blank means none. */
export const BINARY_SUFFIXES = " KMGTPE";

/** One bit for each of the letters eEinumkKMGTP, counted from 0x40. */
const SUFFIX_LETTERS: u64 = 0x206a20001128a0;

/** Describes the number and returns the address of its suffix. The text is not empty. */
export function scanNumber(target: QuantityText, text: usize, end: usize): usize {
  const sign = load<u8>(text);
  target.negative = sign == 0x2d;
  let at = sign == 0x2b || sign == 0x2d ? text + 1 : text;
  const from = at;
  while (at < end && load<u8>(at) == 0x30) at++;
  target.whole = at;
  at = skipDigits(at, end);
  target.wholeSize = i32(at - target.whole);
  target.digits = at != from;
  if (at < end && load<u8>(at) == 0x2e) at++;
  target.fraction = at;
  // Without a point no digit is left here.
  at = skipDigits(at, end);
  target.fractionSize = i32(at - target.fraction);
  if (target.fractionSize != 0) target.digits = true;
  return at;
}

/** The digit at `index`, counted through both parts. */
export function digitAt(scan: QuantityText, index: i32): u8 {
  const fraction = index - scan.wholeSize;
  const at = fraction < 0 ? scan.whole + usize(index) : scan.fraction + usize(fraction);
  return load<u8>(at) - 0x30;
}

/** Tells whether the bytes could be a suffix: letters, a sign, digits. */
export function isSuffixShaped(at: usize, end: usize): bool {
  while (at < end && isSuffixLetter(load<u8>(at))) at++;
  if (at < end && (load<u8>(at) == 0x2b || load<u8>(at) == 0x2d)) at++;
  return skipDigits(at, end) == end;
}

function isSuffixLetter(byte: u8): bool {
  return byte >= 0x40 && byte < 0x80 && ((SUFFIX_LETTERS >> (u64(byte) - 0x40)) & 1) != 0;
}

function skipDigits(at: usize, end: usize): usize {
  while (at < end && isDigit(load<u8>(at))) at++;
  return at;
}

/** Sets format and exponent; false for an unknown suffix. */
export function readSuffix(target: QuantityText, at: usize, end: usize): bool {
  const size = end - at;
  target.format = QuantityFormat.DecimalSI;
  target.exponent = 0;
  if (size == 0) return true;
  const first = load<u8>(at);
  let index = size == 1 ? indexOf(DECIMAL_SUFFIXES, first) : -1;
  if (index >= 0) {
    target.exponent = (index - 3) * 3;
    return true;
  }
  index = size == 2 && load<u8>(at + 1) == 0x69 ? indexOf(BINARY_SUFFIXES, first) : -1;
  if (index >= 0) {
    target.format = QuantityFormat.BinarySI;
    target.exponent = index * 10;
    return true;
  }
  target.format = QuantityFormat.DecimalExponent;
  return (first == 0x65 || first == 0x45) && readExponent(target, at + 1, end);
}

/** A suffix letter's place in one of the lists above, or -1. */
function indexOf(list: string, byte: u8): i32 {
  for (let i = 0; i < list.length; i++) {
    if (asciiAt(list, i) == byte) return i;
  }
  return -1;
}

/** Reads a signed 64-bit integer, of which the real code keeps the low 32 bits. */
function readExponent(target: QuantityText, at: usize, end: usize): bool {
  let magnitude: u64 = 0;
  const sign = at < end ? load<u8>(at) : 0;
  if (sign == 0x2b || sign == 0x2d) at++;
  if (at == end) return false;
  const limit: u64 = u64(i64.MAX_VALUE) + u64(sign == 0x2d);
  for (; at < end; at++) {
    const byte = load<u8>(at);
    if (!isDigit(byte) || magnitude > limit / 10) return false;
    magnitude = magnitude * 10 + u64(byte - 0x30);
    if (magnitude > limit) return false;
  }
  target.exponent = i32(sign == 0x2d ? 0 - magnitude : magnitude);
  return true;
}
