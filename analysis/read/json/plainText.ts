const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const SPACE = 0x20;
const TILDE = 0x7e;
/** With the quotes: a digest in hexadecimal has less. */
const BYTES_MAX = 128;

/**
 * A JSON string of a few ASCII characters without escapes, as times and digests are; null for
 * anything else, which a reader of JSON judges. That one takes three times as long for these.
 */
export function plainTextOf(json: Uint8Array): string | null {
  const end = json.length - 1;
  if (end < 1 || end >= BYTES_MAX || json[0] !== QUOTE || json[end] !== QUOTE) return null;
  for (let at = 1; at < end; at++) {
    const byte = json[at] as number;
    if (byte < SPACE || byte > TILDE || byte === QUOTE || byte === BACKSLASH) return null;
  }
  return String.fromCharCode.apply(null, json.subarray(1, end) as unknown as number[]);
}
