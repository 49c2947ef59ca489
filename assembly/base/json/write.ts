/**
 * Writes JSON into the output region. The writer sets commas. When the region is full, further
 * bytes are dropped, and `isOutputFull` says so at the end.
 */
import { OUTPUT_CAPACITY_BYTES } from "../../abi.ts";
import { OUTPUT_OFFSET } from "../memory.ts";
import { writeAscii, writeByte, writeHexadecimal, writeInteger, writeUnsigned } from "../text.ts";
import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COLON,
  COMMA,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from "./scan.ts";

/** More bytes than any single item needs, except a text. */
const ITEM_BYTES: usize = 256;
const LIMIT: usize = OUTPUT_OFFSET + usize(OUTPUT_CAPACITY_BYTES);

let cursor: usize = OUTPUT_OFFSET;
let needsComma: bool = false;
let full: bool = false;

export function startOutput(): void {
  cursor = OUTPUT_OFFSET;
  needsComma = false;
  full = false;
}

export function isOutputFull(): bool {
  return full;
}

export function outputEnd(): usize {
  return cursor;
}

/** Whether `size` more bytes fit; if not, the output is given up. */
function hasRoom(size: usize): bool {
  if (LIMIT - cursor > size) return true;
  full = true;
  return false;
}

function separate(): void {
  if (needsComma && hasRoom(1)) put(COMMA);
  needsComma = false;
}

function put(byte: u8): void {
  store<u8>(cursor, byte);
  cursor++;
}

function open(byte: u8): void {
  separate();
  if (hasRoom(1)) put(byte);
}

function close(byte: u8): void {
  if (hasRoom(1)) put(byte);
  needsComma = true;
}

export function beginObject(): void {
  open(OPEN_OBJECT);
}

export function endObject(): void {
  close(CLOSE_OBJECT);
}

export function beginArray(): void {
  open(OPEN_ARRAY);
}

export function endArray(): void {
  close(CLOSE_ARRAY);
}

/** Writes a member's name: an ASCII literal without anything to escape. */
export function key(name: string): void {
  separate();
  if (!hasRoom(usize(name.length) + 4)) return;
  put(QUOTE);
  cursor = writeAscii(cursor, name);
  put(QUOTE);
  put(COLON);
}

/** Writes an ASCII literal as a string. */
export function literal(text: string): void {
  separate();
  needsComma = true;
  if (!hasRoom(usize(text.length) + 4)) return;
  put(QUOTE);
  cursor = writeAscii(cursor, text);
  put(QUOTE);
}

export function integer(value: i64): void {
  separate();
  needsComma = true;
  if (hasRoom(ITEM_BYTES)) cursor = writeInteger(cursor, value);
}

export function unsigned(value: u64): void {
  separate();
  needsComma = true;
  if (hasRoom(ITEM_BYTES)) cursor = writeUnsigned(cursor, value);
}

export function boolean(value: bool): void {
  word(value ? "true" : "false");
}

/** Writes `true`, `false`, `null`, or a number that is already text. */
export function word(text: string): void {
  separate();
  needsComma = true;
  if (hasRoom(ITEM_BYTES)) cursor = writeAscii(cursor, text);
}

/** Writes a member whose value is a literal. */
export function member(name: string, value: string): void {
  key(name);
  literal(value);
}

export function integerMember(name: string, value: i64): void {
  key(name);
  integer(value);
}

export function booleanMember(name: string, value: bool): void {
  key(name);
  boolean(value);
}

/** Writes a UTF-8 text as a string. */
export function text(at: usize, size: i32): void {
  beginText();
  addText(at, size);
  endText();
}

export function textMember(name: string, at: usize, size: i32): void {
  key(name);
  text(at, size);
}

/** Opens a string that is composed of parts. */
export function beginText(): void {
  separate();
  if (hasRoom(2)) put(QUOTE);
}

export function endText(): void {
  if (hasRoom(1)) put(QUOTE);
  needsComma = true;
}

/** Adds an ASCII literal without anything to escape. */
export function addLiteral(part: string): void {
  if (hasRoom(usize(part.length))) cursor = writeAscii(cursor, part);
}

/** Copies a member's name from a document, with its quotes. */
export function keyAsWritten(start: usize, end: usize): void {
  separate();
  if (!hasRoom(end - start + 1)) return;
  add(start, end);
  put(COLON);
}

/** Copies a scalar from a document. */
export function valueAsWritten(start: usize, end: usize): void {
  separate();
  needsComma = true;
  if (hasRoom(end - start)) add(start, end);
}

/** Copies an array or an object from a document, without the space between its tokens. */
export function treeAsWritten(at: usize, end: usize): void {
  separate();
  needsComma = true;
  if (!hasRoom(end - at)) return;
  let isText = false;
  while (at < end) {
    const byte = load<u8>(at++);
    if (!isText && byte <= 0x20) continue;
    put(byte);
    if (byte == QUOTE) isText = !isText;
    else if (byte == BACKSLASH) put(load<u8>(at++));
  }
}

function add(start: usize, end: usize): void {
  memory.copy(cursor, start, end - start);
  cursor += end - start;
}

/** Adds a UTF-8 text, escaping what JSON asks to. */
export function addText(at: usize, size: i32): void {
  if (hasRoom(6 * usize(size))) cursor = writeEscaped(cursor, at, size);
}

/** Writes a UTF-8 text as the inside of a JSON string, up to six bytes for one; answers the end. */
export function writeEscaped(to: usize, at: usize, size: i32): usize {
  const end = at + usize(size);
  for (; at < end; at++) {
    const byte = load<u8>(at);
    if (byte < 0x20) to = writeHexadecimal(writeAscii(to, "\\u"), byte, 4);
    else {
      if (byte == QUOTE || byte == BACKSLASH) to = writeByte(to, BACKSLASH);
      to = writeByte(to, byte);
    }
  }
  return to;
}

export function addInteger(value: i64): void {
  if (hasRoom(ITEM_BYTES)) cursor = writeInteger(cursor, value);
}

/**
 * Answers the address at which a writer of another file may put up to `ITEM_BYTES`, or 0. Its end
 * is then given to `wrote`.
 */
export function itemPlace(): usize {
  return hasRoom(ITEM_BYTES) ? cursor : 0;
}

export function wrote(end: usize): void {
  cursor = end;
}

/** The same for a larger item of `size` bytes. */
export function largeItemPlace(size: usize): usize {
  return hasRoom(size) ? cursor : 0;
}

/** Starts and ends a value that is put at `itemPlace`. */
export function beginValue(): void {
  separate();
}

export function endValue(): void {
  needsComma = true;
}
