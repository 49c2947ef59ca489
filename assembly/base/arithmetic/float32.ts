/**
 * IEEE 754 single precision on bit patterns: from decimal digits of any number, correctly rounded,
 * and the division by one hundred. Magnitudes only; the sign bit is the caller's.
 *
 * A number is collected as binary fixed point. Eleven words of 32 bits, the last one always zero:
 *
 * ```
 *   word 0        4 5            9 10
 *  ┌──────────────┬───────────────┬───┐
 *  │ integer      │ fraction      │ 0 │   from 2^159 down to 2^-160
 *  └──────────────┴───────────────┴───┘
 * ```
 *
 * The fraction arrives as 17 groups of nine decimal digits. Half of the smallest float32 is
 * 2^-150, which has 150 decimals: all that lies further right matters only by being zero or not.
 */
export const FLOAT32_INFINITY: u32 = 0x7f800000;
export const FLOAT32_NAN: u32 = 0x7fc00000;

const WORDS = memory.data(44, 4);
const WORDS_SIZE: usize = 44;
const INTEGER_WORDS = 5;
const FRACTION_WORDS = 5;
const GROUPS = memory.data(68, 4);
const GROUPS_SIZE: usize = 68;
const GROUP_COUNT = 17;
const GROUP_DIGITS = 9;
const GROUP_LIMIT: u64 = 1000000000;
/** 10^39 exceeds every float32, and what is below it fits the integer words. */
const POWER_LIMIT = 39;

/** Rounds `mantissa` × 2^`exponent`, ties to even; `sticky`: something above zero was cut off. */
export function roundFloat32(mantissa: u64, exponent: i32, sticky: bool): u32 {
  if (mantissa == 0) return 0;
  const shift = i32(clz(mantissa));
  mantissa <<= shift;
  const top = exponent - shift + 63;
  if (top > 127) return FLOAT32_INFINITY;
  // Below 2^-126 each binary place costs one bit of the 24.
  const kept = top >= -126 ? 24 : 150 + top;
  if (kept < 0) return 0;
  const half = u64(1) << (63 - kept);
  const rest = mantissa & ((half << 1) - 1);
  let bits = kept == 0 ? 0 : u32(mantissa >> (64 - kept));
  if (rest > half || (rest == half && (sticky || (bits & 1) != 0))) bits++;
  // The mantissa's top bit adds one to the exponent field.
  return top >= -126 ? bits + (u32(top + 126) << 23) : bits;
}

/** Divides by 100 as the processor does: one correct rounding. */
export function divideFloat32By100(bits: u32): u32 {
  if (bits >= FLOAT32_INFINITY) return bits;
  const field = i32(bits >> 23);
  const fraction = u64(bits & 0x7fffff);
  const mantissa = (field == 0 ? fraction : fraction | 0x800000) << 36;
  const exponent = (field == 0 ? 1 : field) - 150 - 36;
  return roundFloat32(mantissa / 100, exponent, mantissa % 100 != 0);
}

/**
 * Rounds a decimal number. The bytes from `from` to `end` are its digits; any other byte among
 * them is skipped. The first digit stands for 10^`power`.
 */
export function float32FromDecimal(from: usize, end: usize, power: i32): u32 {
  for (; from < end; from++) {
    const digit = load<u8>(from) - 0x30;
    if (digit > 9) continue;
    if (digit != 0) break;
    power--;
  }
  if (from == end) return 0;
  if (power >= POWER_LIMIT) return FLOAT32_INFINITY;
  memory.fill(WORDS, 0, WORDS_SIZE);
  memory.fill(GROUPS, 0, GROUPS_SIZE);
  let sticky = false;
  for (; from < end; from++) {
    const digit = load<u8>(from) - 0x30;
    if (digit > 9) continue;
    if (power >= 0) appendToInteger(digit);
    else if (!addToFraction(digit, -1 - power) && digit != 0) sticky = true;
    power--;
  }
  for (; power >= 0; power--) appendToInteger(0);
  if (expandFraction()) sticky = true;
  return roundWords(sticky);
}

/** Multiplies the integer words by ten and adds a digit. */
function appendToInteger(digit: u8): void {
  let carry = u64(digit);
  for (let word = INTEGER_WORDS - 1; word >= 0; word--) {
    const at = WORDS + (usize(word) << 2);
    carry += u64(load<u32>(at)) * 10;
    store<u32>(at, u32(carry));
    carry >>= 32;
  }
}

/** Adds a digit at a decimal place (0 is the first one); returns false beyond the last group. */
function addToFraction(digit: u8, place: i32): bool {
  const group = place / GROUP_DIGITS;
  if (group >= GROUP_COUNT) return false;
  let value = u32(digit);
  for (let left = GROUP_DIGITS - 1 - (place % GROUP_DIGITS); left > 0; left--) value *= 10;
  const at = GROUPS + (usize(group) << 2);
  store<u32>(at, load<u32>(at) + value);
  return true;
}

/** Turns the decimal groups into the fraction's words; returns whether something is left over. */
function expandFraction(): bool {
  for (let word = 0; word < FRACTION_WORDS; word++) {
    let carry: u64 = 0;
    for (let at = GROUPS + GROUPS_SIZE; at > GROUPS; ) {
      at -= 4;
      carry += u64(load<u32>(at)) << 32;
      store<u32>(at, u32(carry % GROUP_LIMIT));
      carry /= GROUP_LIMIT;
    }
    store<u32>(WORDS + (usize(INTEGER_WORDS + word) << 2), u32(carry));
  }
  for (let at = GROUPS; at < GROUPS + GROUPS_SIZE; at += 4) if (load<u32>(at) != 0) return true;
  return false;
}

/** Rounds the two words from the first that is not zero; the words after them are sticky. */
function roundWords(sticky: bool): u32 {
  let word = 0;
  const last = INTEGER_WORDS + FRACTION_WORDS - 1;
  while (word < last && load<u32>(WORDS + (usize(word) << 2)) == 0) word++;
  const at = WORDS + (usize(word) << 2);
  const mantissa = (u64(load<u32>(at)) << 32) | u64(load<u32>(at + 4));
  for (let rest = at + 8; rest < WORDS + WORDS_SIZE; rest += 4) {
    if (load<u32>(rest) != 0) sticky = true;
  }
  return roundFloat32(mantissa, 32 * (INTEGER_WORDS - 2 - word), sticky);
}
