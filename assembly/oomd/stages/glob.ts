/** Shell globs of one part of a path: `*`, `?`, `[...]` and `\`, as glob(3) takes them. */
const STAR: u8 = 0x2a;
const QUESTION: u8 = 0x3f;
const OPEN: u8 = 0x5b;
const CLOSE: u8 = 0x5d;
const BACKSLASH: u8 = 0x5c;
const DOT: u8 = 0x2e;
const DASH: u8 = 0x2d;

/** Whether a pattern matches all of a name. No wildcard matches a period at its start. */
export function globMatches(pattern: usize, end: usize, name: usize, nameEnd: usize): bool {
  if (name < nameEnd && load<u8>(name) == DOT) {
    const byte = pattern < end ? load<u8>(pattern) : 0;
    if (byte == STAR || byte == QUESTION || byte == OPEN) return false;
  }
  let star: usize = 0;
  let mark: usize = 0;
  while (name < nameEnd || pattern < end) {
    if (pattern < end && load<u8>(pattern) == STAR) {
      star = ++pattern;
      mark = name;
      continue;
    }
    const next = name < nameEnd && pattern < end ? stepOver(pattern, end, load<u8>(name)) : 0;
    if (next != 0) {
      pattern = next;
      name = afterCharacter(name, nameEnd);
      continue;
    }
    if (star == 0 || mark >= nameEnd) return false;
    pattern = star;
    mark = afterCharacter(mark, nameEnd);
    name = mark;
  }
  return true;
}

/** oomd runs in the C locale, where each byte is a character. */
function afterCharacter(at: usize, end: usize): usize {
  return at < end ? at + 1 : end;
}

/** The rest of a pattern whose first item matches a byte, or 0. */
function stepOver(pattern: usize, end: usize, byte: u8): usize {
  const item = load<u8>(pattern);
  if (item == QUESTION) return pattern + 1;
  if (item == OPEN) {
    const close = closingOf(pattern, end);
    if (close != 0) return isInBrackets(pattern + 1, close, byte) ? close + 1 : 0;
  }
  if (item == BACKSLASH && pattern + 1 < end)
    return load<u8>(pattern + 1) == byte ? pattern + 2 : 0;
  return item == byte ? pattern + 1 : 0;
}

/** The bracket that ends a set, or 0: then `[` is a character like any other. */
function closingOf(open: usize, end: usize): usize {
  let at = open + 1;
  if (at < end && isNegation(load<u8>(at))) at++;
  if (at < end && load<u8>(at) == CLOSE) at++;
  while (at < end && load<u8>(at) != CLOSE) at++;
  return at < end ? at : 0;
}

function isNegation(byte: u8): bool {
  return byte == 0x21 || byte == 0x5e;
}

function isInBrackets(at: usize, close: usize, byte: u8): bool {
  const isNegated = isNegation(load<u8>(at));
  if (isNegated) at++;
  let isIn = false;
  while (at < close) {
    const low = load<u8>(at);
    let high = low;
    if (at + 2 < close && load<u8>(at + 1) == DASH) {
      high = load<u8>(at + 2);
      at += 2;
    }
    if (byte >= low && byte <= high) isIn = true;
    at++;
  }
  return isIn != isNegated;
}
