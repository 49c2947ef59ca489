/**
 * Scaling of 64-bit mantissas by powers of ten as the real code's math.go does it, wrapped products
 * of overflows included: `Value` returns them (Spec 7.7).
 */

/** Powers of ten that the real code multiplies by in one step and without looking back. */
const ONE_STEP_SCALES = (1 << 1) | (1 << 2) | (1 << 3) | (1 << 6) | (1 << 9);

/** Returns 10^`exponent` for 0 … 18, and wraps beyond. */
export function powerOfTen(exponent: i32): i64 {
  // 10^64 is a multiple of 2^64.
  if (exponent >= 64) return 0;
  let power: i64 = 1;
  for (; exponent > 0; exponent--) power *= 10;
  return power;
}

/** Tells whether value × 10^`scale` fits 64 bits by the real code's reckoning. */
export function scaleUpFits(value: i64, scale: i32): bool {
  if (value == 0 || scale == 0) return true;
  if (scale > 18 || value == i64.MIN_VALUE) return false;
  const power = powerOfTen(scale);
  return (value * power) / power == value;
}

/** Multiplies by 10^`scale`; what does not fit gives 0, or the wrapped product in one step. */
export function scaleUp(value: i64, scale: i32): i64 {
  if (scaleUpFits(value, scale)) return value * powerOfTen(scale);
  const oneStep: bool = scale <= 9 && ((ONE_STEP_SCALES >> scale) & 1) != 0;
  return oneStep && value != i64.MIN_VALUE ? value * powerOfTen(scale) : 0;
}

/** Divides by 10^`scale`, at most 10^18, and rounds away from zero. */
export function scaleDown(value: i64, scale: i32): i64 {
  const power = powerOfTen(scale);
  const quotient = value / power;
  if (value % power == 0) return quotient;
  return value > 0 ? quotient + 1 : quotient - 1;
}
