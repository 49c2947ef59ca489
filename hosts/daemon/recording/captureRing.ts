import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { RecordParts } from "../../shared/capture/writer.ts";

/** The fastest level: a Summary of 110 pods takes about two milliseconds. */
const LEVEL = 1;

export interface RingBounds {
  readonly nanoseconds: bigint;
  /** Of the compressed documents. */
  readonly bytes: number;
}

/** A document, held small. */
type Packed = Buffer | null | undefined;

interface Held {
  readonly time: bigint;
  readonly summary: Packed;
  readonly summaryError: string | undefined;
  readonly reclaimed: Packed;
  /** Shared by all records the list was in force for. */
  readonly pods: Packed;
}

/** The last minutes of a node, in memory. */
export class CaptureRing {
  readonly #bounds: RingBounds;
  #held: Held[] = [];
  #bytes = 0;
  #pods: Packed;

  constructor(bounds: RingBounds) {
    this.#bounds = bounds;
  }

  /** A list that is in force from the next record on, whether that is added or not. */
  seen(pods: Uint8Array): void {
    this.#pods = packed(pods);
  }

  add({ time, summary, summaryError, reclaimed }: Omit<RecordParts, "pods">): void {
    const held = {
      time,
      summary: packed(summary),
      summaryError,
      reclaimed: packed(reclaimed),
      pods: this.#pods,
    };
    this.#held.push(held);
    this.#bytes += sizeOf(held);
    this.forget(time);
  }

  /** Lets go what is too old at `now`, or too much. */
  forget(now: bigint): void {
    while (this.#isTooMuch(now)) this.#bytes -= sizeOf(this.#held.shift());
  }

  /** Oldest first, the first one with its pods; they stay. */
  *records(): Generator<RecordParts> {
    let before: Packed;
    for (const { time, summary, summaryError, reclaimed, pods } of this.#held) {
      yield {
        time,
        ...(pods === before ? {} : { pods: unpacked(pods) ?? undefined }),
        summary: unpacked(summary) ?? null,
        ...(summaryError === undefined ? {} : { summaryError }),
        ...(reclaimed === undefined ? {} : { reclaimed: unpacked(reclaimed) }),
      } as RecordParts;
      before = pods;
    }
  }

  clear(): void {
    this.#held = [];
    this.#bytes = 0;
  }

  #isTooMuch(now: bigint): boolean {
    const [oldest, next] = this.#held;
    if (oldest === undefined || next === undefined) return false;
    return now - oldest.time > this.#bounds.nanoseconds || this.#bytes > this.#bounds.bytes;
  }
}

function packed(document: Uint8Array | null | undefined): Packed {
  return document ? deflateRawSync(document, { level: LEVEL }) : document;
}

function unpacked(document: Packed): Uint8Array | null | undefined {
  return document ? inflateRawSync(document) : document;
}

function sizeOf(held: Held | undefined): number {
  return (held?.summary?.length ?? 0) + (held?.reclaimed?.length ?? 0);
}
