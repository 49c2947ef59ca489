/** Amounts in sentences, rounded to what a reader needs. */
import { addInteger, addLiteral, itemPlace, wrote } from "../../base/json/write.ts";
import { writeDuration } from "../../base/kubernetes/duration.ts";

const UNITS: StaticArray<string> = ["", "Ki", "Mi", "Gi"];
/** Numbers below this keep the smaller unit: four digits at most, two at least. */
const UNIT_MIN: u64 = 10 * 1024;
const NANOS_PER_TENTH: i64 = 100_000_000;

/** Bytes as `118Mi`, rounded down. */
export function addBytes(bytes: u64): void {
  let unit = 0;
  while (bytes >= UNIT_MIN && unit < UNITS.length - 1) {
    bytes >>= 10;
    unit++;
  }
  addInteger(i64(bytes));
  addLiteral(unchecked(UNITS[unit]));
}

/** Milliseconds as `3.2s`, rounded down to a tenth of a second. */
export function addSeconds(ms: u64): void {
  const place = itemPlace();
  if (place != 0) wrote(writeDuration(place, i64(ms / 100) * NANOS_PER_TENTH));
}
