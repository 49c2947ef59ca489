/**
 * Walks objects and arrays whose members the policy reads. Every decoder has this form:
 *
 * ```
 *   at = openObject(at);
 *   while (load<u8>(at) == QUOTE) {
 *     at = scanMember(at);                       // the key is at keyAt, of keySize bytes
 *     if (isAvailableBytes()) at = readUnsigned(at, …);
 *     else at = skipValue(at);
 *     at = nextMember(at);
 *   }
 *   return closeObject(at);
 * ```
 * Position 0 means "failed": its byte is NUL, so loops end by themselves.
 */
import { Status } from "../../abi.ts";
import { SCRATCH_OFFSET } from "../memory.ts";
import { equalAscii, mayHaveSize } from "../text.ts";
import { fail, Reason } from "./failure.ts";
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  scanText,
  skipIndent,
  skipSpace,
  stops,
} from "./scan.ts";
import { skipValue } from "./skip.ts";
import { unescapeText } from "./unescape.ts";

export let keySize: i32 = 0;
export let keyAt: usize = 0;

const SPACE: u8 = 0x20;
const COLON_AND_SPACE: u16 = 0x203a;

/** Keys with escapes are unescaped here; one key is alive at a time. */
const KEY_SCRATCH: usize = SCRATCH_OFFSET + 0x20000;
const KEY_SCRATCH_BYTES: usize = 0x10000;

/** Takes the address of `{` and answers that of the first key, or of `}`. */
export function openObject(at: usize): usize {
  if (load<u8>(at) != OPEN_OBJECT) return wrongType(at, Reason.ExpectedObject);
  at++;
  at = skipIndent(at);
  const byte = load<u8>(at);
  if (byte == QUOTE || byte == CLOSE_OBJECT) return at;
  return fail(Status.InvalidJson, Reason.ExpectedKey, at);
}

/** Takes the end of a member's value and answers the next key, or `}`. */
export function nextMember(at: usize): usize {
  at = skipIndent(at);
  const byte = load<u8>(at);
  if (byte == COMMA) {
    at++;
    at = skipIndent(at);
    if (load<u8>(at) == QUOTE) return at;
    return fail(Status.InvalidJson, Reason.ExpectedKey, at);
  }
  if (byte == CLOSE_OBJECT) return at;
  return fail(Status.InvalidJson, Reason.ExpectedCommaOrEnd, at);
}

/** Takes the address of `}` and answers the byte after it; a failure (0) stays one. */
export function closeObject(at: usize): usize {
  return at == 0 ? 0 : at + 1;
}

/** Takes the address of `[` and answers that of the first element, or of `]`. */
export function openArray(at: usize): usize {
  if (load<u8>(at) != OPEN_ARRAY) return wrongType(at, Reason.ExpectedArray);
  return skipSpace(at + 1);
}

/** Whether `at` points at an element of an array opened by `openArray`. */
export function atElement(at: usize): bool {
  const byte = load<u8>(at);
  return byte != CLOSE_ARRAY && byte != 0;
}

/** Takes the end of an element and answers the next one, or `]`. */
export function nextElement(at: usize): usize {
  at = skipSpace(at);
  const byte = load<u8>(at);
  if (byte == COMMA) {
    at = skipSpace(at + 1);
    if (load<u8>(at) != CLOSE_ARRAY) return at;
    return fail(Status.InvalidJson, Reason.ExpectedValue, at);
  }
  if (byte == CLOSE_ARRAY) return at;
  return fail(Status.InvalidJson, Reason.ExpectedCommaOrEnd, at);
}

export function closeArray(at: usize): usize {
  if (at == 0) return 0;
  if (load<u8>(at) != CLOSE_ARRAY) return fail(Status.InvalidJson, Reason.ExpectedValue, at);
  return at + 1;
}

/** Takes a key's opening quote and answers the first byte of its value. */
export function scanMember(at: usize): usize {
  const start = at + 1;
  let end = start;
  let marks = stops(load<u64>(end));
  while (marks == 0) {
    end += 8;
    marks = stops(load<u64>(end));
  }
  end += usize(ctz(marks) >> 3);
  if (load<u8>(end) == QUOTE) setKey(start, i32(end - start));
  else end = scanUnusualKey(start);
  if (end == 0) return 0;
  // `": "` is how kubelets and Go's encoder with indent write it.
  if (load<u16>(end, 1) == COLON_AND_SPACE) at = end + 3;
  else {
    at = skipSpace(end + 1);
    if (load<u8>(at) != COLON) return fail(Status.InvalidJson, Reason.ExpectedColon, at);
    at++;
  }
  return load<u8>(at) <= SPACE ? skipSpace(at) : at;
}

/** Validates a key with escapes or other characters than ASCII; it is compared in decoded form. */
function scanUnusualKey(start: usize): usize {
  const end = scanText(start);
  if (end == 0) return 0;
  const size = i32(end - start);
  if (usize(size) > KEY_SCRATCH_BYTES) {
    setKey(start, size);
    return end;
  }
  const unescaped = unescapeText(start, end, KEY_SCRATCH);
  setKey(KEY_SCRATCH, i32(unescaped - KEY_SCRATCH));
  return end;
}

/** @inline */
export function setKey(start: usize, size: i32): void {
  keyAt = start;
  keySize = size;
}

/** Fails for a value of the wrong type, or for bytes that are not a value. */
export function wrongType(at: usize, reason: i32): usize {
  if (at == 0) return 0;
  if (skipValue(at) == 0) return 0;
  return fail(Status.WrongType, reason, at);
}

/** Whether the key equals a literal of ASCII, not empty. Up to 16 bytes are compared by words. */
export function keyIs(name: string): bool {
  if (!mayHaveSize(name, keySize)) return false;
  if (keySize > 16 || !isDefined(ASCII_LITERALS)) return equalAscii(keyAt, keySize, name);
  const literal = changetype<usize>(name);
  const difference = load<u64>(keyAt) ^ load<u64>(literal);
  if (keySize < 8) return difference << (64 - 8 * u64(keySize)) == 0;
  const tail = usize(keySize) - 8;
  return difference == 0 && load<u64>(keyAt + tail) == load<u64>(literal + tail);
}
