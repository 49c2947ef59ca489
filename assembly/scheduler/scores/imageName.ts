/** Image names as nodes report them: with a tag. */
import { copyText, writeAscii } from "../../base/text.ts";
import { WORD_SCRATCH_BYTES, WORD_SCRATCH_OFFSET } from "../../objects/memory.ts";
import { findText, NO_TEXT, textAt, textSize } from "../../objects/model/text.ts";

const COLON: u8 = 0x3a;
const SLASH: u8 = 0x2f;
const LATEST = ":latest";

/** The name with the tag `latest` if it has none; NO_TEXT when no object has that text. */
export function normalizeImage(name: u32): u32 {
  const size = textSize(name);
  const at = textAt(name);
  if (lastOf(at, size, COLON) > lastOf(at, size, SLASH)) return name;
  if (usize(size) + 16 > WORD_SCRATCH_BYTES) return NO_TEXT;
  const end = writeAscii(copyText(WORD_SCRATCH_OFFSET, at, size), LATEST);
  return findText(WORD_SCRATCH_OFFSET, i32(end - WORD_SCRATCH_OFFSET));
}

function lastOf(at: usize, size: i32, byte: u8): i32 {
  for (let index = size - 1; index >= 0; index--) {
    if (load<u8>(at + usize(index)) == byte) return index;
  }
  return -1;
}
