import type { CaptureRecord } from "../capture.ts";
import { isHeader } from "./header.ts";
import type { Line } from "./lines.ts";
import type { CaptureProblem } from "./problem.ts";
import { LineError, membersOfLine, recordOf } from "./record.ts";

/** After so many lines that are no records the rest is not worth reading. */
export const PROBLEMS_MAX = 100;
/** Of lines with nothing in them: a kilobyte of gzip has a million. */
export const BLANK_LINES_MAX = 10_000;

/** Reads records off lines and keeps account of the lines that are none. */
export class RecordReader {
  readonly problems: CaptureProblem[] = [];
  readonly #lines: AsyncGenerator<Line, void, undefined>;
  #trusts: boolean;
  #before: bigint | null = null;
  #backwards = false;
  #blankLines = 0;

  constructor(lines: AsyncGenerator<Line, void, undefined>, trustSummaryLast: boolean) {
    this.#lines = lines;
    this.#trusts = trustSummaryLast;
  }

  /** `first` has been read already, when the capture has no header. */
  async *records(first: CaptureRecord | null): AsyncGenerator<CaptureRecord, void, undefined> {
    if (first !== null) {
      this.#before = first.time;
      yield first;
    }
    for await (const line of this.#lines) {
      const record = this.#read(line);
      if (record !== null) yield record;
      if (this.problems.length >= PROBLEMS_MAX) {
        this.#report("line", line, `brings the ${PROBLEMS_MAX}th problem: the rest is not read`);
        return;
      }
      if (this.#blankLines >= BLANK_LINES_MAX) {
        this.#report("line", line, `is the ${BLANK_LINES_MAX}th empty one: the rest is not read`);
        return;
      }
    }
  }

  #read(line: Line): CaptureRecord | null {
    if (line.tooLong) {
      this.#report("too-long", line, "is longer than the engine's input and is skipped");
    } else if (line.bytes.some((byte) => byte > 0x20)) {
      const record = this.#record(line);
      if (line.ending !== "cut-off") return record;
      // The record is whole, the file is not.
      if (record !== null) this.cutOff(line);
      return record;
    } else if (line.ending === "cut-off") {
      this.cutOff(line);
    } else {
      this.#blankLines += 1;
    }
    return null;
  }

  #record(line: Line): CaptureRecord | null {
    try {
      // A last line without a newline may be cut off, which only its own end can tell.
      const trusts = this.#trusts && line.ending === "newline";
      const members = membersOfLine(line.bytes, trusts ? "summary" : undefined);
      if (isHeader(members)) {
        this.#report("header", line, "is a second header and is skipped; its records are read on");
        return null;
      }
      const record = recordOf(members, line.number);
      this.#order(record);
      return trusts ? { ...record, reread: () => this.#reread(line) } : record;
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      if (line.ending === "cut-off" || (line.ending === "end" && error.cut)) this.cutOff(line);
      else this.#report("line", line, `is skipped: ${error.message}`);
      return null;
    }
  }

  /** Trust that was misplaced once is not worth giving to the lines that follow. */
  #reread(line: Line): CaptureRecord | null {
    this.#trusts = false;
    return this.#record(line);
  }

  /** Reported once: a record out of place is likely to be followed by many. */
  #order({ time, line }: CaptureRecord): void {
    if (this.#before !== null && time < this.#before && !this.#backwards) {
      this.#backwards = true;
      this.#report("order", { number: line }, "is older than the one before; it counts as it is");
    }
    this.#before = time;
  }

  cutOff(line: Line): void {
    this.#report(
      "cut-off",
      line,
      "is cut off: the capture ends there, and what came before counts",
    );
  }

  #report(kind: CaptureProblem["kind"], line: { readonly number: number }, what: string): void {
    this.problems.push({ kind, line: line.number, sentence: `Line ${line.number} ${what}.` });
  }
}
