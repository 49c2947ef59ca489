import type { EvictionEngine } from "../../engine/evictionEngine.ts";
import { CutOff } from "./format.ts";
import { type Line, NEWLINE, PendingLine } from "./lines.ts";

/** Brings bytes of a text in UTF-8, without a byte order mark, to where they are wanted. */
export interface ByteReader {
  /** At most as many as fit; 0 at the end. Throws CutOff where compressed bytes end early. */
  read(into: Uint8Array): number | Promise<number>;
  /** Where a byte is, or -1; as fast as the platform can: it looks at all that is read. */
  find(byte: number, bytes: Uint8Array): number;
  close(): void | Promise<void>;
}

/** A longer line is gathered elsewhere. The engine keeps the last text up to twice this size. */
const PLACED_BYTES_MAX = 0x200000;
/** The size of the first read, and of later ones if a line is longer than the one before. */
const READ_BYTES = 0x10000;
/** Lines of one capture have nearly the same size; what is read beyond one is moved twice. */
const BEYOND_BYTES = 0x1000;

/**
 * Lines that are read to where the engine takes its next document, so that their bytes are moved
 * once without allocating memory. The bytes of a line are valid until the next one is requested.
 */
export async function* placedLines(
  reader: ByteReader,
  engine: Pick<EvictionEngine, "place">,
  capacity: number,
): AsyncGenerator<Line, void, undefined> {
  const lines = new LinePlacer(reader, engine, capacity);
  try {
    for (let number = 1; ; number += 1) {
      const line = lines.known() ?? (await lines.read());
      if (line === null) return;
      yield { number, ...line };
      if (line.ending !== "newline") return;
    }
  } finally {
    await reader.close();
  }
}

type ReadLine = Omit<Line, "number">;

class LinePlacer {
  readonly #reader: ByteReader;
  readonly #engine: Pick<EvictionEngine, "place">;
  readonly #capacity: number;
  /** Bytes read after the last line: the engine's input may have been overwritten since. */
  #beyond: Uint8Array = new Uint8Array(0);
  #expectedBytes = READ_BYTES;

  constructor(reader: ByteReader, engine: Pick<EvictionEngine, "place">, capacity: number) {
    this.#reader = reader;
    this.#engine = engine;
    this.#capacity = capacity;
  }

  /** A line that was read already; null when there is no whole one. */
  known(): ReadLine | null {
    const size = this.#beyond.indexOf(NEWLINE);
    if (size < 0) return null;
    const place = this.#place();
    place.set(this.#beyond.subarray(0, size));
    this.#beyond = this.#beyond.subarray(size + 1);
    return this.#line(place.subarray(0, size), "newline");
  }

  /** The next line; null at the end. */
  async read(): Promise<ReadLine | null> {
    const place = this.#place();
    place.set(this.#beyond);
    let filled = this.#beyond.length;
    this.#beyond = this.#beyond.subarray(filled);
    let until = Math.max(this.#expectedBytes, filled + BEYOND_BYTES);
    try {
      while (filled < place.length) {
        const count = await this.#reader.read(place.subarray(filled, until));
        if (count === 0) return filled > 0 ? this.#line(place.subarray(0, filled), "end") : null;
        const found = this.#reader.find(NEWLINE, place.subarray(filled, filled + count));
        if (found >= 0) {
          const size = filled + found;
          this.#beyond = place.slice(size + 1, filled + count);
          this.#expectedBytes = size + BEYOND_BYTES;
          return this.#line(place.subarray(0, size), "newline");
        }
        filled += count;
        if (filled === until) until += READ_BYTES;
      }
    } catch (error) {
      if (!(error instanceof CutOff)) throw error;
      return this.#line(place.subarray(0, filled), "cut-off");
    }
    return this.#readLong(place);
  }

  /** A line of which `start` is not the whole. */
  async #readLong(start: Uint8Array): Promise<ReadLine> {
    const pending = new PendingLine(this.#capacity);
    pending.add(start.slice());
    try {
      for (;;) {
        const part = new Uint8Array(READ_BYTES);
        const count = await this.#reader.read(part);
        if (count === 0) return { ...pending.take(), ending: "end" };
        const found = this.#reader.find(NEWLINE, part.subarray(0, count));
        pending.add(part.subarray(0, found >= 0 ? found : count));
        if (found < 0) continue;
        this.#beyond = part.subarray(found + 1, count);
        return { ...pending.take(), ending: "newline" };
      }
    } catch (error) {
      if (!(error instanceof CutOff)) throw error;
      return { ...pending.take(), ending: "cut-off" };
    }
  }

  #place(): Uint8Array {
    return this.#engine.place().subarray(0, PLACED_BYTES_MAX);
  }

  #line(bytes: Uint8Array, ending: Line["ending"]): ReadLine {
    const tooLong = bytes.length > this.#capacity;
    return { bytes: tooLong ? bytes.subarray(0, 0) : bytes, ending, tooLong };
  }
}

/** Bytes that come in chunks, as a reader. */
export class ChunkReader implements ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  read(into: Uint8Array): number | Promise<number> {
    return this.#chunk.length > 0 ? this.#taken(into) : this.#next(into);
  }

  find(byte: number, bytes: Uint8Array): number {
    return bytes.indexOf(byte);
  }

  /** Called with what was left of a chunk when that is copied: nothing here looks at it again. */
  taken(_rest: Uint8Array): void {}

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #next(into: Uint8Array): Promise<number> {
    while (this.#chunk.length === 0) {
      const { done, value } = await this.#chunks.next();
      if (done) return 0;
      this.#chunk = value;
    }
    return this.#taken(into);
  }

  #taken(into: Uint8Array): number {
    const count = Math.min(into.length, this.#chunk.length);
    const chunk = this.#chunk;
    into.set(chunk.subarray(0, count));
    this.#chunk = chunk.subarray(count);
    if (count === chunk.length) this.taken(chunk);
    return count;
  }
}
