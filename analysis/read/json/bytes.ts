/** Walking JSON as bytes: each function takes a position and returns the one after. */

export const QUOTE = 0x22;
export const COLON = 0x3a;
export const COMMA = 0x2c;
export const BRACE_OPEN = 0x7b;
export const BRACE_CLOSE = 0x7d;
export const BRACKET_OPEN = 0x5b;
export const BRACKET_CLOSE = 0x5d;
const BACKSLASH = 0x5c;
/** Set in both braces and in neither bracket, so that `[` reads as `{` and `]` as `}`. */
const BRACE_BIT = 0x20;

/** What `skipString` and `skipValue` answer when the bytes end first. */
export const CUT = -1;

export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}

export function skipSpace(bytes: Uint8Array, at: number): number {
  let next = at;
  while (isSpace(bytes[next])) next++;
  return next;
}

/** `at` is on the opening quote. */
export function skipString(bytes: Uint8Array, at: number): number {
  for (let next = at + 1; next < bytes.length; next++) {
    const byte = bytes[next];
    if (byte === QUOTE) return next + 1;
    if (byte === BACKSLASH) next++;
  }
  return CUT;
}

/**
 * `at` is on the first byte of a value. Brackets are counted, not matched by kind, and a scalar
 * runs up to the next separator: the reader of the value judges it.
 */
export function skipValue(bytes: Uint8Array, at: number): number {
  const first = bytes[at];
  if (first === QUOTE) return skipString(bytes, at);
  if (first === BRACE_OPEN || first === BRACKET_OPEN) return skipContainer(bytes, at);
  let next = at;
  while (next < bytes.length && !endsScalar(bytes[next] as number)) next++;
  return next === bytes.length ? CUT : next;
}

function skipContainer(bytes: Uint8Array, at: number): number {
  const end = bytes.length;
  let depth = 0;
  let next = at;
  while (next < end) {
    let byte = bytes[next++] as number;
    if (byte === QUOTE) {
      // Half of a document is inside strings: this loop reads each byte once and calls nothing.
      do {
        if (next >= end) return CUT;
        byte = bytes[next++] as number;
        if (byte === BACKSLASH) next++;
      } while (byte !== QUOTE);
    } else if (byte >= BRACKET_OPEN) {
      if ((byte | BRACE_BIT) === BRACE_OPEN) depth++;
      else if ((byte | BRACE_BIT) === BRACE_CLOSE && --depth === 0) return next;
    }
  }
  return CUT;
}

function endsScalar(byte: number): boolean {
  return byte === COMMA || (byte | BRACE_BIT) === BRACE_CLOSE || isSpace(byte);
}

/** Whether the bytes hold these, anywhere. */
export function holdsBytes(bytes: Uint8Array, sought: Uint8Array): boolean {
  const [first = 0] = sought;
  const last = bytes.length - sought.length;
  for (let at = bytes.indexOf(first); at >= 0 && at <= last; at = bytes.indexOf(first, at + 1)) {
    if (sought.every((byte, index) => bytes[at + index] === byte)) return true;
  }
  return false;
}

/** A copy of the bytes, in separate memory. */
export function concatenated(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
