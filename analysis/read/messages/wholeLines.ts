/** Lines that a chat, a mail or a terminal folded or quoted, as they were before it. */
import { eventRow } from "./eventRow.ts";
import { beginsMessage, type EvictionMessage, endsInSentence, messagesIn } from "./message.ts";
import { messageKey } from "./reportedMessage.ts";

/** What a mail puts before each line. */
const QUOTING = /^(?:>[ \t]?)+/;
/** A member of a description, or the name of a group of them. */
const MEMBER = /^\s*[A-Z][\w() -]{0,40}:(?:\s{2,}|\s*$)/;
/** The most lines of a folded message, and the most other lines between two of them. */
const FOLDS_MAX = 60;
const FOLDS_AHEAD = 4;

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
  const lines = folded.map((line) => withoutBars(line.replace(QUOTING, "")));
  const whole: WholeLine[] = [];
  for (let at = 0; at < lines.length; ) {
    const each = unfolded(lines, at);
    whole.push({ ...each, isQuoted: QUOTING.test(folded[at] ?? "") });
    at += each.count;
  }
  return whole;
}

/** A row of a Markdown table with the columns of one that kubectl prints. */
function withoutBars(line: string): string {
  return /\b(?:Normal|Warning)\s*\|/.test(line) ? line.replace(/\s*\|\s*/g, "  ") : line;
}

/** Whether the reasons of a scheduler go on in the next line. */
const REASONS_GO_ON =
  /(?:nodes are available:|of the following predicates::)(?: .{0,20000}[^.\s"])?\s*$/;

/** The line with those after it that, read together with it, say more of the same messages. */
function unfolded(lines: readonly string[], at: number): Omit<WholeLine, "isQuoted"> {
  let line = lines[at] ?? "";
  let count = 1;
  while (REASONS_GO_ON.test(line) && count < FOLDS_MAX) {
    const next = lines[at + count];
    if (next === undefined || isOfItsOwn(next) || !/^\s{4}/.test(next)) break;
    line = `${line.trimEnd()} ${next.trim()}`;
    count += 1;
  }
  let said = messagesIn(line);
  const next = lines[at + count];
  // A table may be folded before its message says enough to be known.
  const mayGoOn = endsInSentence(line) || eventRow(line) !== null;
  if (said.length === 0 && next !== undefined && !isOfItsOwn(next) && mayGoOn) {
    const joined = `${line.trimEnd()} ${next.trim()}`;
    const together = messagesIn(joined);
    if (together.length > 0) [line, said, count] = [joined, together, count + 1];
  }
  for (let ahead = 1; said.length > 0 && ahead <= FOLDS_AHEAD && count + ahead <= FOLDS_MAX; ) {
    const next = lines.slice(at + count, at + count + ahead);
    if (next.length < ahead || isOfItsOwn(next.at(-1) ?? "")) break;
    const joined = [line.trimEnd(), ...next.map((each) => each.trim())].join(" ");
    const together = messagesIn(joined);
    if (together.length === said.length && saysMore(together.at(-1), said.at(-1))) {
      [line, said, count, ahead] = [joined, together, count + ahead, 1];
    } else ahead += 1;
  }
  return { line, said, count };
}

function isOfItsOwn(line: string): boolean {
  return line.trim() === "" || eventRow(line) !== null || MEMBER.test(line) || beginsMessage(line);
}

function saysMore(one: EvictionMessage | undefined, other: EvictionMessage | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const isLonger = one.broken.join("").length > other.broken.join("").length;
  return messageKey(one) !== messageKey(other) || (other.isCut && !one.isCut) || isLonger;
}
