/** Decodes JSON text to UTF-8. */
import { BACKSLASH, hexValue } from "./scan.ts";

const REPLACEMENT: u32 = 0xfffd;

/**
 * Copies the validated text in [start, end) to `target`, resolving escapes; a surrogate without
 * its partner becomes U+FFFD, as in Go. Answers the end; never longer than the source.
 */
export function unescapeText(start: usize, end: usize, target: usize): usize {
  let at = start;
  while (at < end) {
    const byte = load<u8>(at);
    if (byte != BACKSLASH) {
      store<u8>(target, byte);
      target++;
      at++;
      continue;
    }
    const escape = load<u8>(at, 1);
    if (escape != 0x75) {
      store<u8>(target, simpleEscape(escape));
      target++;
      at += 2;
      continue;
    }
    let codePoint = hexWord(at + 2);
    at += 6;
    if (codePoint >= 0xd800 && codePoint <= 0xdfff) {
      const low = lowSurrogate(at, end);
      if (codePoint < 0xdc00 && low != 0) {
        codePoint = 0x10000 + ((codePoint - 0xd800) << 10) + (low - 0xdc00);
        at += 6;
      } else {
        codePoint = REPLACEMENT;
      }
    }
    target = writeCodePoint(target, codePoint);
  }
  return target;
}

function simpleEscape(byte: u8): u8 {
  if (byte == 0x62) return 0x08;
  if (byte == 0x66) return 0x0c;
  if (byte == 0x6e) return 0x0a;
  if (byte == 0x72) return 0x0d;
  if (byte == 0x74) return 0x09;
  return byte;
}

function hexWord(at: usize): u32 {
  let value: u32 = 0;
  for (let index: usize = 0; index < 4; index++) {
    value = (value << 4) | u32(hexValue(load<u8>(at + index)));
  }
  return value;
}

/** Answers the value of a `\uDC00`-`\uDFFF` escape at `at`, or 0. */
function lowSurrogate(at: usize, end: usize): u32 {
  if (at + 6 > end) return 0;
  if (load<u8>(at) != BACKSLASH || load<u8>(at, 1) != 0x75) return 0;
  const value = hexWord(at + 2);
  return value >= 0xdc00 && value <= 0xdfff ? value : 0;
}

export function writeCodePoint(target: usize, codePoint: u32): usize {
  if (codePoint < 0x80) {
    store<u8>(target, u8(codePoint));
    return target + 1;
  }
  if (codePoint < 0x800) {
    store<u8>(target, u8(0xc0 | (codePoint >> 6)));
    store<u8>(target, continuation(codePoint), 1);
    return target + 2;
  }
  if (codePoint < 0x10000) {
    store<u8>(target, u8(0xe0 | (codePoint >> 12)));
    store<u8>(target, continuation(codePoint >> 6), 1);
    store<u8>(target, continuation(codePoint), 2);
    return target + 3;
  }
  store<u8>(target, u8(0xf0 | (codePoint >> 18)));
  store<u8>(target, continuation(codePoint >> 12), 1);
  store<u8>(target, continuation(codePoint >> 6), 2);
  store<u8>(target, continuation(codePoint), 3);
  return target + 4;
}

function continuation(codePoint: u32): u8 {
  return u8(0x80 | (codePoint & 0x3f));
}
