/**
 * The end of a member's value that another reader will parse. A recorded document may be
 * flawed, and its own reader says how: then brackets are counted, not matched by kind, and a scalar
 * goes on to the next separator.
 */
import { Status } from "../../abi.ts";
import {
  clearFailure,
  fail,
  failureDocument,
  Reason,
  restoreFailure,
  saveFailure,
} from "./failure.ts";
import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from "./scan.ts";
import { skipValue } from "./skip.ts";

const SPACE: u8 = 0x20;

/** Takes the first byte of a value and answers the byte after the value, at most `end`. */
export function cutValue(at: usize, end: usize): usize {
  const next = skipValue(at);
  if (next != 0 && endsScalar(load<u8>(next))) return next;
  if (next != 0) fail(Status.InvalidJson, Reason.ExpectedCommaOrEnd, next);
  // The flaw is reported where the end is missing: everything before the flaw is JSON.
  const flaw = memory.data(32, 8);
  saveFailure(flaw);
  clearFailure(failureDocument());
  const cut = cutFlawed(at, end);
  if (cut == 0) restoreFailure(flaw);
  return cut;
}

/** Answers 0 when there is no value, or it does not end. */
function cutFlawed(at: usize, end: usize): usize {
  const first = load<u8>(at);
  let next = at;
  if (first == QUOTE) next = endOfText(at + 1, end) + 1;
  else if (first == OPEN_OBJECT || first == OPEN_ARRAY) next = endOfBrackets(at, end);
  else while (next < end && !endsScalar(load<u8>(next))) next++;
  return next == at || next >= end ? 0 : next;
}

function endOfBrackets(at: usize, end: usize): usize {
  let depth = 0;
  while (at < end) {
    const byte = load<u8>(at);
    if (byte == QUOTE) at = endOfText(at + 1, end);
    else if (byte == OPEN_OBJECT || byte == OPEN_ARRAY) depth++;
    else if (byte == CLOSE_OBJECT || byte == CLOSE_ARRAY) {
      if (--depth == 0) return at + 1;
    }
    at++;
  }
  return end;
}

/** Answers the address of the closing quote, or `end`. */
function endOfText(at: usize, end: usize): usize {
  while (at < end && load<u8>(at) != QUOTE) at += load<u8>(at) == BACKSLASH ? 2 : 1;
  return min(at, end);
}

function endsScalar(byte: u8): bool {
  return byte == COMMA || byte == CLOSE_OBJECT || byte == CLOSE_ARRAY || byte <= SPACE;
}
