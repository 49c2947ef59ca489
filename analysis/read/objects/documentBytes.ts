/** What is looked for in the bytes of objects, before any is parsed. */
const decoder = new TextDecoder();

/** The text that a token of JSON is; empty for another value, and for none. */
export function textOf(token: Uint8Array | undefined): string {
  if (token === undefined) return "";
  const value: unknown = JSON.parse(decoder.decode(token));
  return typeof value === "string" ? value : "";
}

export function contains(bytes: Uint8Array, mark: Uint8Array): boolean {
  return indexOfBytes(bytes, mark) >= 0;
}

/** Where `mark` begins for the first time; -1 if nowhere. */
export function indexOfBytes(bytes: Uint8Array, mark: Uint8Array): number {
  const [first] = mark;
  if (first === undefined) return 0;
  for (let at = bytes.indexOf(first); at >= 0; at = bytes.indexOf(first, at + 1)) {
    let same = 1;
    while (same < mark.length && bytes[at + same] === mark[same]) same++;
    if (same === mark.length) return at;
  }
  return -1;
}
