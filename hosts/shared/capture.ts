import { INPUT_CAPACITY_BYTES } from "../../assembly/abi.ts";
import { noCapture } from "./capture/foreign.ts";
import {
  CAPTURE_VERSION,
  headerOf,
  isHeader,
  optionsOfHeader,
  optionsOfNode,
} from "./capture/header.ts";
import { type Line, linesOf } from "./capture/lines.ts";
import { CaptureError, type CaptureProblem } from "./capture/problem.ts";
import { LineError, type Members, membersOfLine, recordOf } from "./capture/record.ts";
import { BLANK_LINES_MAX, RecordReader } from "./capture/records.ts";
import type { ModuleOptions } from "./configuration/module.ts";
import type { Snapshot } from "./source.ts";

export { CAPTURE_VERSION, CaptureError, type CaptureProblem };

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
  /** Quantities of the node, such as `{"memory": "8Gi"}`. */
  readonly capacity?: Readonly<Record<string, string>>;
  /** Unknown members are kept. */
  readonly [member: string]: unknown;
}

/** One moment of a node; `pods`, `summary` and `reclaimed` are the bytes as they stand. */
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
  /**
   * Reads the line again, slowly; there when it was read on trust (`trustSummaryLast`). Null when
   * the line is no record after all, which is then among the capture's problems.
   */
  readonly reread?: () => CaptureRecord | null;
}

export interface CaptureReadOptions {
  /** Bytes; a longer line is skipped and reported. Default: the capacity of the engine's input. */
  readonly lineCapacity?: number;
  /** Bytes; a capture with a longer header is refused. Default: 5 MiB. */
  readonly headerBytesMax?: number;
  /**
   * Take the Summary to be the last member of a line, as it is in captures written here, and do not
   * walk through it to find its end: half the time of reading. Where it is not the last, the
   * engine refuses what was taken for it, and `replay` asks the record to `reread` itself.
   */
  readonly trustSummaryLast?: boolean;
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

/**
 * Opens a capture given as chunks of bytes, already decompressed. Throws CaptureError when the
 * first line is neither a header nor a record; later lines that are no records are reported in
 * `problems`, and reading goes on until `PROBLEMS_MAX` of them.
 */
export async function openCapture(
  chunks: AsyncIterable<Uint8Array>,
  options: CaptureReadOptions = {},
): Promise<Capture> {
  const lines = linesOf(chunks, options.lineCapacity ?? INPUT_CAPACITY_BYTES);
  const first = await firstLine(lines);
  const members = membersOfFirst(first);
  const reader = new RecordReader(lines, options.trustSummaryLast ?? false);
  if (first.ending === "cut-off") reader.cutOff(first);
  if (isHeader(members)) {
    refuseLargeHeader(first.bytes.length, options.headerBytesMax ?? HEADER_BYTES_MAX);
    const header = headerOf(members);
    return {
      header,
      options: optionsOfHeader(header),
      records: reader.records(null),
      problems: reader.problems,
    };
  }
  const record = firstRecord(first, members);
  return {
    header: null,
    options: optionsOfNode(record.others.get("node")),
    records: reader.records(record),
    problems: reader.problems,
  };
}

/** The largest configuration that is read, and room for the rest. */
const HEADER_BYTES_MAX = 5 * 2 ** 20;

function refuseLargeHeader(bytes: number, bytesMax: number): void {
  if (bytes <= bytesMax) return;
  throw new CaptureError(
    `The header has ${bytes} bytes and ${bytesMax} are read; give a header with its own members.`,
  );
}

/** Reads a capture to its end. */
export async function readCapture(
  chunks: AsyncIterable<Uint8Array>,
  options: CaptureReadOptions = {},
): Promise<WholeCapture> {
  const capture = await openCapture(chunks, options);
  const records: CaptureRecord[] = [];
  for await (const record of capture.records) records.push(record);
  return { ...capture, records };
}

async function firstLine(lines: AsyncGenerator<Line, void, undefined>): Promise<Line> {
  for (let next = await lines.next(); !next.done; next = await lines.next()) {
    if (next.value.tooLong) {
      throw new CaptureError("The first line is longer than the engine's input; give a capture.");
    }
    const bytes = withoutByteOrderMark(next.value.bytes);
    if (bytes.some((byte) => byte > 0x20)) return { ...next.value, bytes };
    if (next.value.number >= BLANK_LINES_MAX) {
      throw new CaptureError(
        `The first ${BLANK_LINES_MAX} lines are empty; give a file that begins with its header.`,
      );
    }
  }
  throw new CaptureError("The capture is empty; give a file with at least one record.");
}

function membersOfFirst(line: Line): Members {
  try {
    return membersOfLine(line.bytes);
  } catch (error) {
    if (error instanceof LineError) throw noCapture(line.bytes, error);
    throw error;
  }
}

function firstRecord(line: Line, members: Members): CaptureRecord {
  if (!members.has("time")) throw noCapture(line.bytes, members);
  try {
    return recordOf(members, line.number);
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    throw new CaptureError(`The first line is no record: ${error.message}; give a capture.`);
  }
}

/** A UTF-8 byte order mark, which some editors write, is no part of the JSON. */
function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return marked ? bytes.subarray(3) : bytes;
}
