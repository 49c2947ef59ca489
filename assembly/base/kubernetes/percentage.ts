/**
 * Percentages of the kubelet's thresholds (Spec 2.4): the text is read as Go's
 * `strconv.ParseFloat(text, 32)` reads it, divided by 100 in single precision, and applied to a
 * capacity in double precision. A percentage is passed around as the bits of its float32 fraction.
 */
import {
  divideFloat32By100,
  FLOAT32_INFINITY,
  FLOAT32_NAN,
  float32FromDecimal,
  roundFloat32,
} from "../arithmetic/float32.ts";
import {
  float64FromUnsigned,
  multiplyFloat64,
  roundFloat64,
  truncateFloat64,
} from "../arithmetic/float64.ts";
import { lowerAscii, writeAscii } from "../text.ts";
import { FloatText, scanFloat } from "./floatText.ts";
import { writeQuoted } from "./quoted.ts";

export enum PercentageError {
  None = 0,
  Syntax = 1,
  Range = 2,
}

const SIGN_BIT: u32 = 0x80000000;
const ONE: u32 = 0x3f800000;
const HUNDRED: u32 = 0x42c80000;
/** The words, in the order their bytes are loaded, and the bits that make letters small. */
const INFINITY_TEXT: u64 = 0x7974696e69666e69;
const INF_TEXT: u32 = 0x666e69;
const NAN_TEXT: u32 = 0x6e616e;
const LOWER_CASE: u64 = 0x2020202020202020;
const SCAN = changetype<FloatText>(memory.data(32, 8));

/** Returns the size of the text without the percent signs at its end, however many. */
export function percentageTextSize(text: usize, size: i32): i32 {
  while (size > 0 && load<u8>(text + usize(size) - 1) == 0x25) size--;
  return size;
}

/**
 * Stores the float32 bits of the fraction (`10%` → 0.1) at `target` and returns 0, or returns a
 * `PercentageError` and stores nothing. Infinities and NaN are values here, as in the kubelet.
 */
export function parsePercentage(target: usize, text: usize, size: i32): i32 {
  size = percentageTextSize(text, size);
  const word = specialWord(text, size);
  if (word != 0) {
    store<u32>(target, word);
    return PercentageError.None;
  }
  const scan = SCAN;
  if (!scanFloat(scan, text, size)) return PercentageError.Syntax;
  const magnitude = scan.hexadecimal ? float32FromHexadecimal(scan) : fromDecimal(scan);
  if (magnitude >= FLOAT32_INFINITY) return PercentageError.Range;
  const sign = scan.negative ? SIGN_BIT : 0;
  store<u32>(target, divideFloat32By100(magnitude) | sign);
  return PercentageError.None;
}

/**
 * Returns the bits of `inf`, `infinity` (with or without a sign) and `nan`, in any case; 0 for
 * other texts. Only a letter becomes one of these letters when its bit for lower case is set.
 */
function specialWord(text: usize, size: i32): u32 {
  let sign: u32 = 0;
  const first = size > 0 ? load<u8>(text) : 0;
  const signed: bool = first == 0x2b || first == 0x2d;
  if (first == 0x2d) sign = SIGN_BIT;
  if (signed) {
    text++;
    size--;
  }
  if (size == 8) {
    const word = load<u64>(text) | LOWER_CASE;
    return word == INFINITY_TEXT ? FLOAT32_INFINITY | sign : 0;
  }
  if (size != 3) return 0;
  const word = u32(load<u16>(text)) | (u32(load<u8>(text + 2)) << 16) | u32(LOWER_CASE >> 40);
  if (word == INF_TEXT) return FLOAT32_INFINITY | sign;
  return word == NAN_TEXT && !signed ? FLOAT32_NAN : 0;
}

function fromDecimal(scan: FloatText): u32 {
  return float32FromDecimal(scan.from, scan.end, scan.point - 1 + scan.exponent);
}

/** Keeps the first 16 significant digits; of the others only whether they are all zero. */
function float32FromHexadecimal(scan: FloatText): u32 {
  let mantissa: u64 = 0;
  let exponent = scan.exponent + 4 * scan.point;
  let sticky = false;
  for (let at = scan.from; at < scan.end; at++) {
    const byte = load<u8>(at);
    if (byte == 0x5f || byte == 0x2e) continue;
    const digit = byte < 0x41 ? byte - 0x30 : lowerAscii(byte) - 0x57;
    if (mantissa >> 60 != 0) {
      if (digit != 0) sticky = true;
      continue;
    }
    mantissa = (mantissa << 4) | u64(digit);
    exponent -= 4;
  }
  return roundFloat32(mantissa, exponent, sticky);
}

/** True for fractions below zero; false for -0 and NaN. */
export function isPercentageNegative(bits: u32): bool {
  return bits > SIGN_BIT && bits <= (SIGN_BIT | FLOAT32_INFINITY);
}

/** True for fractions above zero; false for NaN. */
export function isPercentagePositive(bits: u32): bool {
  return bits != 0 && bits <= FLOAT32_INFINITY;
}

/** True for NaN, which is neither below, nor equal to, nor above any number. */
export function isPercentageNaN(bits: u32): bool {
  return (bits & ~SIGN_BIT) > FLOAT32_INFINITY;
}

/** True for fractions above one, that is above 100%; false for NaN. */
export function isPercentageAboveOne(bits: u32): bool {
  return bits > ONE && bits <= FLOAT32_INFINITY;
}

/** True for fractions above a hundred. */
export function isPercentageAboveHundred(bits: u32): bool {
  return bits > HUNDRED && bits <= FLOAT32_INFINITY;
}

/**
 * Returns `int64(float64(capacity) * float64(fraction))` as the kubelet's amd64 build computes
 * it: cut off toward zero, and -2^63 for NaN, infinity and everything outside 64 bits.
 */
export function percentageOf(bits: u32, capacity: i64): i64 {
  const magnitude = bits & ~SIGN_BIT;
  if (magnitude >= FLOAT32_INFINITY) return i64.MIN_VALUE;
  const negative = capacity < 0 != bits >= SIGN_BIT;
  const field = i32(magnitude >> 23);
  const fraction = u64(magnitude & 0x7fffff);
  const mantissa = field == 0 ? fraction : fraction | 0x800000;
  const factor = roundFloat64(mantissa, (field == 0 ? 1 : field) - 150, false);
  const units = capacity < 0 ? 0 - u64(capacity) : u64(capacity);
  const product = truncateFloat64(multiplyFloat64(float64FromUnsigned(units), factor));
  if (product > u64(i64.MAX_VALUE)) return i64.MIN_VALUE;
  return negative ? -i64(product) : i64(product);
}

/** Writes Go's error: `strconv.ParseFloat: parsing "x": invalid syntax`. */
export function writePercentageError(at: usize, code: i32, text: usize, size: i32): usize {
  at = writeAscii(at, "strconv.ParseFloat: parsing ");
  at = writeQuoted(at, text, percentageTextSize(text, size));
  return writeAscii(
    at,
    code == PercentageError.Range ? ": value out of range" : ": invalid syntax",
  );
}
