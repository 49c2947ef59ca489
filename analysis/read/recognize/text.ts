import { beginningOf } from "./beginning.ts";

/**
 * The limit for a text: `check` reads none that is longer, and the edge function sets a lower
 * limit.
 */
export const TEXT_BYTES_MAX = 4 * 2 ** 20;

/** Where each byte order mark and each half of a UTF-16 text says so. */
const ENCODINGS: readonly { readonly encoding: string; readonly mark: readonly number[] }[] = [
  { encoding: "utf-8", mark: [0xef, 0xbb, 0xbf] },
  { encoding: "utf-16le", mark: [0xff, 0xfe] },
  { encoding: "utf-16be", mark: [0xfe, 0xff] },
];
const UTF_8 = "utf-8";

/**
 * The text of a file in UTF-8 or UTF-16 (which `>` writes in PowerShell 5), without its byte order
 * mark; null when it is neither. The last character of a cut file may be incomplete.
 */
export function textOfFile(bytes: Uint8Array, isCut = false): string | null {
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes, { stream: isCut });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** The same of any bytes: U+FFFD replaces what is not text. */
export function decodedText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

const MARK_BYTES_MAX = 3;
const encoder = new TextEncoder();

/** The same of chunks of any size, again as bytes: chunks of UTF-8 are passed on as they are. */
export async function* inUtf8(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { start, rest } = await beginningOf(chunks, MARK_BYTES_MAX);
  if (isPlain(start)) {
    yield* rest;
    return;
  }
  const decoder = new TextDecoder(encodingOf(start));
  for await (const chunk of rest) {
    const text = decoder.decode(chunk as Uint8Array<ArrayBuffer>, { stream: true });
    if (text !== "") yield encoder.encode(text);
  }
  const last = decoder.decode();
  if (last !== "") yield encoder.encode(last);
}

/** Whether the bytes are UTF-8 and begin with no mark, as nearly all files are. */
export function isPlain(bytes: Uint8Array): boolean {
  return encodingOf(bytes) === UTF_8 && bytes[0] !== 0xef;
}

/** Without a mark, the zero half of a first character below U+0100 identifies UTF-16. */
export function encodingOf(bytes: Uint8Array): string {
  const marked = ENCODINGS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte));
  if (marked !== undefined) return marked.encoding;
  const [first, second] = bytes;
  if (first === 0 && second !== undefined && second !== 0) return "utf-16be";
  return second === 0 && first !== 0 ? "utf-16le" : UTF_8;
}
