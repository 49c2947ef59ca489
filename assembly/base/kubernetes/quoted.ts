/**
 * Go's `strconv.Quote`, the form `%q` takes in the kubelet's error messages. Bytes that are not
 * UTF-8 come out as `\xhh`, other characters that Go does not print as `\u` or `\U`.
 */
import { asciiAt, copyText, writeByte, writeHexadecimal } from "../text.ts";
import { isPrintable } from "./printable.ts";

/** Letters of the escapes for the bytes 7 to 13. */
const ESCAPES = "abtnvfr";

/** Writes the text in double quotes; every byte takes at most ten. */
export function writeQuoted(at: usize, text: usize, size: i32): usize {
  const end = text + usize(size);
  at = writeByte(at, 0x22);
  while (text < end) {
    const rune = decodeRune(text, end);
    const width = rune < 0 ? 1 : runeSize(rune);
    if (rune == 0x22 || rune == 0x5c) at = writeByte(at, 0x5c);
    at = isPrintable(rune) ? copyText(at, text, width) : writeUnprintable(at, rune, text);
    text += usize(width);
  }
  return writeByte(at, 0x22);
}

/** Escapes a character, or a byte where there is none. */
function writeUnprintable(at: usize, rune: i32, text: usize): usize {
  let letter: u8 = 0x78;
  let digits = 2;
  if (rune < 0) {
    rune = load<u8>(text);
  } else if (rune >= 7 && rune <= 13) {
    letter = asciiAt(ESCAPES, rune - 7);
    digits = 0;
  } else if (rune >= 0x80) {
    letter = rune < 0x10000 ? 0x75 : 0x55;
    digits = rune < 0x10000 ? 4 : 8;
  }
  return writeEscape(at, letter, rune, digits);
}

/** Writes a backslash, a letter and hexadecimal digits. */
export function writeEscape(at: usize, letter: u8, value: u32, digits: i32): usize {
  return writeHexadecimal(writeByte(writeByte(at, 0x5c), letter), value, digits);
}

function runeSize(rune: i32): i32 {
  if (rune < 0x80) return 1;
  if (rune < 0x800) return 2;
  return rune < 0x10000 ? 3 : 4;
}

/** Returns the character at `at`, or -1 when the bytes there are not the shortest UTF-8 of one. */
function decodeRune(at: usize, end: usize): i32 {
  const first = i32(load<u8>(at));
  if (first < 0x80) return first;
  // The number of ones at the top is the number of bytes.
  const size = clz(~first << 24);
  if (size < 2 || size > 4 || at + usize(size) > end) return -1;
  let rune = first & (0x7f >> size);
  for (let i = 1; i < size; i++) {
    const byte = i32(load<u8>(at + usize(i)));
    if ((byte & 0xc0) != 0x80) return -1;
    rune = (rune << 6) | (byte & 0x3f);
  }
  const surrogate = rune >= 0xd800 && rune < 0xe000;
  return surrogate || rune > 0x10ffff || runeSize(rune) != size ? -1 : rune;
}
