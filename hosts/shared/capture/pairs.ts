import type { CaptureRecord } from "../capture.ts";

/** A Summary and the PodList that belongs to it, as bare documents. */
export interface Pair {
  readonly summary: Uint8Array;
  /** Absent: the list of the pair before. */
  readonly pods?: Uint8Array;
  /** Nanoseconds since the epoch; absent: the newest time inside the Summary's node block. */
  readonly time?: bigint;
}

/** Bare documents as records of a capture, in the order given. */
export declare function pairsToCapture(pairs: readonly Pair[]): CaptureRecord[];
