/** Answers of the core without the characters that control a terminal. */
import type { Answer } from "../engine/answer.ts";
import type { Decision } from "../engine/decision.ts";
import { indexOfBytes } from "./objects/documentBytes.ts";

const ESCAPE = /\\(?:u[0-9a-f]{4}|.)/gi;
const CONTROL_ESCAPE = /^\\(?:[bfnrt]|u00[01][0-9a-f]|u007f|u00[89][0-9a-f])$/i;
const CONTROL_CHARACTER = /[\u007f-\u009f]/g;

/** A decision for people: control characters, with which a name could play on a terminal, go. */
export function readable<T>(answer: Answer<T>): T {
  return { ...readableText<T>(answer.text), ...answer.known };
}

/** Quotes inside a text are escaped, so that this can only be the member itself. */
const RANKING = new TextEncoder().encode(',"ranking":');
const decoder = new TextDecoder();

/** The same up to the ranking, which on a full node is nearly all of a decision's text. */
export function withoutRanking({ bytes, known }: Answer<Decision>): Decision {
  const end = indexOfBytes(bytes, RANKING);
  const text = decoder.decode(end < 0 ? bytes : bytes.subarray(0, end));
  return { ...readableText<Decision>(end < 0 ? text : `${text}}`), ...known };
}

export function readableText<T>(json: string): T {
  const text = json
    .replace(ESCAPE, (found) => (CONTROL_ESCAPE.test(found) ? "\\ufffd" : found))
    .replace(CONTROL_CHARACTER, "\ufffd");
  return JSON.parse(text) as T;
}
