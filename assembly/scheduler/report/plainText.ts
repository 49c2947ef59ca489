/** Texts that have nothing to escape, as names of nodes have none, in words of eight bytes. */
import { writeEscaped } from "../../base/json/write.ts";

const ONES: u64 = 0x0101010101010101;
const HIGH_BITS: u64 = 0x8080808080808080;
const SPACES: u64 = ONES * 0x20;
const QUOTES: u64 = ONES * 0x22;
const BACKSLASHES: u64 = ONES * 0x5c;

/** As `writeEscaped`; up to seven bytes behind the text are written over. */
export function writePlain(to: usize, at: usize, size: i32): usize {
  let done: i32 = 0;
  for (; done + 8 <= size; done += 8) {
    const word = load<u64>(at + usize(done));
    if (hasSpecial(word)) return writeEscaped(to, at, size);
    store<u64>(to + usize(done), word);
  }
  return writeEscaped(to + usize(done), at + usize(done), size - done);
}

/** Whether a byte is a quote, a backslash, or below a space; some others count as one. */
function hasSpecial(word: u64): bool {
  const quotes = word ^ QUOTES;
  const backslashes = word ^ BACKSLASHES;
  const found = (word - SPACES) | (quotes - ONES) | (backslashes - ONES) | word;
  return (found & HIGH_BITS) != 0;
}
