import { formatHeader, formatRecord, type RecordParts } from "../../shared/capture/writer.ts";
import type { CaptureHeader } from "../../shared/capture.ts";
import type { Policy } from "../../shared/decision.ts";
import { nanosecondsOf } from "../../shared/duration.ts";
import { reduceDocuments } from "../../shared/reduce.ts";
import { fileSentence } from "../../system/files.ts";
import type { DaemonStep, Observer } from "../step.ts";
import { CaptureRing } from "./captureRing.ts";
import type { CaptureShelf } from "./captureShelf.ts";

/** A full Summary of 110 pods is some 50 KB compressed: ten minutes of them are 3 MB. */
const RING_BYTES_MAX = 32 << 20;

export interface RecorderParts {
  readonly shelf: CaptureShelf;
  /** `reduced` keeps what the policy reads: every decision stays the same. */
  readonly form: "full" | "reduced";
  /** Seconds before and after each eviction; null to record all the time. */
  readonly aroundSeconds: number | null;
  readonly trouble: (sentence: string) => Promise<void>;
}

/** Writes captures of what the daemon sees, so that what it decided can be replayed. */
export class Recorder implements Observer {
  readonly #parts: RecorderParts;
  readonly #ring: CaptureRing;
  #header: CaptureHeader = { plimsoll: "capture/1" };
  /** The list of the record written last, for a file that is begun. */
  #pods: Uint8Array | null = null;
  /** Nanoseconds since the epoch; recording goes on until then. */
  #until: bigint | null = null;
  /** The list that the ring was given last. */
  #seen: Uint8Array | null = null;
  #failing = false;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
    this.#ring = new CaptureRing({
      nanoseconds: this.#around(),
      bytes: parts.aroundSeconds === null ? 0 : RING_BYTES_MAX,
    });
  }

  /** A capture has one policy in its header, so another policy begins another file. */
  async configured(_: Policy, __: readonly string[], header: CaptureHeader): Promise<void> {
    this.#header = header;
    await this.#attempt(() => this.#parts.shelf.close());
  }

  async step(step: DaemonStep): Promise<void> {
    const { snapshot, reclaimed } = step;
    const record = { ...snapshot, ...(reclaimed === undefined ? {} : { reclaimed }) };
    if (this.#parts.aroundSeconds === null) return this.#write(record);
    this.#see(record.pods);
    if (step.decision !== null && step.decision.evictions.length > 0) {
      this.#until = record.time + this.#around();
    }
    if (this.#until === null) return this.#ring.add(record);
    this.#ring.forget(record.time);
    for (const earlier of this.#ring.records()) await this.#write(earlier);
    this.#ring.clear();
    if (record.time <= this.#until) return this.#write(record);
    this.#until = null;
    await this.#attempt(() => this.#parts.shelf.close());
    this.#ring.add(record);
  }

  /** What is in memory for the next eviction, as the lines of a capture. */
  *kept(): Generator<Uint8Array, void, undefined> {
    yield formatHeader(this.#header);
    for (const record of this.#ring.records()) yield formatRecord(record);
  }

  async close(): Promise<void> {
    await this.#attempt(() => this.#parts.shelf.close());
  }

  /** A list that the engine refused is brought again with each step, and is held once. */
  #see(pods: Uint8Array | undefined): void {
    if (pods === undefined || pods === this.#seen) return;
    this.#seen = pods;
    this.#ring.seen(pods);
  }

  #write({ pods: brought, ...record }: RecordParts): Promise<void> {
    const { shelf, form } = this.#parts;
    const pods = brought === this.#pods ? undefined : brought;
    this.#pods = brought ?? this.#pods;
    const list = pods ?? (shelf.isClosed ? this.#pods : null);
    const whole = list === null ? record : { ...record, pods: list };
    // Reducing takes longer than deciding, so only what is written is reduced.
    const written = form === "reduced" ? reduceDocuments(whole) : whole;
    return this.#attempt(() => shelf.record(written, this.#header));
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
      await this.#parts.trouble(`The capture cannot be written. ${reason} It is tried again.`);
    }
  }

  #around(): bigint {
    return nanosecondsOf(this.#parts.aroundSeconds ?? 0);
  }
}
