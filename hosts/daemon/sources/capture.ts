import type { Clock } from "../../../analysis/engine/clock.ts";
import type { Snapshot, Source } from "../../../analysis/engine/source.ts";
import type { Capture, CaptureRecord } from "../../../analysis/read/capture/capture.ts";

const NANOSECONDS_PER_MILLISECOND = 1e6;

export interface CapturePace {
  readonly clock: Clock;
  /** How many times as fast as it was recorded; Infinity for as fast as possible. */
  readonly pace: number;
}

/** The records of a capture, and what people call it. */
type Recorded = Pick<Capture, "records"> & { readonly name: string };

/** A recorded node in place of a live one: each step sees the next record, at its recorded time. */
export class CaptureSource implements Source {
  readonly name: string;
  readonly #capture: Recorded;
  readonly #pace: CapturePace;
  #record: CaptureRecord | null = null;
  #after: bigint | null = null;

  constructor(capture: Recorded, pace: CapturePace) {
    this.name = capture.name;
    this.#capture = capture;
    this.#pace = pace;
  }

  /** Resumes after this time, where a run ended; to be called before the first `next`. */
  resumeAfter(time: bigint): void {
    this.#after = time;
  }

  async next(signal: AbortSignal): Promise<Snapshot | null> {
    const before = this.#record;
    const record = await this.#nextRecord();
    if (record === null) return null;
    this.#record = record;
    if (before !== null) await this.#wait(record.time - before.time, signal);
    return record;
  }

  /** Skipped records still say which pods there are. */
  async #nextRecord(): Promise<CaptureRecord | null> {
    let pods: Uint8Array | undefined;
    for (;;) {
      const { done, value: record } = await this.#capture.records.next();
      if (done) return null;
      pods = record.pods ?? pods;
      if (this.#after !== null && record.time <= this.#after) continue;
      this.#after = null;
      return pods === undefined ? record : { ...record, pods };
    }
  }

  async #wait(recorded: bigint, signal: AbortSignal): Promise<void> {
    const { clock, pace } = this.#pace;
    const milliseconds = Number(recorded) / NANOSECONDS_PER_MILLISECOND;
    await clock.sleep(milliseconds / pace, signal);
  }

  async again(): Promise<Snapshot | null> {
    return this.#record;
  }

  /** Nothing recorded after a reclaim: it is assumed to have freed nothing. */
  async summaryAfterReclaim(): Promise<Uint8Array | null> {
    const { reclaimed, summary = null } = this.#record ?? {};
    return reclaimed === undefined ? summary : reclaimed;
  }

  async close(): Promise<void> {
    await this.#capture.records.return();
  }
}
