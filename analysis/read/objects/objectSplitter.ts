/**
 * JSON of any size as documents that a module takes. The module finds where they begin and end;
 * here only the bytes are held that it has not cut off yet, and the items of a list that says what
 * it is only behind them.
 */
import type { Cut, Cuts, SplitStart, Splitter } from "../../engine/splitter.ts";
import { ObjectsError } from "./objectsError.ts";

/** A JSON document of objects: some values one after another, or some items of one list. */
export interface ObjectDocument {
  readonly bytes: Uint8Array;
  /** Where the bytes after the first `prefix` of them are in the text. */
  readonly offset: number;
  /** Bytes that were put before them: the beginning of the list that they are items of. */
  readonly prefix: number;
  /** The number of the first item in its list; null for whole values. */
  readonly firstItem: number | null;
  /** Where that list is, as in `$.items[2]`; absent for one that lies in no other. */
  readonly list?: string;
}

export interface SplittingOptions {
  /** What the text is called in sentences. */
  readonly name: string;
  /** The splitter of the engine that takes the documents. */
  readonly splitter: Splitter;
  /** Bytes from which a document is handed on; 1 MiB otherwise. */
  readonly partBytes?: number;
}

/** The bytes that are passed to the module at a time. */
const GIVEN_BYTES = 2 ** 20;
const encoder = new TextEncoder();
const CLOSE = encoder.encode("]}");

/** A text that is being split: all of it, or a list that is an item of a list. */
interface Text {
  /** What is held of it, from `base` on. */
  bytes: Uint8Array;
  base: number;
  readonly level: number;
  /** Where the list is; absent for all of the text. */
  readonly list?: string;
  /** Cuts of a list whose kind is not known yet, and the cuts after them. */
  readonly waiting: { readonly cut: Cut; readonly bytes: Uint8Array }[];
}

export class ObjectSplitter {
  readonly #options: SplittingOptions;
  readonly #text: Text = { bytes: new Uint8Array(0), base: 0, level: 0, waiting: [] };
  /** The number of bytes that are held. */
  #size = 0;
  /** Logs of containers that a dump has between its lists. */
  logs = 0;

  constructor(options: SplittingOptions) {
    this.#options = options;
    this.#begin({});
  }

  /** Bytes of the text that have been read. */
  get read(): number {
    return this.#text.base + this.#size;
  }

  /** The documents that end in a further part of the text. Throws ObjectsError. */
  *push(chunk: Uint8Array): Generator<ObjectDocument, void> {
    this.#append(chunk);
    for (let at = 0; at < chunk.length; ) {
      const cuts = this.#split(chunk.subarray(at, at + GIVEN_BYTES));
      at += cuts.taken;
      yield* this.#documents(this.#text, cuts);
      this.#drop(cuts.keep);
    }
  }

  /** The documents that end with the text. Throws ObjectsError where it ends too early. */
  *end(): Generator<ObjectDocument, void> {
    yield* this.#documents(this.#text, this.#split(null));
  }

  #begin(start: SplitStart): void {
    const { splitter, partBytes = 0 } = this.#options;
    splitter.begin({ ...start, partBytes });
  }

  #split(part: Uint8Array | null): Cuts {
    const cuts = this.#options.splitter.split(part);
    this.logs += cuts.logs;
    return cuts;
  }

  #append(chunk: Uint8Array): void {
    const size = this.#size + chunk.length;
    const { bytes } = this.#text;
    if (size > bytes.length) {
      this.#text.bytes = new Uint8Array(Math.max(size, 2 * bytes.length));
      this.#text.bytes.set(bytes.subarray(0, this.#size));
    }
    this.#text.bytes.set(chunk, this.#size);
    this.#size = size;
  }

  #drop(keep: number): void {
    const dropped = keep - this.#text.base;
    this.#text.bytes.copyWithin(0, dropped, this.#size);
    this.#size -= dropped;
    this.#text.base = keep;
  }

  *#documents(text: Text, { cuts, problem, advice }: Omit<Cuts, "taken" | "keep" | "logs">) {
    for (const cut of cuts) {
      const { start = text.base, end = text.base, kind } = cut;
      if (kind !== undefined) {
        for (const each of text.waiting.splice(0)) yield* this.#handOn(text, each, kind);
      }
      if (start === end) continue;
      const piece = { cut, bytes: text.bytes.slice(start - text.base, end - text.base) };
      const waits = cut.first !== undefined && kind === undefined;
      if (waits || text.waiting.length > 0) text.waiting.push(piece);
      else yield* this.#handOn(text, piece, kind);
    }
    if (problem === undefined) return;
    throw new ObjectsError(`${this.#options.name}: ${problem}`, advice ?? "");
  }

  *#handOn(
    { level, list = "$" }: Text,
    { cut, bytes }: Text["waiting"][number],
    kind = "List",
  ): Generator<ObjectDocument, void> {
    const offset = cut.start ?? 0;
    const place = list === "$" ? {} : { list };
    if (cut.list !== undefined) {
      yield* this.#nested(bytes, offset, level + 1, `${list}.items[${cut.list}]`);
    } else if (cut.first === undefined) {
      yield { bytes, offset, prefix: 0, firstItem: null, ...place };
    } else {
      const head = encoder.encode(`{"kind":${JSON.stringify(kind)},"items":[`);
      const document = new Uint8Array(head.length + bytes.length + CLOSE.length);
      document.set(head);
      document.set(bytes, head.length);
      document.set(CLOSE, head.length + bytes.length);
      yield { bytes: document, offset, prefix: head.length, firstItem: cut.first, ...place };
    }
  }

  /** A list that is an item of a list: scripts make them of several answers of kubectl. */
  *#nested(bytes: Uint8Array, base: number, level: number, list: string) {
    this.#begin({ start: base, level });
    const found: Cut[] = [];
    let last: Cuts | null = null;
    for (let at = 0; at < bytes.length && last?.problem === undefined; at += last.taken) {
      last = this.#split(bytes.subarray(at, at + GIVEN_BYTES));
      found.push(...last.cuts);
    }
    if (last?.problem === undefined) last = this.#split(null);
    found.push(...last.cuts);
    const text: Text = { bytes, base, level, list, waiting: [] };
    yield* this.#documents(text, { ...last, cuts: found });
  }
}
