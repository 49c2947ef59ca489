/** A kubelet's log as a document: its answer, then what happened in each pass. */
import type { Basis, JournalStep } from "../../read/journal/agreement.ts";
import { plural } from "../../text/amount.ts";
import {
  type Block,
  closing,
  commandText,
  type Document,
  list,
  paragraph,
  section,
  type Text,
  type TimelineLine,
} from "../../text/document.ts";
import { passesText } from "../../text/passes.ts";
import { sourceText } from "../../text/sourceText.ts";
import { formatTime } from "../../text/time.ts";
import { dateOf } from "../../text/utc.ts";
import { JournalTimeline } from "./journal.ts";
import { JournalAnswer } from "./journalAnswer.ts";

/** A log of more is shortened: its end is left out and counted. */
const LINES_MAX = 20_000;

/** How the log is asked about again. */
export interface JournalContext {
  /** The same command with a configuration; null where it cannot be repeated. */
  readonly configured: string | null;
  /** The same with `--all`; null where it has that. */
  readonly whole: string | null;
  /** A report leaves the middle of a long timeline out. */
  readonly cut?: "middle";
}

/** Follows a log pass by pass. */
export class JournalReport {
  readonly #name: string;
  readonly #basis: Basis;
  readonly #timeline: JournalTimeline;
  readonly #answer: JournalAnswer;
  readonly #lines: TimelineLine[] = [];
  #leftOut = 0;
  #passes = 0;
  #first: bigint | null = null;
  #program: string | undefined;

  constructor(name: string, basis: Basis, onlyChanges = false) {
    this.#name = name;
    this.#basis = basis;
    this.#timeline = new JournalTimeline(basis, onlyChanges);
    this.#answer = new JournalAnswer(basis);
  }

  step(step: JournalStep): void {
    this.#passes += 1;
    if (this.#passes === 1) this.#first = step.pass.time;
    this.#program ??= step.pass.program;
    this.#take(this.#timeline.step(step));
    this.#answer.step(step);
  }

  /** After the last pass. */
  document({ configured, whole, cut }: JournalContext): Document {
    this.#take(this.#timeline.rest());
    const answer = this.#answer;
    const day = this.#first === null ? null : dateOf(formatTime(this.#first));
    const passes = `${passesText(this.#passes)} of the eviction manager`;
    const source = sourceText(this.#name, ["kubelet log", passes, day ?? ""]);
    const lines: Block = {
      ...{ is: "timeline", lines: this.#lines },
      ...(day === null ? {} : { day }),
      ...(cut === undefined ? {} : { cut }),
    };
    return {
      ...answer.title,
      sources: [source],
      lead: answer.lead,
      sections: [],
      further: [
        ...section("What happened", [lines, ...this.#shortened()]),
        ...section("In all", list(this.#timeline.sentences(), "none")),
      ],
      closing: closing(answer.assumed, answer.unknown, this.#next(configured, whole)),
    };
  }

  #take(lines: readonly TimelineLine[]): void {
    for (const line of lines) {
      if (this.#lines.length < LINES_MAX) this.#lines.push(line);
      else this.#leftOut += 1;
    }
  }

  #shortened(): readonly Block[] {
    const words = `${plural(this.#leftOut, "further line")} left out: --output ndjson has all.`;
    return paragraph(this.#leftOut === 0 ? undefined : words);
  }

  #next(configured: string | null, whole: string | null): readonly Text[] {
    const all = whole === null ? [] : [commandText(whole, "each pass")];
    if (this.#answer.isFiltered) return [withNumbers(this.#program), ...all];
    if (configured === null || this.#basis === "given") return all;
    return [commandText(configured, "compares more passes"), ...all];
  }
}

/** Only a unit of its own is called kubelet: other programs have units of several names. */
function withNumbers(program = "kubelet"): Text {
  const of = program === "kubelet" ? "-u kubelet" : `-t ${program}`;
  return commandText(`journalctl ${of} -S -2h | plimsoll`, "has everything");
}
