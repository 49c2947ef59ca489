import { ByteParts } from "../../engine/byteParts.ts";
import { inUtf8 } from "../recognize/text.ts";
import { CutOff } from "./format.ts";

export const NEWLINE = 0x0a;

export interface Line {
  /** 1-based. */
  readonly number: number;
  /** The line without its newline; empty if it is too long. */
  readonly bytes: Uint8Array;
  /** How it ended: with a newline, with the file, or where a compressed file was cut off. */
  readonly ending: "newline" | "end" | "cut-off";
  readonly tooLong: boolean;
}

/**
 * Splits chunks of a text into lines in UTF-8, holding at most one line of `capacity` bytes. The
 * bytes of a line may be a view of a chunk, so a source does not write over a chunk it has handed
 * out.
 */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  capacity: number,
  onCopied?: (part: Uint8Array) => void,
): AsyncGenerator<Line, void, undefined> {
  const pending = new PendingLine(capacity, onCopied);
  let number = 1;
  try {
    for await (const chunk of inUtf8(chunks)) {
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

/** The line so far. */
export class PendingLine {
  readonly #capacity: number;
  readonly #parts: ByteParts;
  #tooLong = false;

  constructor(capacity: number, onCopied?: (part: Uint8Array) => void) {
    this.#parts = new ByteParts(onCopied);
    this.#capacity = capacity;
  }

  add(part: Uint8Array): void {
    this.#tooLong ||= this.#parts.size + part.length > this.#capacity;
    if (this.#tooLong) this.#parts.clear();
    else this.#parts.add(part);
  }

  take(): { bytes: Uint8Array; tooLong: boolean } {
    const tooLong = this.#tooLong;
    this.#tooLong = false;
    return { bytes: this.#parts.take(), tooLong };
  }
}
