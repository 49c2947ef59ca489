/**
 * YAML of Kubernetes objects as JSON, part by part: the library holds a hundred times the bytes of
 * a text, so of a large list it is handed some items at a time. Items are found by their lines: all
 * that belongs to an item is indented deeper than the dash that begins it.
 */
import { ConfigurationError } from "../kubelet/error.ts";
import { jsonDocumentsOf } from "../kubelet/yaml.ts";
import { logEndOf } from "./dumpLog.ts";
import { ObjectsError } from "./objectsError.ts";

/** Characters that are read together; a document with more is cut at the items of its list. */
const PART_LENGTH = 2 ** 18;
/** The limit for one document without items, and for one item. */
const PART_LENGTH_MAX = 2 ** 22;
/** Keys that are written twice, named one by one. */
const NOTES_MAX = 20;
const DOCUMENT_END = /^(?:---|\.\.\.)(?:\s|$)/;
/** A document may begin in the line of its mark: `--- {kind: Pod}`. */
const BEGINS_BEHIND_MARK = /^---\s+[^\s#]/;
const ITEMS = /^items:\s*(?:#.*)?$/;
const ITEM = /^ *-(?:\s|$)/;
const EMPTY = /^\s*(?:#.*)?$/;
const MEMBER = /^[^\s#-]/;

/** Lines that are read together. */
interface Part {
  readonly lines: string[];
  /** The line of the first one in the text, from 1. */
  readonly line: number;
  length: number;
}

/** Takes the lines of a text in their order; what has been made of them is taken from it. */
export class YamlObjects {
  /** What is worth knowing about the text, a sentence each. */
  readonly notes: string[] = [];
  readonly #name: string;
  #made: string[] = [];
  #line = 0;
  #part: Part = partFrom(1);
  /** The members of a list that is cut, without its items; null for a document that is not. */
  #rest: Part | null = null;
  /** How deep the dashes of its items are; -1 behind them. */
  #indent = -1;
  #items = 0;
  #logEnd: string | null = null;

  constructor(name: string) {
    this.#name = name;
  }

  /** JSON that has been made of the lines so far. */
  take(): string {
    const made = this.#made.join("");
    this.#made = [];
    return made;
  }

  push(text: string): void {
    // Where documents are cut, the parser would take half of Windows' line end for a scalar.
    const line = text.endsWith("\r") ? text.slice(0, -1) : text;
    this.#line += 1;
    if (this.#logEnd !== null) {
      if (line.includes(this.#logEnd)) this.#logEnd = null;
      return;
    }
    this.#logEnd = logEndOf(line);
    if (this.#logEnd !== null || DOCUMENT_END.test(line)) {
      this.end();
      if (BEGINS_BEHIND_MARK.test(line)) this.#beginBehindMark(line);
    } else if (this.#rest === null) this.#pushOfDocument(line);
    else this.#pushOfList(line, this.#rest);
  }

  /** Ends a document. */
  end(): void {
    if (this.#rest === null) {
      for (const value of this.#valuesOf(this.#part)) this.#made.push(JSON.stringify(value), "\n");
    } else this.#endList(this.#rest);
    this.#part = partFrom(this.#line + 1);
    this.#rest = null;
  }

  #beginBehindMark(line: string): void {
    this.#part = partFrom(this.#line);
    this.#pushOfDocument(line);
  }

  #pushOfDocument(line: string): void {
    const isShort = this.#part.length <= PART_LENGTH;
    this.#add(this.#part, line);
    // Looked at once: only a list is cut.
    if (isShort && this.#part.length > PART_LENGTH) this.#beginList(this.#part);
  }

  #beginList({ lines, line }: Part): void {
    const at = lines.findIndex((each) => ITEMS.test(each));
    const first = lines.findIndex((each, index) => index > at && !EMPTY.test(each));
    if (at < 0 || !ITEM.test(lines[first] ?? "")) return;
    this.#rest = partFrom(line);
    for (const each of lines.slice(0, at)) this.#add(this.#rest, each);
    this.#part = partFrom(line + first);
    this.#indent = (lines[first] ?? "").indexOf("-");
    this.#items = 0;
    this.#made.push('{"items":[');
    for (const each of lines.slice(first)) this.#pushOfList(each, this.#rest);
  }

  #pushOfList(line: string, rest: Part): void {
    const isBehind = this.#indent < 0;
    if (!isBehind && !MEMBER.test(line)) {
      const isItem = line[this.#indent] === "-" && ITEM.test(line);
      if (isItem && this.#part.length > PART_LENGTH) this.#makeItems();
      this.#add(this.#part, line);
      return;
    }
    if (!isBehind) this.#makeItems();
    this.#indent = -1;
    this.#add(rest, line);
  }

  #makeItems(): void {
    const items = this.#valuesOf(this.#part).flat();
    const { line, lines } = this.#part;
    this.#part = partFrom(line + lines.length);
    for (const item of items) {
      this.#made.push(this.#items === 0 ? "" : ",", JSON.stringify(item), "\n");
      this.#items += 1;
    }
  }

  #endList(rest: Part): void {
    if (this.#indent >= 0) this.#makeItems();
    const [members = {}] = this.#valuesOf(rest);
    const text = JSON.stringify(members);
    const isObject = text.startsWith("{") && text !== "{}";
    this.#made.push("]", isObject ? `,${text.slice(1)}` : "}", "\n");
  }

  #add(part: Part, line: string): void {
    part.lines.push(line);
    part.length += line.length + 1;
    if (part.length <= PART_LENGTH_MAX) return;
    throw new ObjectsError(
      `${this.#name}:${part.line}: the document that begins in this line has more than ` +
        `${PART_LENGTH_MAX >> 20} MiB and is not a list of objects`,
      "no object of a cluster has: leave it out, or give it as JSON",
    );
  }

  /** Lines in what is said about it are counted in the whole text. */
  #valuesOf({ lines, line }: Part): readonly unknown[] {
    try {
      const { values, notes } = jsonDocumentsOf({ name: this.#name, text: lines.join("\n") });
      for (const { sentence } of notes) {
        if (this.notes.length < NOTES_MAX) this.notes.push(this.#placed(sentence, line));
      }
      return values;
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      throw new ConfigurationError(this.#placed(error.message, line), error.place);
    }
  }

  #placed(sentence: string, line: number): string {
    const before = `${this.#name}:`;
    if (!sentence.startsWith(before)) return sentence;
    const rest = sentence.slice(before.length);
    return before + rest.replace(/^\d+/, (counted) => String(Number(counted) + line - 1));
  }
}

function partFrom(line: number): Part {
  return { lines: [], line, length: 0 };
}
