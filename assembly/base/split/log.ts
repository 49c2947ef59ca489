/** The log of a container, which `kubectl cluster-info dump` prints between two lists. */
import { equalAscii, writeAscii } from "../text.ts";
import { bordersAt, text, WORD_BYTES, wordAt } from "./text.ts";

const START = "==== START ";
const OF = "logs for container ";
const END = "==== END ";
const CLOSE = " ====";
const RETURN: u8 = 0x0d;

/** Whether the last word is the line that begins a log; it becomes the line that ends it. */
export function beginsLog(): bool {
  let size = text.wordSize;
  if (size > WORD_BYTES) return false;
  if (size > 0 && load<u8>(wordAt() + usize(size) - 1) == RETURN) size--;
  if (size <= START.length + OF.length + CLOSE.length) return false;
  const what = wordAt() + START.length;
  if (!equalAscii(wordAt(), START.length, START) || !equalAscii(what, OF.length, OF)) return false;
  if (!equalAscii(wordAt() + usize(size - CLOSE.length), CLOSE.length, CLOSE)) return false;
  memory.copy(wordAt() + END.length, what, usize(size - START.length));
  writeAscii(wordAt(), END);
  text.markSize = size - START.length + END.length;
  text.matched = 0;
  findBorders();
  return true;
}

/**
 * For each beginning of the mark, how much of its end is also a beginning: where a match fails, it
 * goes on with that, so each byte of a log is looked at once (Knuth, Morris, Pratt).
 */
function findBorders(): void {
  let matched = 0;
  setBorder(0, 0);
  for (let at = 1; at < text.markSize; at++) {
    matched = matchedWith(load<u8>(wordAt() + usize(at)), matched);
    setBorder(at, matched);
  }
}

function setBorder(at: i32, size: i32): void {
  store<u16>(bordersAt() + 2 * usize(at), u16(size));
}

/** How much of the mark is matched with one more byte. */
function matchedWith(byte: u8, matched: i32): i32 {
  while (matched > 0 && load<u8>(wordAt() + usize(matched)) != byte) {
    matched = load<u16>(bordersAt() + 2 * usize(matched - 1));
  }
  return load<u8>(wordAt() + usize(matched)) == byte ? matched + 1 : matched;
}

/** The end of the log, or `end` where it goes on; `hasLogEnded` says which. */
export function passLog(at: usize, end: usize): usize {
  let matched = text.matched;
  while (at < end && matched < text.markSize) matched = matchedWith(load<u8>(at++), matched);
  text.matched = matched;
  return at;
}

export function hasLogEnded(): bool {
  return text.matched == text.markSize;
}
