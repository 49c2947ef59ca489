/**
 * Go's math.Log of a whole number, which PodTopologySpread weighs topologies by: the method of
 * FreeBSD's e_log.c, with only operations that are exact in IEEE 754, with the order of Go's.
 */

const LN2_HIGH = reinterpret<f64>(u64(0x3fe62e42fee00000));
const LN2_LOW = reinterpret<f64>(u64(0x3dea39ef35793c76));
const L1 = reinterpret<f64>(u64(0x3fe5555555555593));
const L2 = reinterpret<f64>(u64(0x3fd999999997fa04));
const L3 = reinterpret<f64>(u64(0x3fd2492494229359));
const L4 = reinterpret<f64>(u64(0x3fcc71c51d8e78af));
const L5 = reinterpret<f64>(u64(0x3fc7466496cb03de));
const L6 = reinterpret<f64>(u64(0x3fc39a09d078c69f));
const L7 = reinterpret<f64>(u64(0x3fc2f112df3e5244));
const HALF = reinterpret<f64>(u64(0x3fe0000000000000));
/** The square root of a half: mantissas below it are doubled. */
const SQRT_HALF = reinterpret<f64>(u64(0x3fe6a09e667f3bcd));
const MANTISSA: u64 = 0x000fffffffffffff;

/** The natural logarithm of a number from 1 on. */
export function logarithmOf(number: u32): f64 {
  const bits = reinterpret<u64>(f64(number));
  // A fraction from a half up to one, and a power of two.
  let exponent = i32(bits >> 52) - 1022;
  let fraction = reinterpret<f64>((bits & MANTISSA) | u64(0x3fe0000000000000));
  if (fraction < SQRT_HALF) {
    fraction *= f64(2);
    exponent--;
  }
  const f = fraction - f64(1);
  const k = f64(exponent);
  const s = f / (f64(2) + f);
  const s2 = s * s;
  const s4 = s2 * s2;
  const t1 = s2 * (L1 + s4 * (L3 + s4 * (L5 + s4 * L7)));
  const t2 = s4 * (L2 + s4 * (L4 + s4 * L6));
  const r = t1 + t2;
  const hfsq = HALF * f * f;
  return k * LN2_HIGH - (hfsq - (s * (hfsq + r) + k * LN2_LOW) - f);
}
