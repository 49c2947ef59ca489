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

/**
 * Sentences whose prefix people leave out when they copy, and how each ends: without a prefix, only
 * a sentence that lacks its end goes on.
 */
const BARE_SENTENCES: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/^(?:[\d.]{0,20}\] )?oom-kill:constraint=/, /,uid=\d+\s*$/],
  [/^(?:[\d.]{0,20}\] )?\S.{0,40} invoked oom-killer: /, /(?:order|oom_(?:score_)?adj)=-?\d+\s*$/],
  [
    /^(?:[\d.]{0,20}\] )?(?:Memory cgroup out|Out) of memory: Kill/,
    /(?:kB|oom_score_adj:-?\d+|sacrifice child|memory\.oom\.group set)\s*$/,
  ],
];

function isBareSentence(line: string): boolean {
  return BARE_SENTENCES.some(([begin]) => begin.test(line));
}

function lacksEnd(line: string): boolean {
  return BARE_SENTENCES.some(([begin, end]) => begin.test(line) && !end.test(line));
}

/** A number at the end of a sentence may be broken as well. */
function mayGoOn(text: string, next: string): boolean {
  return isKernelLine(text) || lacksEnd(text) || /^\d{1,10}\s*$/.test(next);
}

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
    const isOpen = isKernelLine(text) || lacksEnd(text);
    if (text.length < this.#longest - 1 || !isOpen) return [...done, { text, number }];
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
    if (isBareSentence(line) || !mayGoOn(text, line)) return false;
    return line.length <= this.#longest && !OTHER_LINE.test(line) && !isKernelLine(line);
  }
}
