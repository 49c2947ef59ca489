/**
 * JSON of any size as documents that a verb takes: what `kubectl get` prints for two hundred
 * thousand pods is one list of hundreds of megabytes. It is cut between its items, which are not
 * read here: the verb evaluates each document, and the list without its items is evaluated here.
 * Where the parts end in which a text comes changes nothing.
 */
import { Document, INPUT_CAPACITY_BYTES } from "../../abi.ts";
import { inputStart } from "../input.ts";
import { clearFailure } from "../json/failure.ts";
import {
  BACKSLASH,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  HIGHS,
  ONES,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
  scanText,
  skipSpace,
} from "../json/scan.ts";
import { skipValue } from "../json/skip.ts";
import { unescapeText } from "../json/unescape.ts";
import {
  beginArray,
  beginObject,
  endArray,
  endObject,
  integerMember,
  key,
  startOutput,
} from "../json/write.ts";
import { INPUT_PADDING_BYTES } from "../memory.ts";
import { equalAscii } from "../text.ts";
import {
  cutKind,
  cutList,
  cutRun,
  cutWhole,
  forgetRows,
  isRunFull,
  keepMember,
  rows,
} from "./cuts.ts";
import { beginsLog, hasLogEnded, passLog } from "./log.ts";
import {
  forgetProblem,
  Problem,
  problem,
  problemMembers,
  refuseText,
  SHOWN_BYTES,
} from "./problem.ts";
import {
  addToRest,
  addToWord,
  closeText,
  kindAt,
  Mode,
  Name,
  NOWHERE,
  openText,
  restAt,
  text,
  WORD_BYTES,
  wordAt,
} from "./text.ts";

/** Set in both braces and in neither bracket, so `[` reads as `{` and `]` as `}`. */
const BRACE_BIT: u8 = 0x20;
const EQUALS: u8 = 0x3d;
const NEWLINE: u8 = 0x0a;
const LIST = "List";
/** The limit for one answer; the host gives the rest of the part again. */
const ROWS_MAX: i32 = 1000;
/** Every level above a list reads its bytes again. */
const LEVELS_MAX: i32 = 16;
/** The limit for a list whose kind follows its items, and whose first item does not state it. */
const WAITING_BYTES_MAX: i64 = 0x10000000;

/** The position in the part that is being read. */
let at: usize = 0;
let end: usize = 0;
/** From here on, bytes outside of the items have not been kept. */
let outsideFrom: usize = 0;
let logs: i32 = 0;

/** Reads the next `size` bytes, or ends the text; writes the cuts. */
export function splitPart(size: i32): void {
  if (text.partBytes == 0) openText(0, 0, 0);
  forgetRows();
  forgetProblem();
  logs = 0;
  at = inputStart;
  startOutput();
  beginObject();
  key("cuts");
  beginArray();
  if (size >= 0) readPart(size);
  else finishText();
  endArray();
  integerMember("taken", i64(at - inputStart));
  keepMember(place());
  integerMember("logs", logs);
  problemMembers();
  endObject();
  text.base = place();
  if (size < 0 || problem != Problem.None) closeText();
  clearFailure(Document.None);
}

function place(): i64 {
  return text.base + i64(at - inputStart);
}

function readPart(size: i32): void {
  memory.fill(inputStart + usize(size), 0, INPUT_PADDING_BYTES);
  end = at + usize(size);
  outsideFrom = at;
  if (text.level >= LEVELS_MAX) refuseText(Problem.Nested, place());
  while (at < end && rows < ROWS_MAX && problem == Problem.None) {
    step();
    refuseLarge();
  }
  if (text.isOutside) addToRest(outsideFrom, at);
}

function finishText(): void {
  if (text.mode == Mode.Strange || text.mode == Mode.LogLine) refuseStrange();
  else if (text.mode == Mode.Log) refuseText(Problem.InLog, place());
  else if (text.value != NOWHERE) refuseText(Problem.InObject, place());
  else cutWhole();
}

/** Reads one token, or on to the end of what does not matter. */
function step(): void {
  if (text.inString) return passString();
  switch (text.mode) {
    case Mode.Between:
      return between();
    case Mode.Value:
    case Mode.Item:
      return atMembers();
    case Mode.Items:
      return betweenItems();
    case Mode.Deeper:
      return passDeeper();
    case Mode.LogLine:
      return readLine();
    case Mode.Log:
      at = passLog(at, end);
      if (hasLogEnded()) text.mode = Mode.Between;
      return;
    default:
      readStrange();
  }
}

/** Reads to the end of a string; returns whether it ends in this part. */
function endString(): bool {
  if (text.isEscaped) {
    text.isEscaped = false;
    at++;
  }
  while (at < end) {
    const word = load<u64>(at);
    const quotes = word ^ (ONES * 0x22);
    const slashes = word ^ (ONES * 0x5c);
    const marks = (((quotes - ONES) & ~quotes) | ((slashes - ONES) & ~slashes)) & HIGHS;
    if (marks == 0) {
      at += 8;
      continue;
    }
    at += usize(ctz(marks) >> 3);
    if (at >= end) break;
    const isEscape = load<u8>(at++) == BACKSLASH;
    if (!isEscape) return true;
    if (at >= end) text.isEscaped = true;
    else at++;
  }
  at = end;
  return false;
}

function beginString(isWord: bool): void {
  text.inString = true;
  text.isWord = isWord;
  text.wordSize = 0;
}

function passString(): void {
  const start = at;
  text.inString = !endString();
  if (!text.isWord) return;
  addToWord(start, text.inString ? at : at - 1);
  if (!text.inString) takeWord();
}

/** A name of a member, or the text that is its value. */
function takeWord(): void {
  const size = wordSize();
  const isItem = text.mode == Mode.Item;
  if (text.member == Name.None) {
    text.name = Name.Other;
    if (size > 0 && equalAscii(wordAt(), size, "kind")) text.name = Name.Kind;
    else if (size > 0 && equalAscii(wordAt(), size, "items")) text.name = Name.Items;
  } else if (text.member == Name.Kind && size > 0) {
    if (isItem) text.hasListKind = isListKind(size);
    else {
      memory.copy(kindAt(), wordAt(), usize(size));
      text.kindSize = size;
    }
  }
}

/** The size of the last word without its escapes; 0 for one that is too long, or damaged. */
function wordSize(): i32 {
  const size = text.wordSize;
  if (size > WORD_BYTES) return 0;
  const wordEnd = wordAt() + usize(size);
  memory.fill(wordEnd, 0, INPUT_PADDING_BYTES);
  store<u8>(wordEnd, QUOTE);
  if (scanText(wordAt()) != wordEnd) return 0;
  return i32(unescapeText(wordAt(), wordEnd, wordAt()) - wordAt());
}

function isListKind(size: i32): bool {
  const before = size - LIST.length;
  return before >= 0 && equalAscii(wordAt() + usize(before), LIST.length, LIST);
}

/** Counts brackets until they are closed: most of the bytes of a cluster pass here. */
function passDeeper(): void {
  let depth = text.depth;
  while (at < end) {
    const byte = load<u8>(at++);
    if (byte == QUOTE) {
      if (endString()) continue;
      beginString(false);
      break;
    }
    if (byte < OPEN_ARRAY) continue;
    const brace = byte | BRACE_BIT;
    if (brace == OPEN_OBJECT) depth++;
    else if (brace == CLOSE_OBJECT && --depth == 0) return endDeeper();
  }
  text.depth = depth;
}

function beginDeeper(after: Mode): void {
  text.mode = Mode.Deeper;
  text.after = after;
  text.depth = 1;
}

function endDeeper(): void {
  text.mode = text.after;
  if (text.mode == Mode.Items) endItem();
  else beginMember();
}

function beginMember(): void {
  text.name = Name.None;
  text.member = Name.None;
}

/** Reads what is between two values of the text. */
function between(): void {
  at = skipSpace(at);
  if (at >= end) return;
  const byte = load<u8>(at);
  if (byte == OPEN_OBJECT || byte == OPEN_ARRAY) beginValue(byte == OPEN_ARRAY);
  else if (byte == EQUALS) beginLine(Mode.LogLine);
  else beginLine(Mode.Strange);
}

function beginValue(isArray: bool): void {
  text.value = place();
  text.run = NOWHERE;
  text.tail = NOWHERE;
  text.items = 0;
  text.kindSize = 0;
  text.restSize = 0;
  text.isArray = isArray;
  text.isCut = false;
  text.isWaiting = false;
  text.isRestLarge = false;
  text.isFirstKnown = false;
  text.isOutside = true;
  outsideFrom = at++;
  if (isArray) beginItems();
  else {
    text.mode = Mode.Value;
    beginMember();
  }
}

/** Starts with the first item, after the bracket that opens the list. */
function beginItems(): void {
  addToRest(outsideFrom, at);
  text.isOutside = false;
  text.wantsComma = false;
  text.mode = Mode.Items;
}

/** In an object whose members matter: the value, or an item of it. */
function atMembers(): void {
  at = skipSpace(at);
  if (at >= end) return;
  const byte = load<u8>(at++);
  if (byte == QUOTE) beginString(true);
  else if (byte == COMMA) beginMember();
  else if (byte == COLON) beginMemberValue();
  else if ((byte | BRACE_BIT) == OPEN_OBJECT) openMember(byte == OPEN_ARRAY);
  else if ((byte | BRACE_BIT) == CLOSE_OBJECT) {
    if (text.mode == Mode.Value) endValue();
    else {
      text.mode = Mode.Items;
      endItem();
    }
  } else text.name = Name.None;
}

function beginMemberValue(): void {
  if (text.member != Name.None) return;
  text.member = text.name;
  if (text.mode != Mode.Item) return;
  if (text.member == Name.Kind) {
    text.hasKind = true;
    text.hasListKind = false;
  } else if (text.member == Name.Items) text.hasItems = false;
}

function openMember(isArray: bool): void {
  const isItems = isArray && text.member == Name.Items;
  if (text.mode == Mode.Item) text.hasItems = text.hasItems || isItems;
  else if (isItems) {
    if (text.isCut || text.tail != NOWHERE) refuseText(Problem.Twice, text.value);
    return beginItems();
  }
  beginDeeper(text.mode);
}

function betweenItems(): void {
  at = skipSpace(at);
  if (at >= end) return;
  const byte = load<u8>(at);
  const isEnd = (byte | BRACE_BIT) == CLOSE_OBJECT;
  if ((isEnd || byte == COMMA) && text.item != NOWHERE) endItem();
  if (isEnd) {
    if (text.wantsComma || text.items == 0) return endItems();
    return beginLine(Mode.Strange);
  }
  if ((byte == COMMA) != text.wantsComma) return beginLine(Mode.Strange);
  if (byte == COMMA) {
    text.wantsComma = false;
    at++;
    return;
  }
  beginItem(byte);
}

/** Also goes on with one that is not an object, which ends at the next comma. */
function beginItem(byte: u8): void {
  const isNew = text.item == NOWHERE;
  const isObject = byte == OPEN_OBJECT && isNew;
  if (isNew) {
    text.item = place();
    text.hasItems = false;
    text.hasListKind = false;
    text.hasKind = !isObject;
  }
  at++;
  if (isObject) {
    text.mode = Mode.Item;
    beginMember();
  } else if (byte == QUOTE) beginString(false);
  else if ((byte | BRACE_BIT) == OPEN_OBJECT) beginDeeper(Mode.Items);
}

function endItem(): void {
  const itemEnd = place();
  const isList = text.hasItems && text.hasListKind;
  if (text.items == 0) text.isFirstKnown = text.hasKind;
  if (itemEnd - text.item > INPUT_CAPACITY_BYTES) refuseText(Problem.TooLarge, text.item);
  if (text.run != NOWHERE && (isList || isRunFull(itemEnd))) cutRun();
  if (isList) cutList(itemEnd);
  else {
    if (text.run == NOWHERE) {
      text.run = text.item;
      text.runFirst = text.items;
    }
    text.runEnd = itemEnd;
  }
  text.item = NOWHERE;
  text.wantsComma = true;
  text.items++;
  if (text.run != NOWHERE && itemEnd - text.run >= text.partBytes) cutRun();
}

/** At the bracket that closes them. */
function endItems(): void {
  text.tail = place();
  text.isOutside = true;
  outsideFrom = at++;
  if (text.isArray) return endValue();
  text.mode = Mode.Value;
  beginMember();
}

function endValue(): void {
  const valueEnd = place();
  const isLarge = valueEnd - text.value > INPUT_CAPACITY_BYTES;
  addToRest(outsideFrom, at);
  text.isOutside = false;
  text.mode = Mode.Between;
  if (text.isArray || text.isCut || isLarge) endCutList();
  else {
    if (text.whole != NOWHERE && valueEnd - text.whole > INPUT_CAPACITY_BYTES) cutWhole();
    if (text.whole == NOWHERE) text.whole = text.value;
    text.wholeEnd = valueEnd;
    if (valueEnd - text.whole >= text.partBytes) cutWhole();
  }
  text.value = NOWHERE;
}

function endCutList(): void {
  cutRun();
  if (!text.isArray && !text.isCut) refuseText(Problem.TooLarge, text.value);
  cutKind();
  evaluateRest();
}

/** The list without its items. */
function evaluateRest(): void {
  if (text.isRestLarge) return refuseText(Problem.RestLarge, text.value);
  const restEnd = restAt() + usize(text.restSize);
  memory.fill(restEnd, 0, INPUT_PADDING_BYTES);
  clearFailure(Document.None);
  if (skipValue(restAt()) != restEnd) refuseText(Problem.NotJson, text.value);
}

function beginLine(mode: Mode): void {
  text.mode = mode;
  text.lineAt = place();
  text.wordSize = 0;
}

/** The line that begins a log, up to its end. */
function readLine(): void {
  const start = at;
  while (at < end && load<u8>(at) != NEWLINE) at++;
  addToWord(start, at);
  if (text.wordSize > WORD_BYTES) return refuseStrange();
  if (at >= end) return;
  at++;
  if (!beginsLog()) return refuseStrange();
  cutWhole();
  text.mode = Mode.Log;
  logs++;
}

/** Reads as much of a text that is not an object as the error shows. */
function readStrange(): void {
  const shown = min(usize(SHOWN_BYTES - text.wordSize), end - at);
  addToWord(at, at + shown);
  at += shown;
  if (text.wordSize == SHOWN_BYTES) refuseStrange();
}

function refuseStrange(): void {
  refuseText(Problem.Strange, text.lineAt);
}

function refuseLarge(): void {
  if (text.value == NOWHERE || text.mode == Mode.Strange) return;
  const isInItem = text.item != NOWHERE;
  const start = isInItem ? text.item : text.isCut ? text.tail : text.value;
  const read = place();
  if (start != NOWHERE && (isInItem || !text.isWaiting) && read - start > INPUT_CAPACITY_BYTES) {
    refuseText(Problem.TooLarge, start);
  }
  if (text.isWaiting && read - text.value > WAITING_BYTES_MAX) {
    refuseText(Problem.Waiting, text.value);
  }
}
