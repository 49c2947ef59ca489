/** Bytes in sentences, rounded to what a reader needs. */
import { addInteger, addLiteral } from "./write.ts";

const UNITS: StaticArray<string> = ["", "Ki", "Mi", "Gi"];
/** Numbers below this keep the smaller unit: four digits at most, two at least. */
const UNIT_MIN: u64 = 10 * 1024;

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
