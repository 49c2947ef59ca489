/** Reads quantities as `resource.ParseQuantity` does (Spec 7.1 to 7.4). */
import {
  addInt128,
  compareInt128,
  copyInt128,
  Int128,
  isSaturated,
  multiplyInt128,
  negateInt128,
  saturateInt128,
  setInt128,
  setNano,
} from "../../arithmetic/int128.ts";
import {
  keepText,
  NANO_PLACES,
  nanoOf,
  PLACES_MAX,
  Quantity,
  QuantityFormat,
  setDecimal,
  setFast,
  TextUse,
} from "./record.ts";
import { digitAt, isSuffixShaped, QuantityText, readSuffix, scanNumber } from "./scan.ts";

export enum QuantityError {
  None = 0,
  Format = 1,
  Suffix = 2,
  Numeric = 3,
  /** Not the kubelet's: the exponent would keep it busy for minutes or forever. */
  Exponent = 4,
}

/** At 10^100000 the real code already takes half a second to print one number. */
export const EXPONENT_MAX = 100000;
const FORMAT_TEXT =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
/** Digits that surely fit 64 bits. */
const FAST_DIGITS = 18;

const SCAN = changetype<QuantityText>(memory.data(32, 8));
/** The value of the digit that is being added, and the most a binary quantity can be. */
const PLACE = changetype<Int128>(memory.data(16, 16));
const TERM = changetype<Int128>(memory.data(16, 16));

/** Returns 0, or a `QuantityError` and leaves `target` as it was. Refers to the text's bytes. */
export function parseQuantity(target: Quantity, text: usize, size: i32): i32 {
  if (size <= 0) return QuantityError.Format;
  const scan = SCAN;
  const end = text + usize(size);
  const suffix = scanNumber(scan, text, end);
  if (!isSuffixShaped(suffix, end)) return QuantityError.Format;
  if (!readSuffix(scan, suffix, end)) return QuantityError.Suffix;
  const fast = isFast(scan);
  if (!fast && !scan.digits) return QuantityError.Numeric;
  const exponent = scan.exponent;
  if (exponent > EXPONENT_MAX || exponent < -EXPONENT_MAX) return QuantityError.Exponent;
  if (fast) parseFast(target, scan, text, size);
  else parseDecimal(target, scan, text, size);
  return QuantityError.None;
}

/** The sentence the real code returns. */
export function quantityErrorText(code: i32): string {
  if (code == QuantityError.Suffix) return "unable to parse quantity's suffix";
  if (code == QuantityError.Numeric) return "unable to parse numeric part of quantity";
  if (code == QuantityError.Exponent) {
    return "exponents beyond 100000 are refused: the kubelet would not finish";
  }
  return FORMAT_TEXT;
}

/** The Fast form takes what fits 64 bits for sure. An empty whole part counts as one digit. */
function isFast(scan: QuantityText): bool {
  const digits = max(scan.wholeSize, 1) + scan.fractionSize;
  if (scan.format == QuantityFormat.BinarySI) {
    // Three decimal digits for each ten binary ones.
    return scan.fractionSize == 0 && digits <= 14 - (scan.exponent / 10) * 3;
  }
  return digits <= FAST_DIGITS && scan.exponent - scan.fractionSize >= -NANO_PLACES;
}

function parseFast(target: Quantity, scan: QuantityText, text: usize, size: i32): void {
  let value: i64 = 0;
  const digits = scan.wholeSize + scan.fractionSize;
  for (let i = 0; i < digits; i++) value = value * 10 + i64(digitAt(scan, i));
  const binary = scan.format == QuantityFormat.BinarySI;
  const mantissa = binary ? value << scan.exponent : value;
  const scale = binary ? 0 : scan.exponent - scan.fractionSize;
  target.format = scan.format;
  setFast(target, scan.negative ? -mantissa : mantissa, scale);
  const canonical = binary ? (value & 7) != 0 : isCanonicalDecimal(scan, value, scale);
  if (canonical) keepText(target, TextUse.Printed, text, size);
}

/** What the real code takes for a canonical decimal; it looks at the first and last digits. */
function isCanonicalDecimal(scan: QuantityText, value: i64, scale: i32): bool {
  if (scan.wholeSize == 0 || scale % 3 != 0) return false;
  return scan.wholeSize + scan.fractionSize < 3 || value % 1000 != 0;
}

/** Rounds the magnitude up to whole nano-units; caps binary quantities at 2^63 - 1. */
function parseDecimal(target: Quantity, scan: QuantityText, text: usize, size: i32): void {
  const binary = scan.format == QuantityFormat.BinarySI;
  const nano = nanoOf(target);
  target.format = scan.format;
  collectNano(nano, scan, binary ? u64(1) << scan.exponent : 1);
  const zero = (nano.low | u64(nano.high)) == 0;
  setDecimal(target, zero ? scan.fractionSize - (binary ? 0 : scan.exponent) : NANO_PLACES);
  if (binary) {
    setNano(TERM, i64.MAX_VALUE);
    if (compareInt128(nano, TERM) > 0) {
      copyInt128(nano, TERM);
      setDecimal(target, 0);
    }
    setNano(TERM, 1);
    if (!zero && compareInt128(nano, TERM) < 0) target.format = QuantityFormat.DecimalSI;
  } else if (isSaturated(nano)) {
    keepText(target, TextUse.Digits, text, size);
  }
  if (!scan.negative) return;
  if (isSaturated(nano)) saturateInt128(nano, true);
  else negateInt128(nano);
}

/**
 * Multiplies the digits by `factor` (at most 2^60) from the last one on, as on paper, and adds up
 * the places from 10^-9 on.
 */
function collectNano(nano: Int128, scan: QuantityText, factor: u64): void {
  let place = NANO_PLACES - scan.fractionSize + (factor == 1 ? scan.exponent : 0);
  let carry: u64 = 0;
  let inexact = false;
  setInt128(nano, 0, 0);
  setInt128(PLACE, 1, 0);
  for (let skipped = min(place, PLACES_MAX); skipped > 0; skipped--) multiplyInt128(PLACE, 10);
  for (let i = scan.wholeSize + scan.fractionSize - 1; i >= 0 || carry != 0; i--) {
    if (i >= 0) carry += factor * u64(digitAt(scan, i));
    const digit = carry % 10;
    carry /= 10;
    if (place++ < 0) {
      if (digit != 0) inexact = true;
      continue;
    }
    copyInt128(TERM, PLACE);
    multiplyInt128(TERM, digit);
    addInt128(nano, TERM);
    multiplyInt128(PLACE, 10);
  }
  setInt128(TERM, u64(inexact), 0);
  addInt128(nano, TERM);
}
