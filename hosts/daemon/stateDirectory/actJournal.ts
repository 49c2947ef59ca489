import type { Eviction, PodName } from "../../../analysis/engine/decision.ts";
import { fileSentence } from "../../system/files.ts";

/** An eviction that was about to be made, and what is known of it. */
export interface JournalEntry {
  readonly pod: PodName;
  /** Nanoseconds since the epoch, of the snapshot it was evaluated on. */
  readonly time: bigint;
  readonly gracePeriodSeconds: number;
  /**
   * `unknown` until it is written down; `presumed` made, when a crash came in between or it is not
   * say whether it was made; a failed one was refused and may be tried again.
   */
  readonly outcome: "unknown" | "made" | "presumed" | "failed";
  /** How often this pod was tried in a row, this time included. */
  readonly attempts: number;
}

/** What `settle` may be called with. */
export type Settled = Exclude<JournalEntry["outcome"], "unknown">;

/** Where entries are kept over a restart. */
export interface JournalFile {
  /** Resolves when the bytes are on the disk. */
  append(entry: JournalEntry): Promise<void>;
  /** These entries in place of every line. A crash leaves the old file or the new one. */
  replace(entries: readonly JournalEntry[]): Promise<void>;
  /** The same, when there are far more lines than entries. */
  prune(entries: readonly JournalEntry[]): Promise<void>;
  close(): Promise<void>;
}

const NANOSECONDS_PER_SECOND = 1_000_000_000n;
/** How long an eviction is remembered: a week, far longer than any cap or grace period. */
const REMEMBERED = 7n * 86_400n * NANOSECONDS_PER_SECOND;
/** A refused one matters only while it backs off. */
const FAILED_REMEMBERED = 3600n * NANOSECONDS_PER_SECOND;

/**
 * The evictions of this run and of those before it. An intention is written down before it is
 * carried out: a crash in between counts it as made, and it is never made again.
 */
export class ActJournal {
  readonly #file: JournalFile | null;
  #entries: readonly JournalEntry[];
  /** True while the file keeps the times from before the clock was set. */
  #isBehind = false;

  constructor(entries: readonly JournalEntry[] = [], file: JournalFile | null = null) {
    this.#entries = entries;
    this.#file = file;
  }

  /** Oldest first; of a pod that was refused, the last attempt alone. */
  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** Rejects when it cannot be written down; then it must not be made. */
  async intend({ namespace, name, uid, gracePeriodSeconds }: Eviction, time: bigint) {
    const pod = { namespace, name, uid };
    const refused = this.#entries.find((each) => each.pod.uid === uid && isFailed(each));
    const attempts = (refused?.attempts ?? 0) + 1;
    const entry: JournalEntry = { pod, time, gracePeriodSeconds, outcome: "unknown", attempts };
    await this.#file?.append(entry);
    const others = this.#entries.filter((each) => each !== refused);
    this.#entries = [...remembered(others, time), entry];
    return entry;
  }

  /** Its outcome; remembered even when it cannot be written down. */
  async settle(intended: JournalEntry, outcome: Settled): Promise<void> {
    const settled = { ...intended, outcome };
    this.#entries = this.#entries.map((entry) => (entry === intended ? settled : entry));
    await this.#file?.append(settled);
    // A file that stays too long is tried again next time. The state is saved to the same directory
    // in each step, and says when that cannot be written.
    await this.#file?.prune(this.#entries).catch(() => {});
  }

  /**
   * The clock was set to `now`: what happened stays as long ago as it was, and nothing lies in the
   * future. Answers a sentence when the file keeps the old times.
   */
  async shift(nanoseconds: bigint, now: bigint): Promise<string | null> {
    const shifted = (time: bigint) => (time + nanoseconds > now ? now : time + nanoseconds);
    this.#entries = this.#entries.map((entry) => ({ ...entry, time: shifted(entry.time) }));
    this.#isBehind = this.#entries.length > 0;
    return this.catchUp();
  }

  /** Writes the shifted times, while the file lacks them. Answers as `shift` does. */
  async catchUp(): Promise<string | null> {
    if (!this.#isBehind) return null;
    try {
      await this.#file?.replace(this.#entries);
      this.#isBehind = false;
      return null;
    } catch (error) {
      const reason = fileSentence(error) ?? `${error}.`;
      return (
        `The journal of acts keeps the times before the clock was set. ${reason} It is tried ` +
        "again in each step; a restart before that counts by the old times."
      );
    }
  }

  async close(): Promise<void> {
    await this.catchUp();
    await this.#file?.close();
  }
}

/** Those that are not too old to matter at `now`. */
export function remembered(entries: readonly JournalEntry[], now: bigint): JournalEntry[] {
  return entries.filter(
    (entry) => now - entry.time < (isFailed(entry) ? FAILED_REMEMBERED : REMEMBERED),
  );
}

export function isFailed({ outcome }: JournalEntry): boolean {
  return outcome === "failed";
}
