/**
 * Signed 128-bit integers in linear memory, two's complement:
 *
 * ```
 *  0               8               16
 *  ┌───────────────┬───────────────┐
 *  │ low       u64 │ high      i64 │
 *  └───────────────┴───────────────┘
 * ```
 *
 * Results outside -2^127 … 2^127 - 1 saturate.
 */
import { writePadded, writeUnsigned } from "../text.ts";

@unmanaged
export class Int128 {
  low: u64;
  high: i64;
}

export const INT128_SIZE: usize = 16;

/** The largest power of ten below 2^32: the step in which decimal digits are cut off. */
const BILLION: u64 = 1000000000;

/** Room for a magnitude that is printed or multiplied. */
const SCRATCH = memory.data(16, 16);

/** @inline */
export function setInt128(target: Int128, low: u64, high: i64): void {
  target.low = low;
  target.high = high;
}

export function copyInt128(target: Int128, from: Int128): void {
  setInt128(target, from.low, from.high);
}

/** Sets the limit of the given sign. */
export function saturateInt128(target: Int128, negative: bool): void {
  setInt128(target, negative ? 0 : u64.MAX_VALUE, negative ? i64.MIN_VALUE : i64.MAX_VALUE);
}

/** Tells whether the value is one of the two limits. */
export function isSaturated(value: Int128): bool {
  return value.high == (value.low == 0 ? i64.MIN_VALUE : i64.MAX_VALUE) && value.low + 1 <= 1;
}

/** Sets `value` times 10^9: whole units as nano-units. Never saturates, so it needs no branch. */
export function setNano(target: Int128, value: i64): void {
  const carry = (u64(u32(value)) * BILLION) >> 32;
  const middle = (value >> 32) * i64(BILLION) + i64(carry);
  setInt128(target, u64(value) * BILLION, middle >> 32);
}

/** Changes the sign; the lowest value keeps its bits, which read unsigned are its magnitude. */
export function negateInt128(target: Int128): void {
  const low = 0 - target.low;
  setInt128(target, low, ~target.high + i64(low == 0));
}

/** @inline */
export function signInt128(value: Int128): i32 {
  if (value.high < 0) return -1;
  return i32((u64(value.high) | value.low) != 0);
}

export function compareInt128(a: Int128, b: Int128): i32 {
  if (a.high != b.high) return a.high < b.high ? -1 : 1;
  if (a.low != b.low) return a.low < b.low ? -1 : 1;
  return 0;
}

export function addInt128(target: Int128, other: Int128): void {
  const low = target.low + other.low;
  const high = target.high + other.high + i64(low < other.low);
  const overflowed = ((target.high ^ high) & (other.high ^ high)) < 0;
  if (overflowed) saturateInt128(target, other.high < 0);
  else setInt128(target, low, high);
}

/** @inline */
export function subtractInt128(target: Int128, other: Int128): void {
  const low = target.low - other.low;
  const high = target.high - other.high - i64(target.low < other.low);
  const overflowed = ((target.high ^ other.high) & (target.high ^ high)) < 0;
  if (overflowed) saturateInt128(target, target.high < 0);
  else setInt128(target, low, high);
}

/** Multiplies by a factor of 0 to 2^32 - 1. */
export function multiplyInt128(target: Int128, factor: u64): void {
  const negative = target.high < 0;
  if (negative) negateInt128(target);
  const high = u64(target.high);
  const middle = (target.low >> 32) * factor + (((target.low & 0xffffffff) * factor) >> 32);
  const carry = middle >> 32;
  if (high != 0 && factor != 0 && high > (u64(i64.MAX_VALUE) - carry) / factor) {
    return saturateInt128(target, negative);
  }
  setInt128(target, target.low * factor, i64(high * factor + carry));
  if (negative) negateInt128(target);
}

/** Divides the unsigned value by `divisor` (1 … 2^32 - 1) and returns the remainder. */
export function divideUnsigned128(target: Int128, divisor: u64): u64 {
  const high = u64(target.high);
  const upper = ((high % divisor) << 32) | (target.low >> 32);
  const lower = ((upper % divisor) << 32) | (target.low & 0xffffffff);
  setInt128(target, ((upper / divisor) << 32) | (lower / divisor), i64(high / divisor));
  return lower % divisor;
}

/** Divides toward zero by 10^`places` (at least 0); returns whether anything was cut off. */
export function cutDecimalPlaces(target: Int128, places: i32): bool {
  const negative = target.high < 0;
  if (negative) negateInt128(target);
  let inexact = false;
  for (; places > 0 && signInt128(target) != 0; places--) {
    if (divideUnsigned128(target, 10) != 0) inexact = true;
  }
  if (negative) negateInt128(target);
  return inexact;
}

/** Writes the magnitude in decimal. */
export function writeMagnitude128(at: usize, value: Int128): usize {
  const rest = changetype<Int128>(SCRATCH);
  copyInt128(rest, value);
  if (value.high < 0) negateInt128(rest);
  // Five groups of nine digits hold every 128-bit value; the groups come out last first.
  const end = at + 45;
  let place = end;
  while (rest.high != 0 || rest.low >= BILLION) {
    place -= 9;
    writePadded(place, divideUnsigned128(rest, BILLION), 9);
  }
  at = writeUnsigned(at, rest.low);
  memory.copy(at, place, end - place);
  return at + (end - place);
}
