/**
 * JSON of any size as documents that the cluster module takes: what `kubectl get` prints for two
 * hundred thousand pods is one list of hundreds of megabytes. It is cut between its items, which
 * are not parsed here: the module judges each document, and what is left of a list without its
 * items is evaluated here. At most two documents are held, but for a list that says what it is only
 * behind its items.
 */
import {
  BRACE_CLOSE,
  BRACE_OPEN,
  BRACKET_CLOSE,
  BRACKET_OPEN,
  COLON,
  COMMA,
  isSpace,
  QUOTE,
} from "../json/bytes.ts";
import { memberName, memberNamed } from "../json/members.ts";
import { logEndOf } from "./dumpLog.ts";
import { ObjectsError } from "./objectsError.ts";

/** A JSON document of objects: some values one after another, or some items of one list. */
export interface ObjectDocument {
  readonly bytes: Uint8Array;
  /** Where the bytes behind the first `prefix` of them stand in the text. */
  readonly offset: number;
  /** Bytes that were put before them: the beginning of the list that they are items of. */
  readonly prefix: number;
  /** The number of the first item in its list; null for whole values. */
  readonly firstItem: number | null;
  /** Where that list is, as in `$.items[2]`; absent for one that lies in no other. */
  readonly list?: string;
}

export interface CutterOptions {
  /** What the text is called in sentences. */
  readonly name: string;
  /** Bytes of the largest document that the module takes. */
  readonly capacity: number;
  /** Bytes from which a document is handed on. */
  readonly documentBytes?: number;
}

/** Large enough that calls cost nothing, small enough that memory does not matter. */
const DOCUMENT_BYTES = 2 ** 20;
/** Of a list that says what it is only behind its items, and of whose items none says it. */
const HELD_BYTES_MAX = 2 ** 28;
/** Of a line that a dump of a cluster writes between its lists. */
const LINE_BYTES_MAX = 4_096;
const NEWLINE = 0x0a;
const BACKSLASH = 0x5c;
const EQUALS = 0x3d;
/** Set in both braces and in neither bracket, so that `[` reads as `{` and `]` as `}`. */
const BRACE_BIT = 0x20;
const KIND = memberName("kind");
const NAME_SHOWN = 40;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Bytes of a list's items, from the first of some to the end of the last of them. */
interface Cut {
  readonly start: number;
  readonly end: number;
  readonly firstItem: number;
}

/** What is known of the value that is being read. */
interface OpenValue {
  /** In the text. */
  readonly start: number;
  readonly isArray: boolean;
  /** The member whose value comes next; null before its name. */
  member: string | null;
  kind: string | null;
  /** How many of its items have ended. */
  items: number;
  /** Where the item begins that is being read; -1 between two of them. */
  itemStart: number;
  /** Between two items, whether their comma is still to come. */
  wantsComma: boolean;
  /** Where the items begin and end that have not been cut off; -1 without any. */
  cutStart: number;
  cutEnd: number;
  cutFirst: number;
  /** Cut off, and held until the list says what it is. */
  readonly held: Cut[];
  isCut: boolean;
  /** Bytes before the items; a list that is cut is evaluated without them. */
  head: Uint8Array | null;
  /** Where the items end. */
  tailStart: number;
}

export class ObjectCutter {
  readonly #name: string;
  readonly #capacity: number;
  readonly #documentBytes: number;
  /** What has not been handed on, from `#base` of the text on. */
  #bytes = new Uint8Array(0);
  #size = 0;
  #base = 0;
  /** Where reading goes on, in `#bytes`. */
  #at = 0;
  /** Where the whole values begin and end that have not been handed on, in the text; or -1. */
  #wholeStart = -1;
  #wholeEnd = -1;
  #value: OpenValue | null = null;
  #depth = 0;
  /** Up to this depth tokens matter; what is deeper is passed over. */
  #floor = 0;
  #inString = false;
  #isEscaped = false;
  /** Where the string begins that is being read, at a depth where it matters, in the text. */
  #stringStart = -1;
  /** The line with which the log ends that is being passed over. */
  #logEnd: Uint8Array | null = null;
  /** Logs of containers that a dump has between its lists. */
  logs = 0;
  #documents: ObjectDocument[] = [];

  constructor({ name, capacity, documentBytes = DOCUMENT_BYTES }: CutterOptions) {
    this.#name = name;
    this.#capacity = capacity;
    this.#documentBytes = Math.min(documentBytes, capacity / 2);
  }

  /** Bytes of the text that have been read. */
  get read(): number {
    return this.#base + this.#size;
  }

  /** The documents that end in a further part of the text. */
  push(chunk: Uint8Array): readonly ObjectDocument[] {
    this.#append(chunk);
    while (this.#at < this.#size) {
      const before = this.#at;
      this.#step();
      if (this.#at === before) break;
    }
    this.#refuseLarge();
    return this.#taken();
  }

  /** The documents that end with the text. Throws where it ends too early. */
  end(): readonly ObjectDocument[] {
    if (this.#logEnd !== null || this.#value !== null) {
      const what = this.#value === null ? "a container's log" : "an object";
      throw new ObjectsError(
        `${this.#name}: it ends inside ${what}, at byte ${this.read}`,
        "it was cut off: get it again",
      );
    }
    if (this.#at < this.#size) throw this.#strange();
    this.#handOnWhole();
    return this.#taken();
  }

  #append(chunk: Uint8Array): void {
    this.#dropTaken();
    const needed = this.#size + chunk.length;
    if (needed > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
      larger.set(this.#bytes.subarray(0, this.#size));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#size);
    this.#size = needed;
  }

  /** What comes before everything that is still needed. */
  #dropTaken(): void {
    const kept = [this.#base + this.#at];
    if (this.#wholeStart >= 0) kept.push(this.#wholeStart);
    if (this.#stringStart >= 0) kept.push(this.#stringStart);
    const value = this.#value;
    if (value !== null) {
      if (!value.isCut) kept.push(value.start);
      if (value.itemStart >= 0) kept.push(value.itemStart);
      if (value.cutStart >= 0) kept.push(value.cutStart);
      if (value.held[0] !== undefined) kept.push(value.held[0].start);
      if (value.tailStart >= 0) kept.push(value.tailStart);
    }
    const dropped = Math.min(...kept) - this.#base;
    if (dropped <= 0) return;
    this.#bytes.copyWithin(0, dropped, this.#size);
    this.#size -= dropped;
    this.#at -= dropped;
    this.#base += dropped;
  }

  #taken(): readonly ObjectDocument[] {
    const documents = this.#documents;
    this.#documents = [];
    return documents;
  }

  /** Reads one token, or on to the end of what does not matter. */
  #step(): void {
    if (this.#inString) this.#passString();
    else if (this.#logEnd !== null) this.#passLog(this.#logEnd);
    else if (this.#value === null) this.#between();
    else if (this.#depth > this.#floor) this.#passDeeper();
    else if (this.#floor === this.#itemDepth()) this.#betweenItems(this.#value);
    else this.#inObject(this.#value);
  }

  /** How deep the items of the value lie. */
  #itemDepth(): number {
    return this.#value?.isArray ? 1 : 2;
  }

  #passString(): void {
    const bytes = this.#bytes;
    const end = this.#size;
    let at = this.#at;
    let isEscaped = this.#isEscaped;
    while (at < end) {
      const byte = bytes[at++] as number;
      if (isEscaped) isEscaped = false;
      else if (byte === BACKSLASH) isEscaped = true;
      else if (byte === QUOTE) {
        this.#inString = false;
        break;
      }
    }
    this.#isEscaped = isEscaped;
    this.#at = at;
    if (!this.#inString && this.#stringStart >= 0) this.#takeString();
  }

  /** Counts brackets until they are closed: most of the bytes of a cluster pass here. */
  #passDeeper(): void {
    const bytes = this.#bytes;
    const end = this.#size;
    const floor = this.#floor;
    let at = this.#at;
    let depth = this.#depth;
    while (at < end && depth > floor) {
      let byte = bytes[at++] as number;
      if (byte === QUOTE) {
        do {
          if (at >= end) {
            this.#inString = true;
            break;
          }
          byte = bytes[at++] as number;
          // The escaped byte may be in the next part of the text.
          if (byte === BACKSLASH && at++ >= end) {
            at = end;
            this.#inString = true;
            this.#isEscaped = true;
            break;
          }
        } while (byte !== QUOTE);
      } else if (byte >= BRACKET_OPEN) {
        if ((byte | BRACE_BIT) === BRACE_OPEN) depth++;
        else if ((byte | BRACE_BIT) === BRACE_CLOSE) depth--;
      }
    }
    this.#at = at;
    this.#depth = depth;
    if (depth === floor && this.#value !== null) this.#endDeeper(this.#value);
  }

  #endDeeper(value: OpenValue): void {
    if (this.#floor === this.#itemDepth()) this.#endItem(value);
    else value.member = null;
  }

  /** Between two values of the text. */
  #between(): void {
    this.#at = this.#spaceEnd();
    if (this.#at === this.#size) return;
    const byte = this.#bytes[this.#at];
    if (byte === BRACE_OPEN || byte === BRACKET_OPEN) this.#beginValue(byte === BRACKET_OPEN);
    else if (byte === EQUALS) this.#beginLog();
    else throw this.#strange();
  }

  #spaceEnd(): number {
    let at = this.#at;
    while (at < this.#size && isSpace(this.#bytes[at])) at++;
    return at;
  }

  #beginValue(isArray: boolean): void {
    const start = this.#base + this.#at;
    this.#value = {
      start,
      isArray,
      member: null,
      kind: isArray ? "List" : null,
      items: 0,
      itemStart: -1,
      wantsComma: false,
      cutStart: -1,
      cutEnd: -1,
      cutFirst: 0,
      held: [],
      isCut: false,
      head: null,
      tailStart: -1,
    };
    this.#at += 1;
    this.#depth = 1;
    this.#floor = 1;
  }

  /** At the depth of the members of an object that is the value. */
  #inObject(value: OpenValue): void {
    this.#at = this.#spaceEnd();
    if (this.#at === this.#size) return;
    const byte = this.#bytes[this.#at] as number;
    if (byte === QUOTE) {
      this.#stringStart = this.#base + this.#at;
      this.#inString = true;
    } else if (byte === COMMA) value.member = null;
    else if (byte === BRACKET_OPEN && value.member === "items") this.#beginItems(value);
    else if ((byte | BRACE_BIT) === BRACE_OPEN) this.#depth += 1;
    else if ((byte | BRACE_BIT) === BRACE_CLOSE) {
      this.#at += 1;
      this.#endValue(value);
      return;
    }
    // A colon, or a byte of a number or literal.
    this.#at += 1;
  }

  /** A name of a member, or the text that is its value. */
  #takeString(): void {
    const start = this.#stringStart;
    this.#stringStart = -1;
    const value = this.#value;
    if (value === null || this.#floor !== 1 || value.isArray) return;
    if (value.member === null) {
      const at = this.#spaceEnd();
      value.member = this.#textOf(start);
      // Where the text is cut before the colon, the next part begins with it.
      if (at < this.#size && this.#bytes[at] !== COLON) value.member = null;
    } else if (value.member === "kind") value.kind = this.#textOf(start);
  }

  #textOf(start: number): string {
    const token = decoder.decode(this.#bytes.subarray(start - this.#base, this.#at));
    try {
      return String(JSON.parse(token));
    } catch {
      return token.slice(1, -1);
    }
  }

  #beginItems(value: OpenValue): void {
    if (value.isCut || value.tailStart >= 0) {
      throw new ObjectsError(
        `${this.#name}: the list at byte ${value.start} has two members "items"`,
        "get it again, or join their items",
      );
    }
    this.#depth = 2;
    this.#floor = 2;
  }

  /** At the depth of the items of a list. */
  #betweenItems(value: OpenValue): void {
    this.#at = this.#spaceEnd();
    if (this.#at === this.#size) return;
    const byte = this.#bytes[this.#at] as number;
    const place = this.#base + this.#at;
    const isEnd = byte === BRACKET_CLOSE || byte === BRACE_CLOSE;
    if ((isEnd || byte === COMMA) && value.itemStart >= 0) this.#endItem(value);
    if (isEnd) {
      if (!value.wantsComma && value.items > 0) throw this.#strange();
      this.#endItems(value);
      return;
    }
    if (byte === COMMA ? !value.wantsComma : value.wantsComma) throw this.#strange();
    if (byte === COMMA) {
      value.wantsComma = false;
      this.#at += 1;
      return;
    }
    if (value.itemStart < 0) value.itemStart = place;
    this.#at += 1;
    if (byte === QUOTE) this.#inString = true;
    else if ((byte | BRACE_BIT) === BRACE_OPEN) this.#depth += 1;
  }

  #endItem(value: OpenValue): void {
    const end = this.#base + this.#at;
    if (value.cutStart < 0) {
      value.cutStart = value.itemStart;
      value.cutFirst = value.items;
    }
    value.itemStart = -1;
    value.wantsComma = true;
    value.items += 1;
    value.cutEnd = end;
    if (end - value.cutStart >= this.#documentBytes) this.#cut(value);
  }

  /** Cuts the items off that have not been; holds them while it is not known what they are. */
  #cut(value: OpenValue): void {
    if (value.cutStart < 0) return;
    if (!value.isCut && value.head === null) this.#keepHead(value);
    const cut = { start: value.cutStart, end: value.cutEnd, firstItem: value.cutFirst };
    value.cutStart = -1;
    value.held.push(cut);
    const kind = this.#kindOf(value);
    if (kind === null) return;
    value.kind = kind;
    this.#handOnWhole();
    value.isCut = true;
    for (const each of value.held.splice(0)) this.#handOnItems(each, kind);
  }

  #keepHead(value: OpenValue): void {
    const first = value.held[0]?.start ?? value.cutStart;
    value.head = this.#bytes.slice(value.start - this.#base, first - this.#base);
  }

  /** What a list's items are: as it says, or as the first of them does. */
  #kindOf({ kind, held }: OpenValue): string | null {
    if (kind !== null) return kind;
    const [first] = held;
    if (first === undefined) return null;
    const items = this.#bytes.subarray(first.start - this.#base, first.end - this.#base);
    const end = firstItemEnd(items);
    try {
      const item = items.subarray(0, end);
      return memberNamed(item, KIND) === undefined ? null : "List";
    } catch {
      // The module says what is wrong with it.
      return "List";
    }
  }

  #handOnItems({ start, end, firstItem }: Cut, kind: string): void {
    const items = this.#bytes.subarray(start - this.#base, end - this.#base);
    const head = encoder.encode(`{"kind":${JSON.stringify(kind)},"items":[`);
    if (head.length + items.length + 2 > this.#capacity) throw this.#tooLarge(start);
    const bytes = new Uint8Array(head.length + items.length + 2);
    bytes.set(head);
    bytes.set(items, head.length);
    bytes[bytes.length - 2] = BRACKET_CLOSE;
    bytes[bytes.length - 1] = BRACE_CLOSE;
    this.#documents.push({ bytes, offset: start, prefix: head.length, firstItem });
  }

  #endItems(value: OpenValue): void {
    value.tailStart = this.#base + this.#at;
    this.#at += 1;
    if (value.isArray) {
      this.#endValue(value);
      return;
    }
    this.#depth = 1;
    this.#floor = 1;
    value.member = null;
  }

  #endValue(value: OpenValue): void {
    const end = this.#base + this.#at;
    this.#value = null;
    this.#depth = 0;
    this.#floor = 0;
    const isLarge = end - value.start > this.#capacity;
    if (value.isCut || value.held.length > 0 || isLarge) {
      this.#endCutList(value, end);
      return;
    }
    if (value.isArray) {
      this.#cut(value);
      this.#judgeRest(value, end);
      return;
    }
    if (this.#wholeStart >= 0 && end - this.#wholeStart > this.#capacity) this.#handOnWhole();
    if (this.#wholeStart < 0) this.#wholeStart = value.start;
    this.#wholeEnd = end;
    if (end - this.#wholeStart >= this.#documentBytes) this.#handOnWhole();
  }

  #endCutList(value: OpenValue, end: number): void {
    value.kind ??= this.#kindOf(value) ?? "List";
    this.#cut(value);
    if (!value.isCut) throw this.#tooLarge(value.start);
    this.#judgeRest(value, end);
  }

  /** The list without its items. */
  #judgeRest({ head, tailStart, start }: OpenValue, end: number): void {
    const from = (tailStart < 0 ? end - 1 : tailStart) - this.#base;
    const tail = this.#bytes.subarray(from, end - this.#base);
    const text = (head === null ? "[" : decoder.decode(head)) + decoder.decode(tail);
    try {
      JSON.parse(text);
    } catch {
      throw new ObjectsError(
        `${this.#name}: the list at byte ${start} is not valid JSON outside of its items`,
        "get it again",
      );
    }
  }

  /** Whole values, as they stand one after another. */
  #handOnWhole(): void {
    if (this.#wholeStart < 0) return;
    const [start, end] = [this.#wholeStart, this.#wholeEnd];
    const bytes = this.#bytes.slice(start - this.#base, end - this.#base);
    this.#documents.push({ bytes, offset: start, prefix: 0, firstItem: null });
    this.#wholeStart = -1;
    this.#wholeEnd = -1;
  }

  /** The log of a container, which `kubectl cluster-info dump` prints between two lists. */
  #beginLog(): void {
    const newline = this.#bytes.indexOf(NEWLINE, this.#at);
    const isWhole = newline >= 0 && newline < this.#size;
    if (!isWhole) {
      if (this.#size - this.#at > LINE_BYTES_MAX) throw this.#strange();
      return;
    }
    const line = decoder.decode(this.#bytes.subarray(this.#at, newline));
    const end = logEndOf(line);
    if (end === null) throw this.#strange();
    this.#handOnWhole();
    this.#logEnd = encoder.encode(end);
    this.#at = newline + 1;
    this.logs += 1;
  }

  #passLog(mark: Uint8Array): void {
    const bytes = this.#bytes.subarray(0, this.#size);
    let at = bytes.indexOf(EQUALS, this.#at);
    while (at >= 0 && at + mark.length <= this.#size) {
      if (mark.every((byte, index) => bytes[at + index] === byte)) {
        this.#logEnd = null;
        this.#at = at + mark.length;
        return;
      }
      at = bytes.indexOf(EQUALS, at + 1);
    }
    // The mark may begin in what is left and end in the next part.
    this.#at = at < 0 ? this.#size : at;
  }

  #refuseLarge(): void {
    const value = this.#value;
    if (value === null) return;
    const { itemStart, tailStart, held, isCut } = value;
    const start = itemStart >= 0 ? itemStart : isCut ? tailStart : value.start;
    const isHeld = itemStart < 0 && held.length > 0;
    if (start >= 0 && !isHeld && this.read - start > this.#capacity) throw this.#tooLarge(start);
    if (held.length > 0 && this.read - value.start > HELD_BYTES_MAX) {
      throw new ObjectsError(
        `${this.#name}: the list at byte ${value.start} says what it is only behind its items, ` +
          `of which it has more than ${HELD_BYTES_MAX >> 20} MiB`,
        "get it with kubectl get --output json, which names the kind of each item",
      );
    }
  }

  #tooLarge(start: number): ObjectsError {
    return new ObjectsError(
      `${this.#name}: the object at byte ${start} is larger than ${this.#capacity >> 20} MiB`,
      "no object of a cluster is: leave it out",
    );
  }

  #strange(): ObjectsError {
    const place = this.#base + this.#at;
    const shown = this.#bytes.subarray(this.#at, Math.min(this.#size, this.#at + NAME_SHOWN));
    const [text = ""] = decoder.decode(shown).split(/[\r\n]/);
    return new ObjectsError(
      `${this.#name}: at byte ${place} stands ${JSON.stringify(text)}, where an object of JSON ` +
        "should begin",
      "give what kubectl get --output json prints",
    );
  }
}

/** Where the first of some items ends. */
function firstItemEnd(items: Uint8Array): number {
  let depth = 0;
  for (let at = 0; at < items.length; at++) {
    const byte = items[at] as number;
    if (byte === QUOTE) {
      for (at++; at < items.length && items[at] !== QUOTE; at++) if (items[at] === BACKSLASH) at++;
    } else if (byte >= BRACKET_OPEN) {
      if ((byte | BRACE_BIT) === BRACE_OPEN) depth++;
      else if ((byte | BRACE_BIT) === BRACE_CLOSE && --depth === 0) return at + 1;
    }
  }
  return items.length;
}
