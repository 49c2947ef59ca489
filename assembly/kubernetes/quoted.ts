/**
 * Go's `strconv.Quote`, the form `%q` takes in the kubelet's error messages. Bytes that are not
 * UTF-8 come out as `\xhh`, other characters that Go does not print as `\u` or `\U`.
 */
import { writeAscii, writeHexadecimal } from "../text.ts";
import { isPrintable } from "./printable.ts";

/** Letters of the escapes for the bytes 7 to 13. */
const ESCAPES = "abtnvfr";

/** Writes the text in double quotes; every byte takes at most ten. */
export function writeQuoted(at: usize, text: usize, size: i32): usize {
  const end = text + usize(size);
  store<u8>(at++, 0x22);
  while (text < end) {
    const rune = decodeRune(text, end);
    if (rune < 0) {
      at = writeHexadecimal(writeAscii(at, "\\x"), load<u8>(text++), 2);
      continue;
    }
    const width = runeSize(rune);
    if (rune == 0x22 || rune == 0x5c) store<u8>(at++, 0x5c);
    if (isPrintable(rune)) {
      memory.copy(at, text, width);
      at += width;
    } else {
      at = writeEscape(at, rune);
    }
    text += width;
  }
  store<u8>(at, 0x22);
  return at + 1;
}

function writeEscape(at: usize, rune: i32): usize {
  if (rune >= 7 && rune <= 13) {
    store<u8>(at, 0x5c);
    store<u8>(at + 1, load<u8>(changetype<usize>(ESCAPES) + (usize(rune - 7) << 1)));
    return at + 2;
  }
  if (rune < 0x80) return writeHexadecimal(writeAscii(at, "\\x"), rune, 2);
  if (rune < 0x10000) return writeHexadecimal(writeAscii(at, "\\u"), rune, 4);
  return writeHexadecimal(writeAscii(at, "\\U"), rune, 8);
}

function runeSize(rune: i32): usize {
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
  return surrogate || rune > 0x10ffff || runeSize(rune) != usize(size) ? -1 : rune;
}
