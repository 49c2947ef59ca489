/**
 * The text forms of quantities (Spec 7.6). Canonical forms are made from decimal digits in place:
 * write the digits, move the zeros at their end into the exponent, give back as many as make it a
 * multiple of three.
 */
import {
  copyInt128,
  divideUnsigned128,
  Int128,
  negateInt128,
  setInt128,
  signInt128,
  writeMagnitude128,
} from "../../arithmetic/int128.ts";
import { asciiAt, copyText, writeAscii, writeInteger, writeUnsigned } from "../../text.ts";
import { lowestExponent, writeDigits } from "./digits.ts";
import { NANO_PLACES, nanoOf, Quantity, QuantityForm, QuantityFormat, TextUse } from "./record.ts";
import { BINARY_SUFFIXES, DECIMAL_SUFFIXES } from "./scan.ts";

const BILLION: u64 = 1000000000;
const KIBI: u64 = 1024;
/** The last places of the two lists of suffixes. */
const EXA_PLACES = 18;
const EXBI_INDEX = 6;

/** The whole units of a binary quantity. */
const UNITS = changetype<Int128>(memory.data(16, 16));

/** Writes the text the kubelet prints. Needs room for the parsed text and 64 bytes more. */
export function writeQuantity(at: usize, quantity: Quantity): usize {
  if (quantity.use == TextUse.Printed) return copyText(at, usize(quantity.text), quantity.size);
  const sign = signInt128(nanoOf(quantity));
  if (sign == 0) return writeAscii(at, "0");
  if (sign < 0) at = writeAscii(at, "-");
  const binary = quantity.format == QuantityFormat.BinarySI && takeUnits(quantity);
  return binary ? writeBinary(at, quantity) : writeDecimal(at, quantity);
}

/** Leaves whole units in UNITS; false for fractions and below 1024, which print as decimals. */
function takeUnits(quantity: Quantity): bool {
  copyInt128(UNITS, nanoOf(quantity));
  if (UNITS.high < 0) negateInt128(UNITS);
  return divideUnsigned128(UNITS, BILLION) == 0 && (UNITS.high != 0 || UNITS.low >= KIBI);
}

/** Takes out factors of 1024, but not of -2^63: the real code cannot negate it. */
function writeBinary(at: usize, quantity: Quantity): usize {
  let index = 0;
  const stuck = quantity.form == QuantityForm.Fast && quantity.mantissa == i64.MIN_VALUE;
  while (!stuck && (UNITS.low & (KIBI - 1)) == 0) {
    setInt128(UNITS, (UNITS.low >> 10) | (u64(UNITS.high) << 54), UNITS.high >> 10);
    index++;
  }
  at = writeMagnitude128(at, UNITS);
  if (index == 0 || index > EXBI_INDEX) return at;
  return writeAscii(writeSuffix(at, BINARY_SUFFIXES, index), "i");
}

/** Writes digits, moves the zeros at their end into the exponent, makes that a multiple of 3. */
function writeDecimal(at: usize, quantity: Quantity): usize {
  let exponent = quantity.scale;
  if (quantity.form == QuantityForm.Fast) {
    const mantissa = quantity.mantissa;
    at = writeUnsigned(at, mantissa < 0 ? 0 - u64(mantissa) : u64(mantissa));
  } else if (quantity.use == TextUse.Digits) {
    exponent = lowestExponent(quantity);
    at = writeDigits(at, quantity);
  } else {
    exponent = -NANO_PLACES;
    at = writeMagnitude128(at, nanoOf(quantity));
  }
  for (; load<u8>(at - 1) == 0x30; at--) exponent++;
  for (; exponent % 3 != 0; exponent--) store<u8>(at++, 0x30);
  if (exponent == 0) return at;
  if (quantity.format != QuantityFormat.DecimalExponent) {
    // Beyond exa there is no suffix, and the real code prints none.
    return exponent > EXA_PLACES ? at : writeSuffix(at, DECIMAL_SUFFIXES, exponent / 3 + 3);
  }
  return writeInteger(writeAscii(at, "e"), exponent);
}

function writeSuffix(at: usize, suffixes: string, index: i32): usize {
  store<u8>(at, asciiAt(suffixes, index));
  return at + 1;
}
