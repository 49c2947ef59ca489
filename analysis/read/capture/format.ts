import type { EvictionEngine } from "../../engine/evictionEngine.ts";
import type { Snapshot } from "../../engine/source.ts";
import type { Layout, ModuleOptions } from "../kubelet/module.ts";

export const CAPTURE_VERSION = "capture/1";
/** After this number of lines that are not records, the rest is not read. */
export const PROBLEMS_MAX = 100;
/** The limit for empty lines: a kilobyte of gzip can contain a million. */
export const BLANK_LINES_MAX = 10_000;

/** The first line of a capture. */
export interface CaptureHeader {
  readonly plimsoll: typeof CAPTURE_VERSION;
  readonly node?: string;
  /** The kubelet's version, such as `v1.35.2`. */
  readonly kubelet?: string;
  /** The KubeletConfiguration in force while the capture was taken. */
  readonly config?: Readonly<Record<string, unknown>>;
  readonly layout?: Layout;
  /** Quantities of the node, such as `{"memory": "8Gi"}`. */
  readonly capacity?: Readonly<Record<string, string>>;
  /** What the records lack, if they were not made from documents. */
  readonly missing?: readonly string[];
  /** Unknown members are kept. */
  readonly [member: string]: unknown;
}

/** One moment of a node; `pods`, `summary` and `reclaimed` are the original bytes. */
export interface CaptureRecord extends Snapshot {
  /**
   * The Summary taken after node-level reclaim: absent when there was none (a replay shows the
   * same Summary again), null when none could be read.
   */
  readonly reclaimed?: Uint8Array | null;
  /** Members that this version does not know, as in the line, in their order. */
  readonly others: ReadonlyMap<string, Uint8Array>;
  /** 1-based number of the line the record was read from; 0 for one that was made. */
  readonly line: number;
}

export interface CaptureReadOptions {
  /** Bytes; a longer line is skipped and reported. Default: the capacity of the engine's input. */
  readonly lineCapacity?: number;
  /** Bytes; a capture with a longer header is refused. Default: 5 MiB. */
  readonly headerBytesMax?: number;
  /**
   * The engine that takes the steps: it decodes the Summary of a line on the way to its members,
   * which halves the time of a replay. Without one a line is read here, to the same records.
   */
  readonly engine?: Pick<EvictionEngine, "record">;
  /** Called with each part of a chunk that is not needed any more: its bytes were copied. */
  readonly onCopied?: (part: Uint8Array) => void;
}

/** An opened capture: the header has been read, the records come as they are asked for. */
export interface Capture {
  /** Null for a foreign capture: NDJSON whose first line is a record already. */
  readonly header: CaptureHeader | null;
  /** What the header (or the Node object in a foreign first record) says about the node. */
  readonly options: ModuleOptions;
  /** The records in the order of the file; they can be read once. */
  readonly records: AsyncGenerator<CaptureRecord, void, undefined>;
  /** Grows while `records` is read. */
  readonly problems: readonly CaptureProblem[];
}

/** A capture read to its end. */
export interface WholeCapture extends Omit<Capture, "records"> {
  readonly records: readonly CaptureRecord[];
}

/** Something in a capture that does not count; everything around it does. */
export interface CaptureProblem {
  readonly kind:
    | "cut-off" // the file or its compression ends in the middle
    | "line" // a line is not a JSON object, or not a record
    | "too-long" // a line exceeds the capacity of the engine's input
    | "header" // a second header: two captures in one file
    | "order"; // time went backwards; the record counts
  /** 1-based; the line the reader was on. */
  readonly line: number;
  /** One sentence: what, where, what was done about it. */
  readonly sentence: string;
}

/** The bytes are not a capture at all. */
export class CaptureError extends Error {
  override readonly name = "CaptureError";
}

/** A reader of compressed bytes throws this where they end early; what came before counts. */
export class CutOff extends Error {
  override readonly name = "CutOff";
}
