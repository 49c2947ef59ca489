import type { Eviction, PodName } from "../../shared/decision.ts";

/** An eviction that was about to be made, and what is known of it. */
export interface JournalEntry {
  readonly pod: PodName;
  /** Nanoseconds since the epoch, of the snapshot it was judged on. */
  readonly time: bigint;
  readonly gracePeriodSeconds: number;
  /**
   * `unknown` until it is written down; `presumed` made, when a crash came in between; a failed one
   * may be tried again.
   */
  readonly outcome: "unknown" | "made" | "presumed" | "failed";
}

/** Where entries are kept over a restart. */
export interface JournalFile {
  /** Resolves when the bytes are on the disk. */
  append(entry: JournalEntry): Promise<void>;
  close(): Promise<void>;
}

/** More than a day at the default cap, so that what is forgotten is long gone. */
export const ENTRIES_MAX = 1000;

/**
 * The evictions of this run and of those before it. An intention is written down before it is
 * carried out: a crash in between counts it as made, and it is never made again.
 */
export class ActJournal {
  readonly #file: JournalFile | null;
  #entries: readonly JournalEntry[];

  constructor(entries: readonly JournalEntry[] = [], file: JournalFile | null = null) {
    this.#entries = entries.slice(-ENTRIES_MAX);
    this.#file = file;
  }

  /** Oldest first. */
  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** Rejects when it cannot be written down; then it must not be made. */
  async intend({ namespace, name, uid, gracePeriodSeconds }: Eviction, time: bigint) {
    const pod = { namespace, name, uid };
    const entry: JournalEntry = { pod, time, gracePeriodSeconds, outcome: "unknown" };
    await this.#file?.append(entry);
    this.#entries = [...this.#entries, entry].slice(-ENTRIES_MAX);
    return entry;
  }

  /** What became of it; remembered even when it cannot be written down. */
  async settle(intended: JournalEntry, outcome: "made" | "failed"): Promise<void> {
    const settled = { ...intended, outcome };
    this.#entries = this.#entries.map((entry) => (entry === intended ? settled : entry));
    await this.#file?.append(settled);
  }

  /** The clock was set: what happened stays as long ago as it was. */
  shift(nanoseconds: bigint): void {
    this.#entries = this.#entries.map((entry) => ({ ...entry, time: entry.time + nanoseconds }));
  }

  async close(): Promise<void> {
    await this.#file?.close();
  }
}
