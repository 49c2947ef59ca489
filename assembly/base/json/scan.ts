/**
 * Scanners over UTF-8 JSON text: each takes an address and answers the address after what it
 * read, or 0 after `fail`. Strict RFC 8259, 8 bytes at a time where it pays: plain 64-bit words
 * were as fast as SIMD on kubelet documents, because their tokens are short.
 */
import { Status } from "../../abi.ts";
import { fail, Reason } from "./failure.ts";

export const QUOTE: u8 = 0x22;
export const COMMA: u8 = 0x2c;
export const COLON: u8 = 0x3a;
export const OPEN_OBJECT: u8 = 0x7b;
export const CLOSE_OBJECT: u8 = 0x7d;
export const OPEN_ARRAY: u8 = 0x5b;
export const CLOSE_ARRAY: u8 = 0x5d;
export const BACKSLASH: u8 = 0x5c;
export const MINUS: u8 = 0x2d;

export const ONES: u64 = 0x0101010101010101;
export const HIGHS: u64 = 0x8080808080808080;
const ASCII_ZEROS: u64 = 0x3030303030303030;
const SIXES: u64 = 0x0606060606060606;
const HIGH_NIBBLES: u64 = 0xf0f0f0f0f0f0f0f0;
const EIGHT_SPACES: u64 = 0x2020202020202020;

/** Skips space, tab, line feed and carriage return; a kubelet indents by one space a level. */
export function skipSpace(at: usize): usize {
  while (true) {
    const byte = load<u8>(at);
    if (byte > 0x20) return at;
    if (byte == 0x0a || byte == 0x0d || byte == 0x09) at++;
    else if (byte != 0x20) return at;
    // The lowest byte that differs from a space ends a run of them.
    let difference = load<u64>(at) ^ EIGHT_SPACES;
    while (difference == 0) {
      at += 8;
      difference = load<u64>(at) ^ EIGHT_SPACES;
    }
    at += usize(ctz(difference) >> 3);
  }
  return at;
}

/** As `skipSpace`, without a call for nothing or the line feed and indent of a kubelet. @inline */
export function skipIndent(at: usize): usize {
  if (load<u8>(at) == 0x0a) at += usize(ctz(load<u64>(at, 1) ^ EIGHT_SPACES) >> 3) + 1;
  return load<u8>(at) <= 0x20 ? skipSpace(at) : at;
}

/** Counts escapes in texts and keys since the module was instantiated. */
export let escapesScanned: u32 = 0;

/** Whether a text scanned since `watchEscapes` had an escape. */
export let escapeSeen: bool = false;

export function watchEscapes(): void {
  escapeSeen = false;
}

/** Takes the first byte of a text and answers its closing quote. Validates escapes and UTF-8. */
export function scanText(at: usize): usize {
  while (true) {
    const marks = stops(load<u64>(at));
    if (marks == 0) {
      at += 8;
      continue;
    }
    at += usize(ctz(marks) >> 3);
    const byte = load<u8>(at);
    if (byte == QUOTE) return at;
    if (byte == BACKSLASH) at = scanEscape(at);
    else if (byte >= 0x80) at = scanCodePoint(at);
    else if (byte < 0x20) return failControl(at);
    else at++;
    if (at == 0) return 0;
  }
  return 0;
}

/**
 * High bits at quotes, backslashes, control and non-ASCII bytes; the lowest is exact. The high bit
 * of a byte that a subtraction leaves alone is its own, and stops in any case. @inline
 */
export function stops(word: u64): u64 {
  const quotes = (word ^ (ONES * 0x22)) - ONES;
  const slashes = (word ^ (ONES * 0x5c)) - ONES;
  return (quotes | slashes | (word - ONES * 0x20) | word) & HIGHS;
}

function failControl(at: usize): usize {
  const reason = load<u8>(at) == 0 ? Reason.UnterminatedText : Reason.ControlCharacter;
  return fail(Status.InvalidJson, reason, at);
}

function scanEscape(at: usize): usize {
  escapeSeen = true;
  escapesScanned++;
  const byte = load<u8>(at, 1);
  if (byte == 0x75) {
    for (let index: usize = 2; index < 6; index++) {
      if (hexValue(load<u8>(at + index)) < 0) return fail(Status.InvalidJson, Reason.BadEscape, at);
    }
    return at + 6;
  }
  if (isSimpleEscape(byte)) return at + 2;
  return fail(Status.InvalidJson, Reason.BadEscape, at);
}

/** Whether a byte is one of `" \ / b f n r t`. */
function isSimpleEscape(byte: u8): bool {
  if (byte == QUOTE || byte == BACKSLASH || byte == 0x2f) return true;
  return byte == 0x62 || byte == 0x66 || byte == 0x6e || byte == 0x72 || byte == 0x74;
}

export function hexValue(byte: u8): i32 {
  if (byte >= 0x30 && byte <= 0x39) return i32(byte) - 0x30;
  const lower = i32(byte) | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x61 + 10 : -1;
}

function scanCodePoint(at: usize): usize {
  const end = endOfCodePoint(at);
  return end != 0 ? end : fail(Status.InvalidText, Reason.NotUtf8, at);
}

/**
 * Answers the end of a UTF-8 sequence beyond ASCII, or 0. Table 3-7 of the Unicode standard
 * excludes overlong forms and surrogates.
 */
export function endOfCodePoint(at: usize): usize {
  const first = load<u8>(at);
  if (first < 0xc2 || first > 0xf4) return 0;
  const second = load<u8>(at, 1);
  let low: u8 = 0x80;
  let high: u8 = 0xbf;
  if (first == 0xe0) low = 0xa0;
  else if (first == 0xed) high = 0x9f;
  else if (first == 0xf0) low = 0x90;
  else if (first == 0xf4) high = 0x8f;
  if (second < low || second > high) return 0;
  if (first < 0xe0) return at + 2;
  if (!isContinuation(load<u8>(at, 2))) return 0;
  if (first < 0xf0) return at + 3;
  return isContinuation(load<u8>(at, 3)) ? at + 4 : 0;
}

/** Whether bytes are whole characters. */
export function isUtf8(at: usize, size: i32): bool {
  const end = at + usize(size);
  while (at < end) {
    at = load<u8>(at) < 0x80 ? at + 1 : endOfCodePoint(at);
    if (at == 0) return false;
  }
  return at == end;
}

function isContinuation(byte: u8): bool {
  return (byte & 0xc0) == 0x80;
}

/** Skips digits, eight at a time. */
export function scanDigits(at: usize): usize {
  while (true) {
    const others = nonDigits(load<u64>(at));
    if (others != 0) return at + usize(ctz(others) >> 3);
    at += 8;
  }
  return 0;
}

/** Bits set in every byte that is not a digit; the lowest one is exact. @inline */
export function nonDigits(word: u64): u64 {
  const value = word ^ ASCII_ZEROS;
  return (value | (value + SIXES)) & HIGH_NIBBLES;
}

/** Scans a JSON number of any size by its grammar, without computing its value. */
export function scanNumber(at: usize): usize {
  const start = at;
  if (load<u8>(at) == MINUS) at++;
  const first = load<u8>(at);
  const digits = first == 0x30 ? at + 1 : scanDigits(at);
  if (digits == at) return fail(Status.InvalidJson, Reason.BadNumber, start);
  const byte = load<u8>(digits);
  if (byte != 0x2e && (byte | 0x20) != 0x65) return digits;
  return scanFraction(digits, start);
}

/** Scans the fraction and the exponent of the number that began at `start`. */
function scanFraction(at: usize, start: usize): usize {
  if (load<u8>(at) == 0x2e) {
    const digits = scanDigits(at + 1);
    if (digits == at + 1) return fail(Status.InvalidJson, Reason.BadNumber, start);
    at = digits;
  }
  if ((load<u8>(at) | 0x20) == 0x65) {
    at++;
    const sign = load<u8>(at);
    if (sign == MINUS || sign == 0x2b) at++;
    const digits = scanDigits(at);
    if (digits == at) return fail(Status.InvalidJson, Reason.BadNumber, start);
    at = digits;
  }
  return at;
}

const TRUE_WORD: u32 = 0x65757274;
const FALSE_WORD: u32 = 0x736c6166;
const NULL_WORD: u32 = 0x6c6c756e;

export function isNull(at: usize): bool {
  return load<u32>(at) == NULL_WORD;
}

export function isTrue(at: usize): bool {
  return load<u32>(at) == TRUE_WORD;
}

export function isFalse(at: usize): bool {
  return load<u32>(at) == FALSE_WORD && load<u8>(at, 4) == 0x65;
}

/** Scans `true`, `false` or `null`. */
export function scanLiteral(at: usize): usize {
  if (isNull(at) || isTrue(at)) return at + 4;
  if (isFalse(at)) return at + 5;
  return fail(Status.InvalidJson, Reason.ExpectedValue, at);
}
