import { DEPTH_MAX } from "../../../assembly/abi.ts";
import { JsonNumber, JsonObject, type JsonTree } from "./tree.ts";

/** The text is not JSON (RFC 8259), or nests deeper than the engine reads. */
export class JsonTextError extends Error {
  override readonly name = "JsonTextError";
  /** The offset in UTF-16 code units. */
  readonly offset: number;

  constructor(reason: string, offset: number) {
    super(`${reason} at character ${offset}`);
    this.offset = offset;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
/** JSON strings hold no characters below this one. */
const CONTROL_END = 0x20;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERALS: ReadonlyMap<string, JsonTree> = new Map<string, JsonTree>([
  ["null", null],
  ["true", true],
  ["false", false],
]);
const LITERAL = /null|true|false/y;

/** Reads a JSON text into a tree whose numbers are the digits that were written. */
export function parseTree(text: string): JsonTree {
  const reader = new Reader(text);
  const tree = reader.value(0);
  reader.space();
  if (reader.at < text.length) throw new JsonTextError("more text after the value", reader.at);
  return tree;
}

class Reader {
  at = 0;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  value(depth: number): JsonTree {
    if (depth > DEPTH_MAX) throw new JsonTextError("nesting too deep", this.at);
    this.space();
    const first = this.#text[this.at];
    if (first === "{") return this.#object(depth);
    if (first === "[") return this.#array(depth);
    if (first === '"') return this.#string();
    const literal = this.#match(LITERAL);
    if (literal !== null) return LITERALS.get(literal) as JsonTree;
    const number = this.#match(NUMBER);
    if (number !== null) return new JsonNumber(number);
    throw new JsonTextError("no JSON value", this.at);
  }

  space(): void {
    while (" \t\r\n".includes(this.#text[this.at] ?? "end")) this.at++;
  }

  #object(depth: number): JsonObject {
    const members: [string, JsonTree][] = [];
    this.#sequence("}", () => {
      const name = this.#string();
      this.space();
      if (!this.#take(":")) throw new JsonTextError("no ':'", this.at);
      members.push([name, this.value(depth + 1)]);
    });
    return new JsonObject(members);
  }

  #array(depth: number): JsonTree[] {
    const items: JsonTree[] = [];
    this.#sequence("]", () => items.push(this.value(depth + 1)));
    return items;
  }

  #sequence(close: string, item: () => void): void {
    this.at++;
    this.space();
    if (this.#take(close)) return;
    for (;;) {
      this.space();
      item();
      this.space();
      if (this.#take(close)) return;
      if (!this.#take(",")) throw new JsonTextError(`neither ',' nor '${close}'`, this.at);
    }
  }

  /** Without a regular expression: one over a string of many megabytes exhausts its stack. */
  #string(): string {
    const start = this.at;
    if (this.#text.charCodeAt(start) !== QUOTE) throw new JsonTextError("no JSON string", start);
    let plain = true;
    let next = start + 1;
    for (; this.#text.charCodeAt(next) !== QUOTE; next++) {
      const code = this.#text.charCodeAt(next);
      if (Number.isNaN(code)) throw new JsonTextError("the string does not end", start);
      if (code === BACKSLASH) next++;
      if (code === BACKSLASH || code < CONTROL_END) plain = false;
    }
    this.at = next + 1;
    if (plain) return this.#text.slice(start + 1, next);
    try {
      return JSON.parse(this.#text.slice(start, this.at));
    } catch {
      throw new JsonTextError("no JSON string", start);
    }
  }

  #take(character: string): boolean {
    if (this.#text[this.at] !== character) return false;
    this.at++;
    return true;
  }

  #match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text);
    if (found === null) return null;
    this.at = pattern.lastIndex;
    return found[0];
  }
}
