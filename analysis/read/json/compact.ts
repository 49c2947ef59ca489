import {
  BRACE_CLOSE,
  BRACE_OPEN,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  COLON,
  COMMA,
  CUT,
  isSpace,
  QUOTE,
  skipString,
} from "./bytes.ts";

const SPACE = 0x20;
const TAB = 0x09;
const STRUCTURAL = new Set([
  BRACE_OPEN,
  BRACE_CLOSE,
  BRACKET_OPEN,
  BRACKET_CLOSE,
  COLON,
  COMMA,
] as const) as ReadonlySet<number | undefined>;

/**
 * The same JSON on one line, every token as it was written. Bytes that are not JSON stay bytes that
 * are not JSON, so that a replay meets the error the recording met: space between two tokens that
 * would run together becomes one space, a line break inside a string becomes a tab, which JSON
 * allows only a line break there.
 */
export function compactJson(json: Uint8Array): Uint8Array {
  const out = new Uint8Array(json.length);
  let size = 0;
  let at = 0;
  while (at < json.length) {
    const byte = json[at] as number;
    if (isSpace(byte)) {
      while (isSpace(json[at])) at++;
      const apart = size > 0 && at < json.length;
      if (apart && !STRUCTURAL.has(out[size - 1]) && !STRUCTURAL.has(json[at])) out[size++] = SPACE;
    } else if (byte === QUOTE) {
      const end = skipString(json, at);
      const stop = end === CUT ? json.length : end;
      for (; at < stop; at++) out[size++] = isBreak(json[at]) ? TAB : (json[at] as number);
    } else {
      out[size++] = byte;
      at++;
    }
  }
  return out.subarray(0, size);
}

function isBreak(byte: number | undefined): boolean {
  return byte === 0x0a || byte === 0x0d;
}
