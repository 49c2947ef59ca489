/**
 * IEEE 754 double arithmetic on bit patterns, in integers alone, so the module contains no
 * float instruction. Rounding is to nearest, ties to even. Operands are positive and normal or
 * zero, and the callers' results stay far inside the normal range.
 *
 * ```
 *  63  62        52 51                    0
 *  ┌───┬───────────┬──────────────────────┐
 *  │ 0 │ exponent  │ fraction             │   value = 1.fraction × 2^(exponent - 1023)
 *  └───┴───────────┴──────────────────────┘
 * ```
 */
const FRACTION_BITS = 52;
const FRACTION_MASK: u64 = 0xfffffffffffff;
/** Exponent field of a mantissa read as a 53-bit integer times a power of two. */
const INTEGER_BIAS = 1075;

/** Returns the 53-bit mantissa of a number above zero. */
function mantissaOf(bits: u64): u64 {
  return (bits & FRACTION_MASK) | (1 << u64(FRACTION_BITS));
}

function exponentOf(bits: u64): i32 {
  return i32(bits >> FRACTION_BITS) - INTEGER_BIAS;
}

/** Rounds `mantissa` × 2^`exponent`; `sticky` says that something above zero was cut off. */
export function roundFloat64(mantissa: u64, exponent: i32, sticky: bool): u64 {
  if (mantissa == 0) return 0;
  const shift = clz(mantissa);
  mantissa <<= shift;
  const kept = mantissa >> 11;
  const rest = mantissa & 0x7ff;
  const up = rest > 0x400 || (rest == 0x400 && (sticky || (kept & 1) != 0));
  const biased = u64(exponent - i32(shift) + 11 + INTEGER_BIAS);
  // The mantissa's top bit, and a carry out of the rounding, add one to the exponent field.
  return ((biased - 1) << FRACTION_BITS) + kept + u64(up);
}

export function float64FromUnsigned(value: u64): u64 {
  return roundFloat64(value, 0, false);
}

/** Returns the upper 64 bits of the 128-bit product. */
function mulHi(a: u64, b: u64): u64 {
  const aLow = a & 0xffffffff;
  const aHigh = a >> 32;
  const bLow = b & 0xffffffff;
  const bHigh = b >> 32;
  const middle = aHigh * bLow + ((aLow * bLow) >> 32);
  const cross = aLow * bHigh + (middle & 0xffffffff);
  return aHigh * bHigh + (middle >> 32) + (cross >> 32);
}

export function multiplyFloat64(a: u64, b: u64): u64 {
  if (a == 0 || b == 0) return 0;
  const left = mantissaOf(a) << 11;
  const right = mantissaOf(b) << 11;
  const exponent = exponentOf(a) + exponentOf(b) + 64 - 22;
  return roundFloat64(mulHi(left, right), exponent, left * right != 0);
}

/** Divides by a number above zero. */
export function divideFloat64(a: u64, b: u64): u64 {
  if (a == 0) return 0;
  const divisor = mantissaOf(b);
  let rest = mantissaOf(a);
  let quotient: u64 = 0;
  // The quotient of two mantissas lies in (1/2, 2): 56 steps give at least 55 bits.
  for (let bit = 0; bit < 56; bit++) {
    quotient <<= 1;
    if (rest >= divisor) {
      rest -= divisor;
      quotient |= 1;
    }
    rest <<= 1;
  }
  return roundFloat64(quotient, exponentOf(a) - exponentOf(b) - 55, rest != 0);
}

/** Cuts off the fraction; 2^64 and above give the largest unsigned number. */
export function truncateFloat64(bits: u64): u64 {
  if (bits == 0) return 0;
  const exponent = exponentOf(bits);
  if (exponent > 11) return u64.MAX_VALUE;
  if (exponent >= 0) return mantissaOf(bits) << u64(exponent);
  return exponent > -64 ? mantissaOf(bits) >> u64(-exponent) : 0;
}
