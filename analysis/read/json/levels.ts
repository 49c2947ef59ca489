const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const BRACKET_OPEN = 0x5b;
/** Set in both braces and in neither bracket, so that `[` reads as `{` and `]` as `}`. */
const BRACE_BIT = 0x20;
const BRACE_OPEN = 0x7b;
const BRACE_CLOSE = 0x7d;

/**
 * Whether JSON has more levels of arrays and objects inside each other than `levels`: a scan that
 * reads each byte once, for readers that are recursive. Bytes that are not JSON have some answer.
 */
export function nestsDeeperThan(levels: number, json: Uint8Array): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at] as number;
    if (byte === QUOTE) {
      for (at++; at < json.length && json[at] !== QUOTE; at++) if (json[at] === BACKSLASH) at++;
    } else if (byte >= BRACKET_OPEN) {
      if ((byte | BRACE_BIT) === BRACE_OPEN) {
        if (++depth > levels) return true;
      } else if ((byte | BRACE_BIT) === BRACE_CLOSE) depth--;
    }
  }
  return false;
}
