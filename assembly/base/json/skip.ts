/**
 * Skips values that the policy does not read, and validates them: a document is JSON as a whole
 * or refused. There is no recursion; one byte a level says whether it is an object or an array.
 * Two thirds of a Summary go through here, so the loop looks at the next byte before it calls
 * anything.
 */
import { DEPTH_MAX, Status } from "../../abi.ts";
import { SCRATCH_OFFSET } from "../memory.ts";
import { isDigit } from "../text.ts";
import { fail, Reason } from "./failure.ts";
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  MINUS,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  scanLiteral,
  scanNumber,
  scanText,
  skipIndent,
  skipSpace,
} from "./scan.ts";

/** One byte a level, 1 = object. */
const LEVELS: usize = SCRATCH_OFFSET;
const SPACE: u8 = 0x20;
const COLON_AND_SPACE: u16 = 0x203a;

/** Takes the first byte of any value and answers the byte after it. */
export function skipValue(at: usize): usize {
  const byte = load<u8>(at);
  return byte == OPEN_OBJECT || byte == OPEN_ARRAY ? skipNested(at) : skipScalar(at);
}

/** Skips a value that is not an array or an object. @inline */
function skipScalar(at: usize): usize {
  const byte = load<u8>(at);
  if (byte == QUOTE) return afterQuote(scanText(at + 1));
  return isDigit(byte) || byte == MINUS ? scanNumber(at) : scanLiteral(at);
}

function afterQuote(at: usize): usize {
  return at == 0 ? 0 : at + 1;
}

function skipNested(at: usize): usize {
  let depth: usize = 0;
  while (true) {
    const byte = load<u8>(at);
    if (byte == OPEN_OBJECT || byte == OPEN_ARRAY) {
      if (depth == DEPTH_MAX) return fail(Status.TooDeep, Reason.Depth, at);
      const isObject = byte == OPEN_OBJECT;
      at++;
      at = skipIndent(at);
      if (load<u8>(at) == (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) {
        at++;
      } else {
        store<u8>(LEVELS + depth, u8(isObject));
        depth++;
        if (isObject) at = skipKey(at);
        if (at == 0) return 0;
        continue;
      }
    } else {
      at = skipScalar(at);
      if (at == 0) return 0;
    }
    // After a value: close as many levels as end here, then go on to the next one.
    while (true) {
      if (depth == 0) return at;
      at = skipIndent(at);
      const isObject = load<u8>(LEVELS + depth - 1) != 0;
      const next = load<u8>(at);
      at++;
      if (next == COMMA) {
        at = skipIndent(at);
        if (isObject) at = skipKey(at);
        if (at == 0) return 0;
        break;
      }
      if (next != (isObject ? CLOSE_OBJECT : CLOSE_ARRAY)) {
        return fail(Status.InvalidJson, Reason.ExpectedCommaOrEnd, at - 1);
      }
      depth--;
    }
  }
  return 0;
}

/** Takes a key's opening quote and answers the first byte of its value. @inline */
function skipKey(at: usize): usize {
  if (load<u8>(at) != QUOTE) return fail(Status.InvalidJson, Reason.ExpectedKey, at);
  at = scanText(at + 1);
  if (at == 0) return 0;
  // `": "` is how kubelets and Go's encoder with indent write it.
  if (load<u16>(at, 1) == COLON_AND_SPACE) at += 3;
  else {
    at = skipSpace(at + 1);
    if (load<u8>(at) != COLON) return fail(Status.InvalidJson, Reason.ExpectedColon, at);
    at++;
  }
  return load<u8>(at) <= SPACE ? skipSpace(at) : at;
}
