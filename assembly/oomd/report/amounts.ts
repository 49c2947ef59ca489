/** Percentages, seconds and spans of time, as systemd-oomd and JSON write them. */
import { addInteger, addLiteral, itemPlace, wrote } from "../../base/json/write.ts";
import { writeByte, writePadded, writeUnsigned } from "../../base/text.ts";

const POINT: u8 = 0x2e;

/** Hundredths of a percent as `60.25%`. */
export function addPercentage(hundredths: u32): void {
  addHundredths(hundredths);
  addLiteral("%");
}

export function addHundredths(hundredths: u32): void {
  const place = itemPlace();
  if (place == 0) return;
  const whole = writeByte(writeUnsigned(place, hundredths / 100), POINT);
  wrote(writePadded(whole, hundredths % 100, 2));
}

/** Hundredths as a C++ stream writes a float: `40`, `40.5` or `40.25`. */
export function addShortest(hundredths: u32): void {
  addInteger(hundredths / 100);
  let rest = hundredths % 100;
  if (rest == 0) return;
  const digits = rest % 10 == 0 ? 1 : 2;
  if (digits == 1) rest /= 10;
  const place = itemPlace();
  if (place != 0) wrote(writePadded(writeByte(place, POINT), rest, digits));
}

/** A float64 that is not negative, and below 2^40, with two decimals, as C rounds it. */
export function addFloat(bits: u64): void {
  const mantissa = bits == 0 ? 0 : ((bits & 0xfffffffffffff) | (1 << 52)) * 100;
  const shift = u64(max(0, 1075 - i32(bits >> 52)));
  let value = shift < 64 ? mantissa >> shift : 0;
  if (shift > 0 && shift < 64) {
    const rest = mantissa & ((u64(1) << shift) - 1);
    const half = u64(1) << (shift - 1);
    if (rest > half || (rest == half && (value & 1) != 0)) value++;
  }
  addInteger(i64(value / 100));
  const place = itemPlace();
  if (place != 0) wrote(writePadded(writeByte(place, POINT), value % 100, 2));
}

const BILLION: u64 = 1_000_000_000;
const DIGITS = 6;

/** Billionths as a C++ stream writes a number: six digits, or an exponent. */
export function addGeneral(billionths: i64): void {
  if (billionths < 0) addLiteral("-");
  let value = u64(billionths < 0 ? -billionths : billionths);
  if (value == 0) return addLiteral("0");
  let exponent = -9;
  let power: u64 = 1;
  while (value / power >= 10) {
    power *= 10;
    exponent++;
  }
  const unit = exponent + 9 - DIGITS + 1;
  if (unit > 0) {
    let scale: u64 = 1;
    for (let digit = 0; digit < unit; digit++) scale *= 10;
    const rest = value % scale;
    value -= rest;
    if (2 * rest > scale || (2 * rest == scale && ((value / scale) & 1) != 0)) value += scale;
    if (value / power >= 10) {
      power *= 10;
      exponent++;
    }
  }
  if (exponent < -4 || exponent >= DIGITS) return addScientific(value, power, exponent);
  addInteger(i64(value / BILLION));
  addFraction(value % BILLION, BILLION);
}

/** Without zeros at its end. */
function addFraction(rest: u64, whole: u64): void {
  if (rest == 0) return;
  addLiteral(".");
  while (rest != 0) {
    whole /= 10;
    addInteger(i64(rest / whole));
    rest %= whole;
  }
}

function addScientific(value: u64, power: u64, exponent: i32): void {
  addInteger(i64(value / power));
  addFraction(value % power, power);
  addLiteral(exponent < 0 ? "e-" : "e+");
  const size = exponent < 0 ? -exponent : exponent;
  if (size < 10) addLiteral("0");
  addInteger(size);
}

/** Milliseconds as a number of seconds: `3.75`. */
export function addSeconds(ms: i64): void {
  addInteger(ms / 1000);
  let rest = u64(ms % 1000);
  if (rest == 0) return;
  let digits = 3;
  while (rest % 10 == 0) {
    rest /= 10;
    digits--;
  }
  const place = itemPlace();
  if (place != 0) wrote(writePadded(writeByte(place, POINT), rest, digits));
}

const UNITS: StaticArray<string> = ["w", "d", "h", "min", "s"];
const UNITS_US: StaticArray<u64> = [
  604_800_000_000, 86_400_000_000, 3_600_000_000, 60_000_000, 1_000_000,
];

/** A span of time as systemd writes it: `1min 30s`. */
export function addTimeSpan(us: u64): void {
  if (us < 1_000_000) {
    addInteger(i64(us / 1_000));
    return addLiteral("ms");
  }
  let isFirst: bool = true;
  for (let index = 0; index < UNITS.length; index++) {
    const amount = us / unchecked(UNITS_US[index]);
    us %= unchecked(UNITS_US[index]);
    if (amount == 0) continue;
    if (!isFirst) addLiteral(" ");
    isFirst = false;
    addInteger(i64(amount));
    addLiteral(unchecked(UNITS[index]));
  }
}
