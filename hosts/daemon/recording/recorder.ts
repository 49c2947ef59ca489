import { setTimeout } from "node:timers/promises";
import { formatHeader, formatRecord } from "../../../analysis/read/capture/writer.ts";
import { nanosecondsOf } from "../../../analysis/text/duration.ts";
import { fileSentence } from "../../system/files.ts";
import type { Dropping } from "../boundedOutput.ts";
import type { HeldDocuments } from "../history/heldDocuments.ts";
import { contentOf, type HeldStep, recordOf } from "../history/heldStep.ts";
import type { HistoryReader, StepHistory } from "../history/stepHistory.ts";
import type { DaemonStep, Observer } from "../step.ts";
import type { CaptureShelf } from "./captureShelf.ts";

/** How long the end of a run waits for what is not written yet. */
const CLOSE_MILLISECONDS = 2_000;
/** A timer that keeps no process alive. */
const UNHELD = { ref: false };

export interface RecorderParts {
  readonly history: StepHistory;
  readonly shelf: CaptureShelf;
  /** Seconds before and after each eviction; null to record all the time. */
  readonly aroundSeconds: number | null;
  /** Whether a step waits until it is written: a live node must not, a recording can. */
  readonly waits: boolean;
  readonly reportError: (sentence: string) => Promise<void>;
}

/** Writes captures of what the daemon observes, so its decisions can be replayed. */
export class Recorder implements Observer, HistoryReader, Dropping {
  readonly name = "recorder";
  readonly #parts: RecorderParts;
  readonly #around: bigint;
  /** The steps to write: from `next`, up to `end`. */
  #next = 0;
  #end = 0;
  /** Nanoseconds since the epoch; recording continues until then. */
  #until: bigint | null = null;
  /** The step that was written last. */
  #last: HeldStep | null = null;
  #isWriting = false;
  #written: Promise<void> = Promise.resolve();
  #dropped = 0;
  /** Dropped since it was last reported. */
  #unreported = 0;
  #failing = false;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
    this.#around = nanosecondsOf(parts.aroundSeconds ?? 0);
    parts.history.addReader(this);
  }

  /** Steps that were dropped since the process began. */
  get dropped(): number {
    return this.#dropped;
  }

  get oldestNeeded(): number {
    if (this.#next < this.#end) return this.#next;
    const { history } = this.#parts;
    const begin = (history.newest?.time ?? 0n) - this.#around;
    return Math.max(
      this.#next,
      history.find(({ time }) => time >= begin),
    );
  }

  async step({ decision, snapshot: { time } }: DaemonStep): Promise<void> {
    const { history, aroundSeconds, waits } = this.#parts;
    if (aroundSeconds === null || (decision?.evictions.length ?? 0) > 0) {
      this.#next = this.oldestNeeded;
      this.#until = time + this.#around;
    }
    if (this.#until !== null && time <= this.#until) this.#end = history.end;
    else this.#until = null;
    await this.#countDropped();
    if (!this.#isWriting) this.#written = this.#write();
    if (waits) await this.#written;
  }

  /** What is in memory for the next eviction, as the lines of a capture. */
  *kept(): Generator<Uint8Array, void, undefined> {
    const { history } = this.#parts;
    yield formatHeader(history.context.header);
    let pods: HeldDocuments | null = null;
    for (let index = this.oldestNeeded; index < history.end; index++) {
      const held = history.at(index);
      if (held === undefined) continue;
      yield formatRecord(recordOf(held, pods, history.form));
      pods = held.pods;
    }
  }

  async close(): Promise<void> {
    const { shelf, waits } = this.#parts;
    const closed = this.#written.then(() => this.#attempt(() => shelf.close()));
    await (waits ? closed : Promise.race([closed, setTimeout(CLOSE_MILLISECONDS, null, UNHELD)]));
  }

  /** Everything up to `end`, then the end of a file when nothing more belongs in it. */
  async #write(): Promise<void> {
    const { shelf } = this.#parts;
    this.#isWriting = true;
    for (;;) {
      if (this.#next < this.#end) await this.#attempt(() => this.#writeNext());
      else if (this.#until === null && !shelf.isClosed) await this.#attempt(() => shelf.close());
      else break;
    }
    this.#isWriting = false;
    if (this.#unreported === 0) return;
    const dropped = this.#unreported;
    this.#unreported = 0;
    await this.#parts.reportError(`${dropped} steps were not recorded: the disk was too slow.`);
  }

  async #writeNext(): Promise<void> {
    const { history, shelf } = this.#parts;
    const held = history.at(this.#next);
    this.#next += 1;
    if (held === undefined) return;
    // The history may drop the step while a file is closed.
    const content = contentOf(held, history.form);
    // A capture has one policy in its header, so another policy begins another file.
    if (held.header !== this.#last?.header) await shelf.close();
    const pods = shelf.isClosed ? null : (this.#last?.pods ?? null);
    this.#last = held;
    await shelf.record(recordOf(held, pods, history.form, content), held.header);
  }

  async #countDropped(): Promise<void> {
    const { history, reportError } = this.#parts;
    const dropped = Math.min(history.first, this.#end) - this.#next;
    if (dropped <= 0) return;
    this.#next += dropped;
    this.#dropped += dropped;
    this.#unreported += dropped;
    if (this.#unreported > dropped) return;
    await reportError("The disk is too slow for the recorder: the oldest steps are dropped.");
  }

  /** A full disk is reported once, until a record can be written again. */
  async #attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.#failing = false;
    } catch (error) {
      if (this.#failing) return;
      this.#failing = true;
      const reason = fileSentence(error) ?? String(error);
      await this.#parts.reportError(`The capture cannot be written. ${reason} It is retried.`);
    }
  }
}
