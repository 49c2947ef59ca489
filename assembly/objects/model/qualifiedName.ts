/** The form of names in Kubernetes: label keys and values, and the parts that they are made of. */
import { isDigit } from "../../base/text.ts";
import { textAt, textSize } from "./text.ts";

const SLASH: u8 = 0x2f;
const DOT: u8 = 0x2e;
const DASH: u8 = 0x2d;
const UNDERSCORE: u8 = 0x5f;
export const SUBDOMAIN_BYTES_MAX: i32 = 253;
const NAME_BYTES_MAX: i32 = 63;
/** Bits of the digits, `-` and `.`; of the letters and `_`. */
const NAME_BYTES_TO_63: u64 = 0x3ff600000000000;
const NAME_BYTES_FROM_64: u64 = 0x7fffffe87fffffe;

/** A name, or a domain, a slash and a name. */
export function isLabelKey(key: u32): bool {
  const at = textAt(key);
  const end = at + usize(textSize(key));
  const stop = endOfName(at, end);
  if (stop == end) return isBounded(at, end);
  if (load<u8>(stop) != SLASH || !isSubdomain(at, stop, SUBDOMAIN_BYTES_MAX)) return false;
  return isQualified(stop + 1, end);
}

/** A name, or nothing. */
export function isLabelValue(value: u32): bool {
  const at = textAt(value);
  return value == 0 || isQualified(at, at + usize(textSize(value)));
}

/** The first slash, or `end`. */
export function slashOf(at: usize, end: usize): usize {
  while (at < end && load<u8>(at) != SLASH) at++;
  return at;
}

/** Labels of lower case letters and digits with `-` between them, joined by dots. */
export function isSubdomain(at: usize, end: usize, bytesMax: i32): bool {
  if (i32(end - at) > bytesMax || at == end) return false;
  let before: u8 = DOT;
  for (; at < end; at++) {
    const byte = load<u8>(at);
    const isWord = isDigit(byte) || (byte >= 0x61 && byte <= 0x7a);
    if (!isWord && byte != DASH && byte != DOT) return false;
    if (byte == DOT && (before == DOT || before == DASH)) return false;
    if (byte == DASH && before == DOT) return false;
    before = byte;
  }
  return before != DOT && before != DASH;
}

/** Letters, digits, and `-_.` between them; not empty. */
export function isQualified(at: usize, end: usize): bool {
  return endOfName(at, end) == end && isBounded(at, end);
}

/** The first byte that a name cannot have; every label of every object passes through here. */
function endOfName(at: usize, end: usize): usize {
  for (; at < end; at++) {
    const byte = load<u8>(at);
    const set = byte < 64 ? NAME_BYTES_TO_63 : NAME_BYTES_FROM_64;
    if (byte > 127 || ((set >> (byte & 63)) & 1) == 0) break;
  }
  return at;
}

/** Whether a part of a name begins and ends with legal characters, and is not too long. */
function isBounded(at: usize, end: usize): bool {
  if (at == end || i32(end - at) > NAME_BYTES_MAX) return false;
  return isAlphanumeric(load<u8>(at)) && isAlphanumeric(load<u8>(end - 1));
}

/** Whether a byte may be in a name. */
function isAlphanumeric(byte: u8): bool {
  return byte != DASH && byte != DOT && byte != UNDERSCORE;
}
