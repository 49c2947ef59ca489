/** The evictions that the lists of a capture record, also those after the step on show. */
import type { CaptureRecord } from "../../read/capture/capture.ts";
import { NewlyEvicted } from "../../read/capture/newlyEvicted.ts";
import type { ListedEviction } from "../explain/shownStep.ts";

export class ListedEvictions {
  readonly found: ListedEviction[] = [];
  readonly #lists = new NewlyEvicted();
  #after: bigint | null = null;
  #records: AsyncIterator<CaptureRecord> | null = null;

  /** The same records; who stops before the last of them can have the `rest` noted. */
  async *noting(records: AsyncIterable<CaptureRecord>): AsyncGenerator<CaptureRecord, void> {
    this.#records = records[Symbol.asyncIterator]();
    for (;;) {
      const record = await this.#next();
      if (record === null) return;
      yield record;
    }
  }

  /** Reads the other records, and decides nothing about them. */
  async rest(): Promise<void> {
    while ((await this.#next()) !== null);
  }

  /** The other records are not wanted. */
  async close(): Promise<void> {
    await this.#records?.return?.();
  }

  async #next(): Promise<CaptureRecord | null> {
    const next = await this.#records?.next();
    if (next === undefined || next.done === true) return null;
    const { pods, time } = next.value;
    const after = this.#after ?? time;
    this.#after = time;
    for (const pod of pods === undefined ? [] : this.#lists.take(pods)) {
      this.found.push({ pod, after, by: time });
    }
    return next.value;
  }
}
