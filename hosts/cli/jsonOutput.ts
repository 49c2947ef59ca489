/** Answers in JSON, without characters that control a terminal or turn a text around. */
import type { Io, Output } from "../system/io.ts";

/** Controls of C1, marks and overrides of the direction, and separators of lines. */
const UNSAFE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
/** What each of them begins with in UTF-8, but for U+007F, which is a byte of its own. */
const UNSAFE_BYTES = [0x7f, 0xc2, 0xd8, 0xe2];
const OBJECT = "{";
const ARRAY = "[";
const decoder = new TextDecoder();

/** Equal for a reader of JSON: such a character is in a text, or the document is none. */
export function escapedJson(text: string): string {
  return text.replace(UNSAFE, (found) => {
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** A name in a document could otherwise play on the terminal that an answer is printed on. */
export function withSafeJson(io: Io): Io {
  return { ...io, stdout: safeOutput(io.stdout) };
}

/** Only JSON begins with a brace or a bracket. Each chunk has whole characters. */
function safeOutput(output: Output): Output {
  let isJson: boolean | null = null;
  const write: Output["write"] = (chunk) => {
    if (chunk.length > 0) isJson ??= beginsJson(chunk);
    return output.write(isJson === true ? escaped(chunk) : chunk);
  };
  return Object.create(output, { write: { value: write } });
}

function beginsJson(chunk: string | Uint8Array): boolean {
  const first = typeof chunk === "string" ? chunk[0] : String.fromCharCode(chunk[0] ?? 0);
  return first === OBJECT || first === ARRAY;
}

function escaped(chunk: string | Uint8Array): string | Uint8Array {
  if (typeof chunk === "string") return escapedJson(chunk);
  return UNSAFE_BYTES.some((byte) => chunk.includes(byte))
    ? escapedJson(decoder.decode(chunk))
    : chunk;
}
