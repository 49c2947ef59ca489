/** What happened, line by line: the time of day, then a bar or a mark, then the words. */
import type { Gauge, TimelineLine, Tone } from "../../text/document.ts";
import { clockOf } from "../../text/utc.ts";
import { Days } from "./days.ts";
import { gaugeText, gaugeWidth } from "./gauge.ts";
import { broken, folded, type Piece, painted, piecesOf, widthOf } from "./inline.ts";
import type { Style } from "./style.ts";

const INDENT = " ".repeat("10:04:40  ".length);
const SEVERAL = "…".padEnd(INDENT.length);
const GAP = "  ";

/** Goes on from call to call with the days that it has named. */
export class TimelineLines {
  readonly #style: Style;
  readonly #columns: number;
  readonly #days: Days;

  /** `day` is the date that the reader knows; null for that of the first line. */
  constructor(style: Style, columns: number, day: string | null) {
    this.#style = style;
    this.#columns = columns;
    this.#days = new Days(style, day);
  }

  of(lines: readonly TimelineLine[]): string[] {
    return lines.flatMap((line, index) => {
      const { time, tone } = line;
      const date = this.#days.before(time);
      const before = lines[index - 1]?.time ?? null;
      const isSame = time !== null && before === time;
      const at = time === null ? SEVERAL : isSame ? INDENT : `${clockOf(time)}${GAP}`;
      const [first = "", ...rest] = this.#drawn(line);
      const begins = tone === "faint" ? this.#style.paint.faint(at) : at;
      return [...date, begins + first, ...rest.map((each) => INDENT + each)];
    });
  }

  /** Draws a line without its time. */
  #drawn({ mark = "", text, gauge, details = [], ...line }: TimelineLine): string[] {
    const tone = line.tone ?? null;
    const marked = mark === "" ? "" : `${mark} `;
    const lines =
      gauge === undefined
        ? this.#hung({ text: marked, tone }, text, tone)
        : this.#withGauge(gauge, text, tone);
    return [
      ...lines,
      ...details.flatMap(([label, words]) =>
        label === ""
          ? this.#hung({ text: GAP, tone: null }, words, "faint")
          : this.#hung({ text: `${GAP}${label}: `, tone: null }, words, null),
      ),
    ];
  }

  #withGauge(gauge: Gauge | null, text: string, tone: Tone | null): string[] {
    const width = gaugeWidth(this.#columns) + GAP.length;
    const [first = "", ...rest] = this.#hung({ text: " ".repeat(width), tone: null }, text, tone);
    const bar = gaugeText(gauge, this.#columns, this.#style);
    return [text === "" ? bar : bar + GAP + first.slice(width), ...rest];
  }

  /** The first line begins with `first`, the others are indented below it. */
  #hung(first: Piece, text: string, tone: Tone | null): string[] {
    const width = widthOf([first]);
    const room = this.#columns - INDENT.length - width;
    const lines = folded(broken(piecesOf(text, { all: true }), room), room);
    return lines.map((pieces, index) => {
      const start = index === 0 ? first : { text: " ".repeat(width), tone: null };
      const line = pieces.map((piece) => ({ ...piece, tone: piece.tone ?? tone }));
      return painted([start, ...line], this.#style);
    });
  }
}
