import { BRACKET_CLOSE, BRACKET_OPEN, COMMA, CUT, skipSpace, skipValue } from "./bytes.ts";

/**
 * The elements of a JSON array as the bytes they are written in; views, not copies. Null when the
 * bytes are no array. The elements are not judged.
 */
export function elementsOf(array: Uint8Array): Uint8Array[] | null {
  if (array[0] !== BRACKET_OPEN) return null;
  const elements: Uint8Array[] = [];
  let at = skipSpace(array, 1);
  if (array[at] === BRACKET_CLOSE) return elements;
  for (;;) {
    const end = skipValue(array, at);
    if (end === CUT || end === at) return null;
    elements.push(array.subarray(at, end));
    at = skipSpace(array, end);
    if (array[at] === BRACKET_CLOSE) return elements;
    if (array[at] !== COMMA) return null;
    at = skipSpace(array, at + 1);
  }
}
