/** Numbers that oomd computes as float32: percentages of pressure, from hundredths. */
import { divideFloat32By100, roundFloat32 } from "../../base/arithmetic/float32.ts";

/** Places after the binary point: a hundredth of a percent has no digit below it. */
const PLACES: i32 = 36;
const MANTISSA: u32 = 0x7fffff;
const BIAS: i32 = 150;

export function percentBits(hundredths: u32): u32 {
  return divideFloat32By100(roundFloat32(u64(hundredths), 0, false));
}

function fixed(bits: u32): u64 {
  if (bits == 0) return 0;
  const shift = i32(bits >> 23) - BIAS + PLACES;
  return u64((bits & MANTISSA) | (MANTISSA + 1)) << u64(shift);
}

function rounded(value: u64): u64 {
  return fixed(roundFloat32(value, -PLACES, false));
}

/** Three times avg10, twice avg60 and avg300, each step rounded. */
export function weightOf(avg10: u32, avg60: u32, avg300: u32): u64 {
  const tripled = rounded(3 * fixed(percentBits(avg10)));
  return rounded(rounded(tripled + 2 * fixed(percentBits(avg60))) + fixed(percentBits(avg300)));
}

/** The whole part of half of both. */
export function halvesOf(avg10: u32, avg60: u32): u32 {
  const sum = roundFloat32(
    fixed(percentBits(avg10)) + fixed(percentBits(avg60)),
    -PLACES - 1,
    false,
  );
  return u32(fixed(sum) >> u64(PLACES));
}

/** The product of two float32 above or equal to zero. */
export function productOf(a: u32, b: u32): u32 {
  if (a == 0 || b == 0) return 0;
  const product = u64((a & MANTISSA) | (MANTISSA + 1)) * u64((b & MANTISSA) | (MANTISSA + 1));
  return roundFloat32(product, i32(a >> 23) + i32(b >> 23) - 2 * BIAS, false);
}
