/** Lines of a kernel's log that a terminal broke at its width, each in one line again. */
import { isKernelLine } from "./kernelLine.ts";

interface HeldLine {
  text: string;
  readonly number: number;
  /** The length of its last part. */
  width: number;
}

export interface WholeLine {
  readonly text: string;
  readonly number: number;
}

/** No terminal is narrower. */
const WIDTH_MIN = 60;
const LENGTH_MAX = 8192;
/** A line of a document, of an answer, or of what the kernel itself indents below a line. */
const OTHER_LINE = /^(?:\s*$|\s*[{[>])/;
const INDENTED = /^\s{2}/;
/** A row of the table of tasks, which has spaces anywhere. */
const TABLE_ROW = /\[ {0,8}(?:pid|\d{1,10}) {0,8}\] +(?:uid|\d+) /;

/** Holds a line that is as long as the longest, as the next one may be the rest of it. */
export class WrappedLines {
  #held: HeldLine | null = null;
  #longest = WIDTH_MIN;

  take(written: string, number: number): readonly WholeLine[] {
    const text = written.replace(/\r$/, "");
    const held = this.#held;
    if (held !== null && this.#goesOn(held, text)) {
      // A terminal leaves out a space at the end of a line.
      held.text += `${held.width === this.#longest - 1 ? " " : ""}${text}`;
      held.width = text.length;
      return [];
    }
    const done = this.end();
    this.#longest = Math.max(this.#longest, text.length);
    if (text.length < this.#longest - 1 || !isKernelLine(text)) return [...done, { text, number }];
    this.#held = { text, number, width: text.length };
    return done;
  }

  /** The line that is held. */
  end(): readonly WholeLine[] {
    const held = this.#held;
    this.#held = null;
    return held === null ? [] : [held];
  }

  #goesOn({ width, text }: HeldLine, line: string): boolean {
    if (width < this.#longest - 1 || text.length > LENGTH_MAX) return false;
    if (INDENTED.test(line) && !TABLE_ROW.test(text)) return false;
    return line.length <= this.#longest && !OTHER_LINE.test(line) && !isKernelLine(line);
  }
}
