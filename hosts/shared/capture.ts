import type { CaptureProblem } from "./capture/problem.ts";
import type { ModuleOptions } from "./configuration/module.ts";
import type { Snapshot } from "./source.ts";

export const CAPTURE_VERSION = "capture/1";

/** How the file systems of a node are laid out. Spec 1.5. */
export interface Layout {
  readonly dedicatedImageFs: boolean;
  readonly splitContainerFs: boolean;
}

/** The first line of a capture. */
export interface CaptureHeader {
  readonly plimsoll: typeof CAPTURE_VERSION;
  readonly node?: string;
  /** The kubelet's version, such as `v1.35.2`. */
  readonly kubelet?: string;
  /** The KubeletConfiguration in force while the capture was taken. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly layout?: Layout;
  /** Unknown members are kept. */
  readonly [member: string]: unknown;
}

/** One moment of a node; `pods`, `summary` and `reclaimed` are the bytes as they stand in the line. */
export interface CaptureRecord extends Snapshot {
  /**
   * The Summary taken after node-level reclaim: absent when there was none (a replay shows the
   * same Summary again), null when none could be had.
   */
  readonly reclaimed?: Uint8Array | null;
  /** Members this version does not know, as they stand in the line, in their order. */
  readonly others: ReadonlyMap<string, Uint8Array>;
  /** 1-based number of the line the record was read from; 0 for one that was made. */
  readonly line: number;
}

export interface CaptureReadOptions {
  /** Bytes; a longer line is skipped and reported. Default: the capacity of the engine's input. */
  readonly lineCapacity?: number;
}

/** An opened capture: the header has been read, the records come as they are asked for. */
export interface Capture {
  /** Null for a foreign capture: NDJSON whose first line is a record already. */
  readonly header: CaptureHeader | null;
  /** What the header (or the Node object in a foreign first record) says about the node. */
  readonly options: ModuleOptions;
  /** In the order of the file; to be read once. */
  readonly records: AsyncGenerator<CaptureRecord, void, undefined>;
  /** Grows while `records` is read. */
  readonly problems: readonly CaptureProblem[];
}

/** A capture read to its end. */
export interface WholeCapture extends Omit<Capture, "records"> {
  readonly records: readonly CaptureRecord[];
}

/** Opens a capture given as chunks of bytes, already decompressed; throws CaptureError for others. */
export declare function openCapture(
  chunks: AsyncIterable<Uint8Array>,
  options?: CaptureReadOptions,
): Promise<Capture>;

/** Reads a capture to its end. */
export declare function readCapture(
  chunks: AsyncIterable<Uint8Array>,
  options?: CaptureReadOptions,
): Promise<WholeCapture>;
