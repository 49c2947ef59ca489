/** The passes of a kubelet's log, line by line as they come. */
import { clock, type JournalLine, type JournalSentence } from "../../questions/replay/journal.ts";
import { formatTime } from "../../text/time.ts";
import { Days } from "./days.ts";
import { COLUMNS_MAX, type Style } from "./style.ts";
import { hang } from "./wrap.ts";

const INDENT = " ".repeat("10:04:40  ".length);
const DETAIL = "  ";

export class JournalLines {
  readonly #style: Style;
  readonly #days: Days;

  /** `first` is the time of the first pass, whose day the title has. */
  constructor(first: bigint | null, style: Style) {
    this.#style = style;
    this.#days = new Days(style);
    this.#dayBefore(first);
  }

  of(lines: readonly JournalLine[]): string[] {
    return lines.flatMap((line, index) => {
      const { time, until = null, isDetail = false } = line;
      const day = this.#dayBefore(time);
      // What ends on another day says so itself.
      this.#dayBefore(until);
      const before = lines[index - 1];
      const isSame = before !== undefined && !isStretch(before) && isSameTime(before, line);
      const [begins = "", ...rest] = this.#drawn(line);
      const first = isDetail || isSame ? INDENT + begins : `${clock(time)}  ${begins}`;
      const painted = isStretch(line) ? this.#style.paint.faint(first) : first;
      return [...day, painted, ...rest.map((each) => INDENT + each)];
    });
  }

  /** Without the time. */
  #drawn({ mark, text, tone, isDetail, isRaw, ...line }: JournalLine): string[] {
    const { columns, paint } = this.#style;
    const width = Math.min(columns, COLUMNS_MAX) - INDENT.length;
    const whole = mark + text;
    const lines =
      isRaw === true
        ? [whole.length > width ? `${whole.slice(0, width - 1)}…` : whole]
        : hang(isDetail === true ? DETAIL : mark, text, width);
    return tone === null || isStretch(line) ? lines : lines.map(paint[tone]);
  }

  #dayBefore(time: bigint | null): string[] {
    return this.#days.before(time === null ? null : formatTime(time));
  }
}

/** Passes that are one line, which is faint with its time. */
function isStretch({ until }: Pick<JournalLine, "until">): boolean {
  return until !== undefined;
}

function isSameTime(one: JournalLine, other: JournalLine): boolean {
  return clock(one.time) === clock(other.time);
}

/** What is said of all passes, after the last. */
export function journalEnd(sentences: readonly JournalSentence[], style: Style): string[] {
  const width = Math.min(style.columns, COLUMNS_MAX);
  return [
    "",
    style.paint.title("In all"),
    ...sentences.flatMap(({ text, tone }) =>
      hang("  ", text, width).map((line) => (tone === null ? line : style.paint[tone](line))),
    ),
  ];
}
