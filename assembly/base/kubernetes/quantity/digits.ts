/**
 * Decimal quantities beyond 128 bits of nano-units: their digits are read again from the text
 * they were parsed from, so the text form stays exact.
 */
import { NANO_PLACES, Quantity } from "./record.ts";
import { powerOfTen } from "./scale.ts";
import { digitAt, QuantityText, readSuffix, scanNumber } from "./scan.ts";

const SCAN = changetype<QuantityText>(memory.data(32, 8));

/** Scans the text again and returns the decimal exponent of its last digit. */
function openDigits(quantity: Quantity): i32 {
  const end = usize(quantity.text) + usize(quantity.size);
  readSuffix(SCAN, scanNumber(SCAN, usize(quantity.text), end), end);
  return SCAN.exponent - SCAN.fractionSize;
}

/** How many of the digits are left of 10^`lowest`, that one included. */
function digitsKept(last: i32, lowest: i32): i32 {
  const digits = SCAN.wholeSize + SCAN.fractionSize;
  return last >= lowest ? digits : digits - (lowest - last);
}

function isInexact(kept: i32): bool {
  const digits = SCAN.wholeSize + SCAN.fractionSize;
  for (let i = kept; i < digits; i++) if (digitAt(SCAN, i) != 0) return true;
  return false;
}

/** Returns the low 64 bits of the magnitude times 10^`places`, rounded up. */
export function lowBitsOfDigits(quantity: Quantity, places: i32): u64 {
  const last = openDigits(quantity);
  const kept = digitsKept(last, -places);
  let low: u64 = 0;
  for (let i = 0; i < kept; i++) low = low * 10 + u64(digitAt(SCAN, i));
  return last > -places ? low * u64(powerOfTen(last + places)) : low + u64(isInexact(kept));
}

/** The decimal exponent of the last digit that `writeDigits` writes. */
export function lowestExponent(quantity: Quantity): i32 {
  return max(openDigits(quantity), -NANO_PLACES);
}

/** Writes the magnitude's digits down to nano-units, rounded up. The first one is not zero. */
export function writeDigits(at: usize, quantity: Quantity): usize {
  const kept = digitsKept(openDigits(quantity), -NANO_PLACES);
  const from = at;
  for (let i = 0; i < kept; i++) {
    const digit = digitAt(SCAN, i);
    if (digit != 0 || at != from) store<u8>(at++, digit + 0x30);
  }
  return isInexact(kept) ? incrementDigits(from, at) : at;
}

/** Adds one to the number written from `from` to `end`; nines may make it one digit longer. */
function incrementDigits(from: usize, end: usize): usize {
  let at = end;
  while (at > from && load<u8>(at - 1) == 0x39) store<u8>(--at, 0x30);
  if (at > from) {
    store<u8>(at - 1, load<u8>(at - 1) + 1);
    return end;
  }
  store<u8>(from, 0x31);
  store<u8>(end, 0x30);
  return end + 1;
}
