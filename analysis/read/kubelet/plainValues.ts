import { isAlias, isMap, isScalar, isSeq, type Scalar, type YAMLMap, type YAMLSeq } from "yaml";
import { ConfigurationError } from "./error.ts";

const MERGE_KEY = "<<";
/** What aliases may add to the written values, in characters of JSON. */
const ALIASED_MIN = 65_536;

export interface PlainValuesOptions {
  /** `file:line:column` of an offset. */
  readonly placeOf: (offset: number) => string;
  readonly levelsMax: number;
  /** Length of the text: the limit for its values, aliases included, grows with it. */
  readonly length: number;
}

/** A value that was read, and what it adds where it is repeated. */
interface Anchored {
  readonly value: unknown;
  /** Its characters, and one for each value in it. */
  readonly size: number;
  /** Levels of maps and lists. */
  readonly height: number;
}

/**
 * Makes plain values of syntax trees as `JSON.parse` would of the same document in JSON: merge keys
 * are merged, aliases repeat what they name, of two equal keys the last one counts. Linear in the
 * size of what comes out, which is bounded by the size of the text.
 */
export class PlainValues {
  /** Offsets of the keys that occur in their map a second time. */
  readonly repeatedKeys: number[] = [];
  /** Offsets of numbers that JSON does not have, which are read as null. */
  readonly unsupportedNumbers: number[] = [];
  readonly #options: PlainValuesOptions;
  readonly #sizeMax: number;
  /** Null while the value itself is being read. */
  #anchors = new Map<string, Anchored | null>();
  #size = 0;
  #deepest = 0;

  constructor(options: PlainValuesOptions) {
    this.#options = options;
    // A text has at most as many values as characters.
    this.#sizeMax = 2 * options.length + ALIASED_MIN;
  }

  /** The value of a document's contents; anchors belong to one document. */
  valueOf(contents: unknown): unknown {
    this.#anchors = new Map();
    return this.#value(contents, 0);
  }

  #value(node: unknown, level: number): unknown {
    if (isAlias(node)) return this.#repeated(node.source, level, offsetOf(node)).value;
    const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
    if (anchor === undefined) return this.#written(node, level);
    this.#anchors.set(anchor, null);
    const [sizeBefore, deepestBefore] = [this.#size, this.#deepest];
    this.#deepest = level;
    const value = this.#written(node, level);
    const height = this.#deepest - level;
    this.#anchors.set(anchor, { value, size: this.#size - sizeBefore, height });
    this.#deepest = Math.max(deepestBefore, this.#deepest);
    return value;
  }

  #written(node: unknown, level: number): unknown {
    const scalar = isScalar(node) ? scalarOf(node) : null;
    if (isUnsupported(node)) this.unsupportedNumbers.push(offsetOf(node));
    const characters = typeof scalar === "string" ? scalar.length : 0;
    this.#count(1 + characters, level, offsetOf(node));
    if (isMap(node)) return this.#map(node, level + 1);
    return isSeq(node) ? this.#list(node, level + 1) : scalar;
  }

  #list({ items }: YAMLSeq, level: number): unknown[] {
    this.#count(0, level, 0);
    return items.map((item) => this.#value(item, level));
  }

  #map({ items }: YAMLMap, level: number): object {
    this.#count(0, level, 0);
    const members = new Map<string, unknown>();
    const written = new Set<string>();
    for (const { key, value } of items) {
      if (isMergeKey(key)) {
        this.#merge(members, value, level);
        continue;
      }
      const name = this.#name(key, level);
      if (written.has(name)) this.repeatedKeys.push(offsetOf(key));
      written.add(name);
      members.set(name, this.#value(value, level));
    }
    return Object.fromEntries(members);
  }

  /** Members of a map, or of each map of a list, that are not there yet. */
  #merge(members: Map<string, unknown>, node: unknown, level: number): void {
    const sources = isSeq(node) ? node.items : [node];
    for (const source of sources) {
      const value = this.#value(source, level);
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        throw this.#refused(offsetOf(source), "what is merged is not a map; name a map there");
      }
      for (const [name, merged] of Object.entries(value)) {
        if (!members.has(name)) members.set(name, merged);
      }
    }
  }

  #name(key: unknown, level: number): string {
    const value = this.#value(key, level);
    if (value === null) return "";
    if (typeof value !== "object") return String(value);
    throw this.#refused(offsetOf(key), "a map or a list is used as a key; write a string");
  }

  #repeated(name: string, level: number, offset: number): Anchored {
    const anchored = this.#anchors.get(name);
    if (anchored === undefined) {
      throw this.#refused(offset, `the alias *${name} names nothing before it; write the value`);
    }
    if (anchored === null) {
      throw this.#refused(offset, `the alias *${name} contains itself; write the value`);
    }
    this.#count(anchored.size, level + anchored.height, offset);
    return anchored;
  }

  #count(size: number, level: number, offset: number): void {
    this.#size += size;
    this.#deepest = Math.max(this.#deepest, level);
    const { levelsMax } = this.#options;
    if (level > levelsMax) {
      throw this.#refused(offset, `its aliases nest deeper than ${levelsMax} levels`);
    }
    if (this.#size > this.#sizeMax) {
      throw this.#refused(offset, `its aliases repeat more than ${this.#sizeMax} characters`);
    }
  }

  #refused(offset: number, reason: string): ConfigurationError {
    return new ConfigurationError(`${this.#options.placeOf(offset)}: ${reason}.`);
  }
}

/** A plain `<<`, which the library reads as a symbol of that name. */
function isMergeKey(key: unknown): boolean {
  if (!isScalar(key) || (key.type !== undefined && key.type !== "PLAIN")) return false;
  const { value } = key;
  return value === MERGE_KEY || (typeof value === "symbol" && value.description === MERGE_KEY);
}

function isUnsupported(node: unknown): boolean {
  return isScalar(node) && typeof node.value === "number" && !Number.isFinite(node.value);
}

/** JSON has neither infinity nor NaN, and no other types than these. */
function scalarOf({ value }: Scalar): unknown {
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  return typeof value === "string" || typeof value === "boolean" ? value : null;
}

function offsetOf(node: unknown): number {
  const range = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node) ? node.range : null;
  return range?.[0] ?? 0;
}
