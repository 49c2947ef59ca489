/** Texts that are integers, as Go's ParseInt reads them with base 10. */
import { isDigit } from "../../base/text.ts";
import { textAt, textSize } from "./text.ts";

const MINUS: u8 = 0x2d;
const PLUS: u8 = 0x2b;
/** The largest magnitude below zero. */
const MAGNITUDE_MAX: u64 = 0x8000000000000000;

/** The integer that `integerOf` read last. */
export let integerValue: i64 = 0;

/** Whether a text is an integer of 64 bits; leaves it in `integerValue`. */
export function integerOf(text: u32): bool {
  let at = textAt(text);
  const end = at + usize(textSize(text));
  const sign = at < end ? load<u8>(at) : 0;
  if (sign == MINUS || sign == PLUS) at++;
  if (at == end) return false;
  let magnitude: u64 = 0;
  for (; at < end; at++) {
    const byte = load<u8>(at);
    if (!isDigit(byte)) return false;
    const digit = u64(byte) - 0x30;
    if (magnitude > (MAGNITUDE_MAX - digit) / 10) return false;
    magnitude = magnitude * 10 + digit;
  }
  if (sign != MINUS && magnitude == MAGNITUDE_MAX) return false;
  integerValue = sign == MINUS ? -i64(magnitude) : i64(magnitude);
  return true;
}
