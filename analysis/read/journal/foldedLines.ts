/** Lines of a kubelet's log that a terminal, a mail or a chat folded, each in one line again. */
import { readEntry } from "./entry.ts";
import { KLOG, prefixTime, QUOTING, readLogLine } from "./line.ts";

export interface NumberedLine {
  readonly text: string;
  readonly number: number;
}

interface HeldLine extends NumberedLine {
  readonly parts: string[];
  /** Whether the text so far continues in the next line. */
  isOpen: boolean;
  /** Whether a part of the header is missing, or the end of a quoted text or a list. */
  isBegun: boolean;
}

/** No terminal is narrower. */
const WIDTH_MIN = 60;
/** A ranking of some hundred pods in a narrow terminal. */
const PARTS_MAX = 1000;
/** Longer than the prefix that klog and journald write before a message. */
const HEAD_LENGTH_MAX = 300;
/** A line that ends within its header: behind the program or the place in code, or in klog's. */
const CUT_HEADER = new RegExp(
  String.raw`(?:\]: ?|: [\w/-]{1,60}\.go:\d{1,6}\]? ?|` +
    String.raw`\b[IWEF]\d{4} \d\d:\d\d:\d\d[\d.]{0,10}` +
    String.raw`(?: +(?:\d+(?: +(?:[\w.]+:?\d*\]? ?)?)?)?)?)$`,
);
/** What a person who shortened a line by hand left of klog's header. */
const SOURCE = /: [\w/-]{1,60}\.go:\d{1,6}\]? ?/;
/** A line of another form of a log, or a sentence without a header. */
const OTHER_FORM = /^(?:[{[]|--|[A-Z_]{3,30}=)/;
/** A value of klog's, which has a sentence before it. */
const VALUE = /^\s*[a-z]\w{1,30}=["[]/;
const BARE_SENTENCE = /^(?:[\w/-]{1,60}\.go:\d{1,6}\]?:? +)?"?eviction manager: /i;

/** Why a kubelet cannot construct a signal: `getSysContainer` of its helpers.go. */
const NO_CONTAINER = /^system container "\w{1,60}" not found in metrics$/;

/** Holds a line that may go on in the next one. */
export class FoldedLines {
  #held: HeldLine | null = null;
  #longest = 0;

  take(text: string, number: number): readonly NumberedLine[] {
    const bare = text.replace(/\r$/, "").replace(QUOTING, "");
    const held = this.#held;
    if (held !== null && goesOn(held, bare)) {
      held.parts.push(bare);
      held.isBegun = isBegun(held.parts);
      held.isOpen = held.isBegun || this.#isAsLong(bare);
      return [];
    }
    const done = this.end();
    this.#longest = Math.max(this.#longest, bare.length);
    if (!isHeaded(bare)) return [...done, { text, number }];
    const begun = isBegun([bare]);
    const isOpen = begun || this.#isAsLong(bare);
    this.#held = { text, number, parts: [bare], isOpen, isBegun: begun };
    return done;
  }

  /** The line that is held. */
  end(): readonly NumberedLine[] {
    const held = this.#held;
    this.#held = null;
    if (held === null) return [];
    return held.parts.length === 1 ? [held] : wholeLines(held, this.#longest);
  }

  #isAsLong({ length }: string): boolean {
    return length >= WIDTH_MIN && length >= this.#longest;
  }
}

function isHeaded(line: string): boolean {
  return prefixTime(line) !== null || KLOG.test(line.slice(0, HEAD_LENGTH_MAX));
}

function goesOn(held: HeldLine, line: string): boolean {
  if (held.parts.length >= PARTS_MAX || isOwn(line, held)) return false;
  if (VALUE.test(line)) return true;
  // The rest of a word of a kubelet's; a person begins a remark with a capital letter.
  return held.isOpen && (held.isBegun || !/^\s*[A-Z]/.test(line));
}

function isOwn(line: string, { parts }: HeldLine): boolean {
  const text = line.trimStart();
  if (text === "" || isHeaded(line) || OTHER_FORM.test(text)) return true;
  return BARE_SENTENCE.test(text) && !CUT_HEADER.test(parts.at(-1) ?? "");
}

function isBegun(parts: readonly string[]): boolean {
  if (CUT_HEADER.test(parts.at(-1) ?? "")) return true;
  const text = parts.join("");
  const head = text.slice(0, HEAD_LENGTH_MAX);
  const header = KLOG.exec(head) ?? SOURCE.exec(head);
  if (header === null) return false;
  const message = text.slice(header.index + header[0].length).replaceAll(/\\./g, "");
  const count = (mark: string) => message.split(mark).length;
  const isInQuotes = count('"') % 2 === 0;
  return isInQuotes || count("[") > count("]") || count("(") > count(")") || message === "";
}

/**
 * A terminal breaks a line within words, and a mail between them: the way to join that gives a
 * line of the eviction manager is taken. Without one the lines are as they were.
 */
function wholeLines({ number, parts }: HeldLine, longest: number): readonly NumberedLine[] {
  const [atWidth, betweenWords] = [joinedAtWidth(parts, longest), joinedWords(parts)];
  const [whole, words] = [understood(atWidth), understood(betweenWords)];
  if (whole === 0 && words === 0) {
    return parts.map((text, at) => ({ text, number: number + at }));
  }
  const isAtWidth =
    whole === words
      ? parts.slice(0, -1).every(({ length }) => length >= longest - 1)
      : whole > words;
  return [{ text: isAtWidth ? atWidth : betweenWords, number }];
}

/** A space where a line broke is at the beginning of the next, or lost; more are indentation. */
function joinedAtWidth([first = "", ...rest]: readonly string[], width: number): string {
  let joined = first;
  let before = first;
  for (const part of rest) {
    joined += before.length === width - 1 ? " " : "";
    joined += /^ {2}/.test(part) ? part.trimStart() : part;
    before = part;
  }
  return joined;
}

function joinedWords(parts: readonly string[]): string {
  return parts.map((part) => part.trim()).join(" ");
}

/** The more, the more of the line is understood; 0 for none. */
function understood(text: string): number {
  const line = readLogLine(text);
  const entry = line === null ? null : readEntry(line);
  if (entry === null) return /^eviction manager:/i.test(line?.message ?? "") ? 0.5 : 0;
  if (entry.kind === "unconstructed") return NO_CONTAINER.test(entry.reason) ? 2 : 1;
  return entry.kind === "ranked" ? 2 + entry.pods.length / (1 + entry.unread) : 1;
}
