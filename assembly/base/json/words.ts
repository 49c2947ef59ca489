/** Reads short texts that are only compared: phases, operators, class names. */

import { arenaPosition, rewindArena } from "../arena.ts";
import { equalAscii } from "../text.ts";
import { notePresent, readText, valuePresent } from "./read.ts";
import { escapeSeen, QUOTE, scanText, watchEscapes } from "./scan.ts";

const span: usize = memory.data(8, 4);

/** Reads a text (null is empty); `wordIs` compares it until the next one is read. */
export function readWord(at: usize): usize {
  store<u64>(span, 0);
  if (load<u8>(at) == QUOTE) {
    watchEscapes();
    const end = scanText(at + 1);
    if (end == 0) return 0;
    if (!escapeSeen) {
      store<u32>(span, u32(at + 1));
      store<u32>(span, u32(end - at - 1), 4);
      notePresent();
      return end + 1;
    }
  }
  const position = arenaPosition();
  at = readText(at, span);
  rewindArena(position);
  if (!valuePresent) store<u64>(span, 0);
  return at;
}

export function wordIs(literal: string): bool {
  return equalAscii(load<u32>(span), load<i32>(span, 4), literal);
}

export function wordAt(): usize {
  return load<u32>(span);
}

export function wordSize(): i32 {
  return load<i32>(span, 4);
}

export function isWordEmpty(): bool {
  return load<u32>(span, 4) == 0;
}
