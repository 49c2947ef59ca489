/** Lines of a kernel's log that a terminal or a mail program broke, each in one line again. */
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
/** What is left of a time since boot where a copy begins within it. */
const CUT_STAMP = /^\d{0,10}\.\d{6}\] /;
const QUOTE_MARK = /^(?:> ?)+/;
const AMOUNT = "(?:total-vm|(?:anon|file|shmem)-rss|pgtables|oom_score_adj|UID):\\d";
/** Titles of the table of tasks, which no break within one leaves whole. */
const TITLE =
  "(?:[ut]?gid|uid|total_vm|rss(?:_\\w+)?|nr_\\w+s|pgtables_bytes|swapents|oom_score_adj)";

interface BrokenSentence {
  /** How it begins, also where a part of it is lost. */
  readonly begin: RegExp;
  /** What may only be the rest of it. */
  readonly rest: RegExp;
  /** The rest may also begin within a word, where a line is as long as the longest. */
  readonly isShort?: true;
}

/** Lines that a mail program breaks between two words, at any width. */
const BROKEN_SENTENCES: readonly BrokenSentence[] = [
  {
    begin: new RegExp(`\\[ *pid *\\] +uid +[\\w ]*\\b${TITLE} *$`),
    rest: new RegExp(`^ *${TITLE} [ \\w]{0,200}\\bname\\s*$`),
  },
  { begin: /\[ *\d{1,10}\](?: +-?\d+){3,15}\s*$/, rest: /^\s+(?:-?\d+ +){1,15}\S{1,16}\s*$/ },
  {
    begin: /\[ *\d{1,10}\](?: +-?\d+){3,15}\s*$/,
    rest: /^(?:-?\d+ +){1,15}\S{1,16}\s*$/,
    isShort: true,
  },
  { begin: / invoked oom-killer:[^[]*$/, rest: /^(?:gfp_mask|nodemask|order|oom_(?:score_)?adj)=/ },
  { begin: /ut of memory: Kill process \d+ \([^[]*\) *$/, rest: /^score \d/ },
  { begin: /Killed process \d+[^[]*$/, rest: new RegExp(`^${AMOUNT}`) },
  { begin: /oom_reaper: reaped process[^[]*$/, rest: new RegExp(`^(?:now )?${AMOUNT}`) },
  { begin: / Node \d+ \w+ free:[^[]*$/, rest: /^[\w()]{1,24}: ?\d+kB/, isShort: true },
];

/** The rest of a line that a mail program broke, without the mark of a quote; or null. */
function restOf({ text, width }: HeldLine, longest: number, line: string): string | null {
  if (text.length > LENGTH_MAX) return null;
  const bare = line.replace(QUOTE_MARK, "");
  const isRest = BROKEN_SENTENCES.some(({ begin, rest, isShort }) => {
    const mayBe = isShort !== true || width < longest - 1;
    return mayBe && begin.test(text) && rest.test(bare);
  });
  return isRest && !isKernelLine(line) ? bare : null;
}

function mayHaveRest(text: string): boolean {
  return (
    text.length <= LENGTH_MAX &&
    isKernelLine(text) &&
    BROKEN_SENTENCES.some(({ begin }) => begin.test(text))
  );
}

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

/** Whether a line as long as the longest may go on in the next one. */
function isOpen(text: string): boolean {
  return isKernelLine(text) || CUT_STAMP.test(text) || lacksEnd(text);
}

/** A number at the end of a sentence may be broken as well. */
function mayGoOn(text: string, next: string): boolean {
  return isOpen(text) || /^\d{1,10}\s*$/.test(next);
}

/** Holds a line that is as long as the longest, or lacks words: the next one may be the rest. */
export class WrappedLines {
  #held: HeldLine | null = null;
  #longest = WIDTH_MIN;

  take(written: string, number: number): readonly WholeLine[] {
    const text = written.replace(/\r$/, "");
    const held = this.#held;
    const rest = held === null ? null : restOf(held, this.#longest, text);
    if (held !== null && (rest !== null || this.#goesOn(held, text))) {
      // A terminal leaves out a space at the end of a line.
      const isApart = rest !== null || held.width === this.#longest - 1;
      held.text += `${isApart ? " " : ""}${rest ?? text}`;
      held.width = text.length;
      return [];
    }
    const done = this.end();
    this.#longest = Math.max(this.#longest, text.length);
    const mayGoOn = text.length >= this.#longest - 1 && isOpen(text);
    if (!mayGoOn && !mayHaveRest(text)) return [...done, { text, number }];
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
