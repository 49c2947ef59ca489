/**
 * Bytes of text in linear memory. A writer takes the address to write at and returns the address
 * after what it wrote; the caller has made room.
 */

/** asc keeps literals as UTF-16; the release build, by tools/asciiLiterals.mjs, as bytes. */
const CHARACTER_BYTES: usize = isDefined(ASCII_LITERALS) ? 1 : 2;

/** A character of an ASCII literal, which has to have one there. @inline */
export function asciiAt(literal: string, index: usize): u8 {
  return load<u8>(changetype<usize>(literal) + index * CHARACTER_BYTES);
}

/** Behind an ASCII literal; no text of a document has it. */
const END: u8 = 0xff;

/**
 * Whether the literal has `size` bytes, or goes on with END and another one: a text of that size
 * does not equal it then. @inline
 */
export function mayHaveSize(literal: string, size: i32): bool {
  return isDefined(ASCII_LITERALS)
    ? load<u8>(changetype<usize>(literal) + usize(size)) == END
    : literal.length == size;
}

/** Copies an ASCII literal. */
export function writeAscii(at: usize, literal: string): usize {
  const size = usize(literal.length);
  for (let i: usize = 0; i < size; i++) store<u8>(at + i, asciiAt(literal, i));
  return at + size;
}

export function writeByte(at: usize, byte: u8): usize {
  store<u8>(at, byte);
  return at + 1;
}

/** Copies `size` bytes; the two ranges may overlap. */
export function copyText(at: usize, from: usize, size: i32): usize {
  memory.copy(at, from, usize(size));
  return at + usize(size);
}

/** Writes the shortest decimal form, with a minus sign below zero. */
export function writeInteger(at: usize, value: i64): usize {
  if (value >= 0) return writeUnsigned(at, u64(value));
  return writeUnsigned(writeByte(at, 0x2d), 0 - u64(value));
}

/** Writes the shortest decimal form. */
export function writeUnsigned(at: usize, value: u64): usize {
  let digits = 1;
  for (let rest = value; rest >= 10; rest /= 10) digits++;
  return writePadded(at, value, digits);
}

/** Writes the last `digits` decimal digits of `value`, with leading zeros. */
export function writePadded(at: usize, value: u64, digits: i32): usize {
  const end = at + usize(digits);
  for (let place = end; place > at; value /= 10) store<u8>(--place, 0x30 + u8(value % 10));
  return end;
}

/** Writes the last `digits` hexadecimal digits of `value`, with leading zeros, in lower case. */
export function writeHexadecimal(at: usize, value: u64, digits: i32): usize {
  const end = at + usize(digits);
  for (let place = end; place > at; value >>= 4) {
    const digit = u8(value & 15);
    store<u8>(--place, digit + (digit < 10 ? 0x30 : 0x57));
  }
  return end;
}

/** @inline */
export function isDigit(byte: u8): bool {
  return u32(byte) - 0x30 < 10;
}

/** Maps an ASCII letter to lower case; other bytes may change, but never into a letter. */
export function lowerAscii(byte: u8): u8 {
  return byte | 0x20;
}

export function equalText(a: usize, aSize: i32, b: usize, bSize: i32): bool {
  return aSize == bSize && compareText(a, aSize, b, bSize) == 0;
}

/** Compares two texts bytewise: below zero, zero or above zero. A prefix comes first. */
export function compareText(a: usize, aSize: i32, b: usize, bSize: i32): i32 {
  const size = usize(min(aSize, bSize));
  let at: usize = 0;
  while (at + 8 <= size && load<u64>(a + at) == load<u64>(b + at)) at += 8;
  for (; at < size; at++) {
    const order = i32(load<u8>(a + at)) - i32(load<u8>(b + at));
    if (order != 0) return order;
  }
  return aSize - bSize;
}

/** Compares a text with an ASCII literal. */
export function equalAscii(text: usize, size: i32, literal: string): bool {
  if (!mayHaveSize(literal, size)) return false;
  for (let i: usize = 0; i < usize(size); i++) {
    if (load<u8>(text + i) != asciiAt(literal, i)) return false;
  }
  return true;
}
