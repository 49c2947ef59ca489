/** Lines that a chat, a mail or a terminal folded or quoted, as they were before it. */
import { eventRow } from "./eventRow.ts";
import {
  beginsMessage,
  type EvictionMessage,
  endsInSentence,
  MESSAGE_LENGTH_MAX,
  messagesIn,
} from "./message.ts";
import { hasAmounts } from "./otherEnds.ts";
import { messageKey } from "./reportedMessage.ts";

/** What a mail puts before each line. */
const QUOTING = /^(?:>[ \t]?)+/;
/** A member of a description, or the name of a group of them. */
const MEMBER = /^\s*[A-Z][\w() -]{0,40}:(?:\s{2,}|\s*$)/;
/** The most other lines between two of a folded message. */
const FOLDS_AHEAD = 4;
const EVICTED = "Evicted";
/** A message of so many lines is read on in blocks: each time it is read from its beginning. */
const BLOCK_FROM = 32;

/** A line as it was before it was folded, and the messages of evictions in it. */
export interface WholeLine {
  readonly line: string;
  readonly said: readonly EvictionMessage[];
  /** How many lines it was. */
  readonly count: number;
  /** Somebody answers to a text that has the line as well. */
  readonly isQuoted: boolean;
}

/** Lines with messages that a chat, a mail or a terminal folded, each in one line again. */
export function unwrapped(folded: readonly string[]): readonly WholeLine[] {
  const lines = folded.map((line) => {
    return withoutBars(line.replace(QUOTING, "").replace(LONG_BLANKS, " ".repeat(BLANKS_MAX)));
  });
  const whole: WholeLine[] = [];
  for (let at = 0; at < lines.length; ) {
    const each = unfolded(lines, at);
    whole.push({ ...each, isQuoted: QUOTING.test(folded[at] ?? "") });
    at += each.count;
  }
  return whole;
}

/** No column is wider; expressions that end in blanks try a run of them from each of its own. */
const BLANKS_MAX = 128;
const LONG_BLANKS = new RegExp(` {${BLANKS_MAX},}`, "g");

/** A row of a Markdown table with the columns of one that kubectl prints. */
function withoutBars(line: string): string {
  return /\b(?:Normal|Warning)\s*\|/.test(line) ? line.replace(/\s*\|\s*/g, "  ") : line;
}

/** Whether the reasons of a scheduler go on in the next line. */
const REASONS_GO_ON =
  /(?:nodes are available:|of the following predicates::)(?: .{0,20000}[^.\s"'])?\s*$/;
/** The same of a line that they went on in. */
const STILL_GO_ON = /[^.\s"']\s*$/;

/** The line with those after it that, read together with it, say more of the same messages. */
function unfolded(lines: readonly string[], at: number): Omit<WholeLine, "isQuoted"> {
  const [line, count] = withReasons(lines, at);
  const whole = new FoldedMessage(lines, at, count, line);
  const next = lines[at + count];
  // A table may be folded before its message says enough to be known.
  const mayGoOn = endsInSentence(line) || eventRow(line) !== null;
  if (whole.said.length === 0 && next !== undefined) {
    if (mayGoOn && (!isOfItsOwn(next) || isMessageBelow(line, next))) whole.begin();
  }
  if (whole.said.length > 0) whole.goOn();
  return { line: whole.line, said: whole.said, count: whole.count };
}

const INDENT = /^\s*/;

/** Whether the message of an eviction's row is whole in the next line, deeper than the row. */
function isMessageBelow(row: string, next: string): boolean {
  const [indent = "", deeper = ""] = [row, next].map((line) => INDENT.exec(line)?.[0]);
  if (deeper.length <= indent.length || eventRow(row)?.reason !== EVICTED) return false;
  return beginsMessage(next) && eventRow(next) === null && !MEMBER.test(next);
}

/** Where a sentence of a kubelet is folded before what it lists, and how that begins. */
const LISTS: readonly (readonly [before: RegExp, after: RegExp])[] = [
  [/ - node has conditions\s*:?\s*$/, /^\s*:? ?\[/],
  [/ have enough resource:\s*$/, /^\s*[\w./-]{1,100}, requested: /],
  [/ failed to fit in any node\s*$/, /^\s*fit failure summary on nodes ?: /],
];

/** The line with the reasons of a scheduler in those after it, and how many lines that are. */
function withReasons(lines: readonly string[], at: number): readonly [line: string, count: number] {
  const amounts = withAmounts(lines, at);
  if (amounts !== null) return amounts;
  const parts = [lines[at] ?? ""];
  const [line = "", following = ""] = lines.slice(at, at + 2);
  if (LISTS.some(([before, after]) => before.test(line) && after.test(following))) {
    return [joined([line, following]), 2];
  }
  let length = parts[0]?.length ?? 0;
  let goesOn = REASONS_GO_ON.test(parts[0] ?? "");
  while (goesOn && length < MESSAGE_LENGTH_MAX) {
    const next = lines[at + parts.length];
    if (next === undefined || isOfItsOwn(next) || !/^\s{4}/.test(next)) break;
    parts.push(next);
    length += next.length;
    goesOn = STILL_GO_ON.test(next);
  }
  return [parts.length === 1 ? (parts[0] ?? "") : joined(parts), parts.length];
}

/** The line of a rejection with the amounts in those after it; null where it lacks none. */
function withAmounts(lines: readonly string[], at: number): readonly [string, number] | null {
  const first = lines[at] ?? "";
  if (!/didn't have enough resource:/.test(first) || hasAmounts(first)) return null;
  for (let count = 2; count <= FOLDS_AHEAD; count += 1) {
    if (isOfItsOwn(lines[at + count - 1] ?? "")) return null;
    const text = joined(lines.slice(at, at + count));
    if (hasAmounts(text)) return [text, count];
  }
  return null;
}

function joined([first = "", ...rest]: readonly string[], between = " "): string {
  return [first.trimEnd(), ...rest.map((each) => each.trim())].join(between);
}

/** A line and those after it, as far as they are known to be one message. */
class FoldedMessage {
  readonly #lines: readonly string[];
  readonly #at: number;
  count: number;
  /** With its line breaks: names and amounts go on after one, and end at a space. */
  #text: string;
  said: readonly EvictionMessage[];
  /** The first line after it that belongs to something else. */
  #end: number | null = null;

  constructor(lines: readonly string[], at: number, count: number, line: string) {
    this.#lines = lines;
    this.#at = at;
    this.count = count;
    this.#text = line;
    this.said = messagesIn(line);
  }

  get line(): string {
    return this.#text.replaceAll("\n", " ");
  }

  /** Takes the next line where a message is in both together. */
  begin(): void {
    const text = this.#textWith(1);
    const said = messagesIn(text);
    if (said.length > 0) [this.#text, this.said, this.count] = [text, said, this.count + 1];
  }

  /** Takes the lines in which the last message goes on. */
  goOn(): void {
    for (let block = BLOCK_FROM; ; ) {
      if (this.count >= BLOCK_FROM && block > FOLDS_AHEAD) {
        block = this.#take(block, true) ? 2 * block : block >> 1;
        continue;
      }
      let ahead = 1;
      while (ahead <= FOLDS_AHEAD && !this.#take(ahead, false)) ahead += 1;
      if (ahead > FOLDS_AHEAD) return;
    }
  }

  /** Takes the next lines if the message goes on in them, up to the end of a block of them. */
  #take(ahead: number, isBlock: boolean): boolean {
    const next = this.#at + this.count;
    if (next + ahead > this.#lines.length || this.#hasEnd(next, next + ahead)) return false;
    const text = this.#textWith(ahead);
    if (text.length > MESSAGE_LENGTH_MAX) return false;
    const said = messagesIn(text);
    if (said.length !== this.said.length || !saysMore(said.at(-1), this.said.at(-1))) return false;
    if (isBlock) {
      const before = messagesIn(this.#textWith(ahead - FOLDS_AHEAD));
      if (!saysMore(said.at(-1), before.at(-1))) return false;
    }
    [this.#text, this.said, this.count] = [text, said, this.count + ahead];
    return true;
  }

  #textWith(ahead: number): string {
    const next = this.#at + this.count;
    return joined([this.#text, ...this.#lines.slice(next, next + ahead)], "\n");
  }

  /** Each line is looked at once. */
  #hasEnd(from: number, to: number): boolean {
    for (let at = from; this.#end === null && at < to; at += 1) {
      if (isOfItsOwn(this.#lines[at] ?? "")) this.#end = at;
    }
    return this.#end !== null && this.#end < to;
  }
}

function isOfItsOwn(line: string): boolean {
  return line.trim() === "" || eventRow(line) !== null || MEMBER.test(line) || beginsMessage(line);
}

function saysMore(one: EvictionMessage | undefined, other: EvictionMessage | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const isLonger = one.broken.join("").length > other.broken.join("").length;
  return messageKey(one) !== messageKey(other) || (other.isCut && !one.isCut) || isLonger;
}
