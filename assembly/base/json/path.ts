/**
 * The JSON path of a byte offset, found by walking the document again from its start: only
 * documents that fail pay for their path. The bytes before the offset are known to be JSON, but for
 * values of a record that are flawed themselves: a key there may not be a string.
 *
 * ```
 *  level: 0        4        8
 *         ┌────────┬────────┐
 *         │key at  │size    │   in an object; size -1 - index in an array
 *         └────────┴────────┘
 * ```
 */
import { inputStart } from "../input.ts";
import { SCRATCH_BYTES, SCRATCH_OFFSET } from "../memory.ts";
import {
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  isUtf8,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from "./scan.ts";
import { addInteger, addLiteral, addText } from "./write.ts";

const LEVELS: usize = SCRATCH_OFFSET;
const LEVELS_MAX: i32 = i32(SCRATCH_BYTES / 8);

function keyOf(level: i32): usize {
  return load<u32>(LEVELS + 8 * usize(level));
}

function sizeOf(level: i32): i32 {
  return load<i32>(LEVELS + 8 * usize(level), 4);
}

function setLevel(level: i32, key: usize, size: i32): void {
  store<u32>(LEVELS + 8 * usize(level), u32(key));
  store<i32>(LEVELS + 8 * usize(level), size, 4);
}

/** Adds the path of the value at or around `target` to an open text: `$.items[3].spec`. */
export function addPath(target: usize): void {
  addLiteral("$");
  addLevels(target, true);
}

/** As `addPath`, without the root: `items[3].spec`. */
export function addMemberPath(target: usize): void {
  addLevels(target, false);
}

function addLevels(target: usize, isRooted: bool): void {
  const depth = walkTo(target);
  for (let level = 0; level < depth; level++) {
    const size = sizeOf(level);
    if (size < 0) {
      addLiteral("[");
      addInteger(-1 - size);
      addLiteral("]");
    } else if (size > 0 && keyOf(level) != 0 && isUtf8(keyOf(level), size)) {
      if (isRooted || level > 0) addLiteral(".");
      addText(keyOf(level), size);
    }
  }
}

/** Leaves the open levels in scratch memory; answers how many. */
function walkTo(target: usize): i32 {
  let depth = 0;
  let expectsKey = false;
  let at = inputStart;
  while (at < target) {
    const byte = load<u8>(at);
    if (byte == QUOTE) {
      const end = endOfText(at + 1, target);
      if (end >= target) return depth;
      if (expectsKey) setLevel(depth - 1, at + 1, i32(end - at - 1));
      expectsKey = false;
      at = end + 1;
      continue;
    }
    if (byte == OPEN_OBJECT || byte == OPEN_ARRAY) {
      if (depth == LEVELS_MAX) return depth;
      expectsKey = byte == OPEN_OBJECT;
      setLevel(depth++, 0, expectsKey ? 0 : -1);
    } else if ((byte == CLOSE_OBJECT || byte == CLOSE_ARRAY) && depth > 0) {
      depth--;
      expectsKey = false;
    } else if (byte == COMMA && depth > 0) {
      const size = sizeOf(depth - 1);
      expectsKey = size >= 0;
      if (!expectsKey) setLevel(depth - 1, 0, size - 1);
    }
    at++;
  }
  return depth;
}

/** Answers the closing quote, or `target` when the text does not end before it. */
function endOfText(at: usize, target: usize): usize {
  while (at < target) {
    const byte = load<u8>(at);
    if (byte == QUOTE) return at;
    at += byte == 0x5c ? 2 : 1;
  }
  return target;
}
