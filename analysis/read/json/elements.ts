import { BRACKET_CLOSE, BRACKET_OPEN, COMMA, CUT, skipSpace, skipValue } from "./bytes.ts";

/**
 * Visits the elements of a JSON array as the bytes they are written in; views, not copies, and none
 * is kept here. The elements are not checked. False when the bytes are not an array, or when
 * `visit` ends the walk by answering false.
 */
export function walkElements(array: Uint8Array, visit: (element: Uint8Array) => boolean): boolean {
  if (array[0] !== BRACKET_OPEN) return false;
  let at = skipSpace(array, 1);
  if (array[at] === BRACKET_CLOSE) return true;
  for (;;) {
    const end = skipValue(array, at);
    if (end === CUT || end === at) return false;
    if (!visit(array.subarray(at, end))) return false;
    at = skipSpace(array, end);
    if (array[at] === BRACKET_CLOSE) return true;
    if (array[at] !== COMMA) return false;
    at = skipSpace(array, at + 1);
  }
}
