import { CutOff } from "./problem.ts";

const NEWLINE = 0x0a;

export interface Line {
  /** 1-based. */
  readonly number: number;
  /** Without its newline; empty for a line that is too long. */
  readonly bytes: Uint8Array;
  /** How it ended: with a newline, with the file, or where a compressed file was cut off. */
  readonly ending: "newline" | "end" | "cut-off";
  readonly tooLong: boolean;
}

/**
 * Splits chunks into lines, holding no more than one line of `capacity` bytes. The bytes of a line
 * may be a view of a chunk, so a source does not write over a chunk it has handed out.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  capacity: number,
): AsyncGenerator<Line, void, undefined> {
  const pending = new PendingLine(capacity);
  let number = 1;
  try {
    for await (const chunk of chunks) {
      let start = 0;
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        pending.add(chunk.subarray(start, end));
        yield { number: number++, ...pending.take(), ending: "newline" };
        start = end + 1;
      }
      pending.add(chunk.subarray(start));
    }
  } catch (error) {
    if (!(error instanceof CutOff)) throw error;
    yield { number, ...pending.take(), ending: "cut-off" };
    return;
  }
  const last = pending.take();
  if (last.bytes.length > 0 || last.tooLong) yield { number, ...last, ending: "end" };
}

/** The line so far, in as many parts as chunks it spans. */
class PendingLine {
  readonly #capacity: number;
  #parts: Uint8Array[] = [];
  #size = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  add(part: Uint8Array): void {
    this.#size += part.length;
    if (this.#size > this.#capacity) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  take(): { bytes: Uint8Array; tooLong: boolean } {
    const tooLong = this.#size > this.#capacity;
    const bytes = tooLong ? new Uint8Array(0) : joined(this.#parts, this.#size);
    this.#parts = [];
    this.#size = 0;
    return { bytes, tooLong };
  }
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  if (parts.length === 1 && parts[0] !== undefined) return parts[0];
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
