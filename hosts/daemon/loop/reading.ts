import type { Ending } from "../../../analysis/engine/clock.ts";
import type { Snapshot, Source } from "../../../analysis/engine/source.ts";
import { nodeNameOfSummary } from "../../../analysis/read/objects/nodePods.ts";
import { formatTime } from "../../../analysis/text/time.ts";
import type { SteadyClock } from "../../system/systemClock.ts";
import { aborted, controllerWithin, within } from "./within.ts";

/** How long a source may take to give up once it was aborted. */
const GIVING_UP_MILLISECONDS = 500;

export interface ReadingParts {
  readonly source: Source;
  readonly clock: SteadyClock;
  /** Null for a source that waits by itself, such as a capture at the pace it was recorded at. */
  readonly timeLimitMilliseconds: number | null;
  /** Null when the first Summary is to say it. */
  readonly node: string | null;
}

/** Brings one snapshot after the other, and never one that would mislead the engine. */
export class Reading {
  readonly #parts: ReadingParts;
  #pending: Promise<Snapshot | null> | null = null;
  #node: string | null;
  #lastTime: bigint | null = null;
  /** A list that the source will not bring again, although the engine does not have it. */
  #pods: Uint8Array | undefined;

  constructor(parts: ReadingParts) {
    this.#parts = parts;
    this.#node = parts.node;
  }

  /** Null at the end of the source, or when `signal` aborts. */
  async next(signal: AbortSignal): Promise<Snapshot | null> {
    const snapshot = await this.#inTime(signal);
    if (snapshot === null) return null;
    const { pods = this.#pods } = snapshot;
    this.#pods = undefined;
    return this.#trusted(pods === undefined ? snapshot : { ...snapshot, pods });
  }

  /** The engine refused the list: the source takes it for known, and would not bring it again. */
  refused(pods: Uint8Array): void {
    this.#pods = pods;
  }

  /** Reads once more, just before acting; null when nothing could be read. */
  async again(signal: AbortSignal): Promise<Snapshot | null> {
    const { source } = this.#parts;
    if (source.again === undefined) {
      const snapshot = await this.next(signal);
      this.#pods = snapshot?.pods;
      return snapshot;
    }
    const snapshot = await source.again(signal);
    return snapshot === null ? null : this.#trusted(snapshot);
  }

  /** Times go back when the clock was set back; what is brought from then on is newer again. */
  forgetTime(): void {
    this.#lastTime = null;
  }

  async #inTime(signal: AbortSignal): Promise<Snapshot | null> {
    const { source, clock, timeLimitMilliseconds: limit } = this.#parts;
    const isLate = this.#pending !== null;
    let isTaken = false;
    const snapshot = await within(signal, (inner) => {
      const contenders: Promise<Snapshot | null>[] = [aborted(inner)];
      if (limit === null) this.#pending ??= source.next(signal);
      else {
        const read = controllerWithin(inner);
        this.#pending ??= source.next(read.signal);
        contenders.push(this.#unanswered(limit, read, inner));
      }
      const answered = this.#pending.finally(() => {
        isTaken = true;
      });
      return Promise.race([answered, ...contenders]);
    });
    // An answer that comes too late waits for the next step: it may bring a new list of pods.
    if (isTaken) this.#pending = null;
    // An answer that was waited for in an earlier step counts from when it arrived.
    return isLate && snapshot !== null ? { ...snapshot, time: clock.now() } : snapshot;
  }

  async #unanswered(limit: number, read: AbortController, timer: Ending): Promise<Snapshot> {
    const { source, clock } = this.#parts;
    await clock.sleep(limit, timer);
    read.abort();
    await clock.sleep(GIVING_UP_MILLISECONDS, timer);
    const sentence = `${source.name} did not answer within ${limit / 1000} s`;
    return { time: clock.now(), summary: null, summaryError: `${sentence}; retrying.` };
  }

  #trusted(snapshot: Snapshot): Snapshot {
    const { time, summary } = snapshot;
    if (summary === null) return snapshot;
    const node = nodeNameOfSummary(summary);
    this.#node ??= node;
    if (node !== null && node !== this.#node) {
      const sentence = `The Summary is from node ${node}, and this run is about ${this.#node}`;
      return { time, summary: null, summaryError: `${sentence}; it is ignored.` };
    }
    if (this.#lastTime !== null && time < this.#lastTime) {
      const sentence =
        `The snapshot of ${formatTime(time)} is older than the one before, of ` +
        `${formatTime(this.#lastTime)}; it is ignored.`;
      return { ...snapshot, time: this.#lastTime, summary: null, summaryError: sentence };
    }
    this.#lastTime = time;
    return snapshot;
  }
}
