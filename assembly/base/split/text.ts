/**
 * What is known between two parts of a text that is being split. There are two of them: the text
 * of a host, and a list that lies in one of its lists, which is split before the text goes on.
 *
 * ```
 *  0        256        1,344     2,368        4,416               16,768
 *  ┌────────┬──────────┬─────────┬────────────┬───────────────────┬──
 *  │ fields │ word,    │ kind of │ borders of │ the list without  │ unused
 *  │        │ + 64 NUL │ a list  │ a mark     │ its items, + NUL  │
 *  └────────┴──────────┴─────────┴────────────┴───────────────────┴──
 * ```
 */
import { INPUT_CAPACITY_BYTES } from "../../abi.ts";
import { SPLIT_BYTES, SPLIT_OFFSET } from "../memory.ts";

/** Where in a text the next byte is. */
export enum Mode {
  /** Between two values of the text. */
  Between,
  /** In the object that is the value, or in the object that is an item of it. */
  Value,
  Item,
  /** Between two items of a list. */
  Items,
  /** Inside brackets that do not matter. */
  Deeper,
  /** In the line that begins a container's log, and in the log. */
  LogLine,
  Log,
  /** In the bytes that are shown of what is not an object. */
  Strange,
}

/** A member of an object, by what its name means. */
export enum Name {
  None,
  Kind,
  Items,
  Other,
}

export const NOWHERE: i64 = -1;

@unmanaged
export class Text {
  /** Where in the text the part begins that is being read. */
  base: i64;
  /** Whole values that have not been handed on. */
  whole: i64;
  wholeEnd: i64;
  /** Where the value begins that is being read, and the item. */
  value: i64;
  item: i64;
  /** Items that have not been cut off: where they begin and end, the number of the first. */
  run: i64;
  runEnd: i64;
  runFirst: i64;
  /** How many items have ended. */
  items: i64;
  /** Where the items of the value end. */
  tail: i64;
  /** Where a line or strange bytes begin. */
  lineAt: i64;
  mode: Mode;
  /** Where `Deeper` goes back to, and the brackets that are open until then. */
  after: Mode;
  depth: i32;
  /** Bytes from which a document is handed on; 0 before the text has begun. */
  partBytes: i32;
  /** The number of lists that the text is nested in. */
  level: i32;
  /** The last string that may be a name, and the member whose value comes next. */
  name: Name;
  member: Name;
  wordSize: i32;
  kindSize: i32;
  restSize: i32;
  /** How much of a log's last line has been seen, and the size of that line. */
  matched: i32;
  markSize: i32;
  isArray: bool;
  /** The value is evaluated by its items, and without its first kind they wait for that. */
  isCut: bool;
  isWaiting: bool;
  /** Between two items, the comma is still to come. */
  wantsComma: bool;
  inString: bool;
  /** The next byte is escaped. */
  isEscaped: bool;
  /** The string is a name, or a value that may be a kind. */
  isWord: bool;
  /** The bytes are those of a list outside of its items. */
  isOutside: bool;
  isRestLarge: bool;
  /** What the item has: a kind, the kind of a list, an array of items. */
  hasKind: bool;
  hasListKind: bool;
  hasItems: bool;
  /** Whether the first item says what it is. */
  isFirstKnown: bool;
}

export const WORD_BYTES: i32 = 1024;
/** The limit for a list without its items. */
export const REST_BYTES: i32 = 0x3000;
const PADDING: usize = 64;
const WORD: usize = 0x100;
const KIND: usize = WORD + usize(WORD_BYTES) + PADDING;
const BORDERS: usize = KIND + usize(WORD_BYTES);
const REST: usize = BORDERS + 2 * usize(WORD_BYTES);

const PART_BYTES: i32 = 0x100000;

export let text: Text = changetype<Text>(SPLIT_OFFSET);

export function wordAt(): usize {
  return changetype<usize>(text) + WORD;
}

export function kindAt(): usize {
  return changetype<usize>(text) + KIND;
}

export function bordersAt(): usize {
  return changetype<usize>(text) + BORDERS;
}

export function restAt(): usize {
  return changetype<usize>(text) + REST;
}

/** Begins a text at a place in the one that it is part of. */
export function openText(start: i64, level: i32, partBytes: i32): void {
  text = changetype<Text>(SPLIT_OFFSET + (level > 0 ? SPLIT_BYTES / 2 : 0));
  memory.fill(changetype<usize>(text), 0, WORD);
  text.base = start;
  text.whole = NOWHERE;
  text.value = NOWHERE;
  text.item = NOWHERE;
  text.run = NOWHERE;
  text.tail = NOWHERE;
  text.level = level;
  text.partBytes = partBytes <= 0 ? PART_BYTES : min(partBytes, INPUT_CAPACITY_BYTES / 2);
}

/** The next part begins a text, or goes on with the one that a list was part of. */
export function closeText(): void {
  text.partBytes = 0;
  text = changetype<Text>(SPLIT_OFFSET);
}

/** Adds bytes to the last word; of what is longer than any word, its beginning is kept. */
export function addToWord(at: usize, end: usize): void {
  const room = max(WORD_BYTES - text.wordSize, 0);
  memory.copy(wordAt() + usize(text.wordSize), at, min(end - at, usize(room)));
  text.wordSize = end - at <= usize(room) ? text.wordSize + i32(end - at) : WORD_BYTES + 1;
}

/** Adds bytes of a list outside of its items. */
export function addToRest(at: usize, end: usize): void {
  const size = end - at;
  if (text.isRestLarge || size > usize(REST_BYTES - text.restSize)) {
    text.isRestLarge = true;
    return;
  }
  memory.copy(restAt() + usize(text.restSize), at, size);
  text.restSize += i32(size);
}
