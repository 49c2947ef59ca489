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
