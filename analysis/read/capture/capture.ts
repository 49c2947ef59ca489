import { INPUT_CAPACITY_BYTES } from "../../../assembly/abi.ts";
import type { EvictionEngine, Members } from "../../engine/evictionEngine.ts";
import { documentIn } from "../recognize/documents.ts";
import {
  BLANK_LINES_MAX,
  type Capture,
  CaptureError,
  type CaptureProblem,
  type CaptureReadOptions,
  type CaptureRecord,
  PROBLEMS_MAX,
  type WholeCapture,
} from "./format.ts";
import { headerOf, isHeader, optionsOfHeader, optionsOfNode } from "./header.ts";
import { type Line, linesOf } from "./lines.ts";
import { type ByteReader, placedLines } from "./placedLines.ts";
import { LineError, membersOfLine, recordOf } from "./record.ts";

export type { Layout } from "../kubelet/module.ts";
export {
  CAPTURE_VERSION,
  type Capture,
  CaptureError,
  type CaptureHeader,
  type CaptureProblem,
  type CaptureReadOptions,
  type CaptureRecord,
  type WholeCapture,
} from "./format.ts";

/**
 * Opens a capture given as chunks of bytes, already decompressed. Throws CaptureError when the
 * first line is neither a header nor a record; later lines that are not records are reported in
 * `problems`, and reading continues until `PROBLEMS_MAX` of them.
 */
export async function openCapture(
  chunks: AsyncIterable<Uint8Array>,
  options: CaptureReadOptions = {},
): Promise<Capture> {
  const { lineCapacity = INPUT_CAPACITY_BYTES, onCopied } = options;
  return opened(linesOf(chunks, lineCapacity, onCopied), options);
}

/**
 * The same for a reader who is done with a record when the next is asked for: records are read into
 * the memory of the engine that takes the steps, and its Summary stays there.
 */
export function openPlacedCapture(
  reader: ByteReader,
  engine: EvictionEngine,
  options: CaptureReadOptions = {},
): Promise<Capture> {
  const capacity = options.lineCapacity ?? INPUT_CAPACITY_BYTES;
  return opened(placedLines(reader, engine, capacity), { ...options, engine });
}

async function opened(
  lines: AsyncGenerator<Line, void, undefined>,
  options: CaptureReadOptions,
): Promise<Capture> {
  const first = await firstLine(lines);
  const members = membersOfFirst(first);
  const reader = new RecordReader(lines, options.engine);
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
    const { bytes } = next.value;
    // A copy: the engine takes its configuration before the record of a foreign capture.
    if (bytes.some((byte) => byte > 0x20)) return { ...next.value, bytes: bytes.slice() };
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
  if (!members.has("time")) throw noCapture(line.bytes, null);
  try {
    return recordOf(members, line.number);
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    throw new CaptureError(`The first line is not a record: ${error.message}; give a capture.`);
  }
}

/** Reads records off lines and keeps account of the lines that are none. */
class RecordReader {
  readonly problems: CaptureProblem[] = [];
  readonly #lines: AsyncGenerator<Line, void, undefined>;
  readonly #engine: Pick<EvictionEngine, "record"> | undefined;
  #before: bigint | null = null;
  #backwards = false;
  #blankLines = 0;

  constructor(
    lines: AsyncGenerator<Line, void, undefined>,
    engine: Pick<EvictionEngine, "record"> | undefined,
  ) {
    this.#lines = lines;
    this.#engine = engine;
  }

  /** `first` has been read already, when the capture has no header. */
  async *records(first: CaptureRecord | null): AsyncGenerator<CaptureRecord, void, undefined> {
    if (first !== null) {
      this.#before = first.time;
      yield first;
    }
    for await (const line of this.#lines) {
      const record = this.#read(line);
      if (record !== null) yield record;
      if (this.problems.length >= PROBLEMS_MAX) {
        this.#report("line", line, `causes the ${PROBLEMS_MAX}th problem: the rest is not read`);
        return;
      }
      if (this.#blankLines >= BLANK_LINES_MAX) {
        this.#report("line", line, `is the ${BLANK_LINES_MAX}th empty one: the rest is not read`);
        return;
      }
    }
  }

  #read(line: Line): CaptureRecord | null {
    if (line.tooLong) {
      this.#report("too-long", line, "is longer than the engine's input and is skipped");
    } else if (line.bytes.some((byte) => byte > 0x20)) {
      const record = this.#record(line);
      if (line.ending !== "cut-off") return record;
      // The record is whole, the file is not.
      if (record !== null) this.cutOff(line);
      return record;
    } else if (line.ending === "cut-off") {
      this.cutOff(line);
    } else {
      this.#blankLines += 1;
    }
    return null;
  }

  #record(line: Line): CaptureRecord | null {
    try {
      const engine = this.#engine;
      // The reader here decides whether a last line without a newline is cut off. Its members are
      // copies, because the engine uses the place of the line for the first of them.
      const members =
        engine === undefined || line.ending !== "newline"
          ? membersOfLine(line.bytes.slice())
          : membersOfLine(line.bytes, (bytes) => engine.record(bytes));
      if (isHeader(members)) {
        this.#report("header", line, "is a second header and is skipped; its records are read");
        return null;
      }
      const record = recordOf(members, line.number);
      this.#order(record);
      return record;
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      if (line.ending === "cut-off" || (line.ending === "end" && error.cut)) this.cutOff(line);
      else this.#report("line", line, `is skipped: ${error.message}`);
      return null;
    }
  }

  /** Reported once: a record out of place is likely to be followed by many. */
  #order({ time, line }: CaptureRecord): void {
    if (this.#before !== null && time < this.#before && !this.#backwards) {
      this.#backwards = true;
      this.#report(
        "order",
        { number: line },
        "is older than the previous record; it is used nevertheless",
      );
    }
    this.#before = time;
  }

  cutOff(line: Line): void {
    this.#report(
      "cut-off",
      line,
      "is truncated: the capture ends there; the lines before it are used",
    );
  }

  #report(kind: CaptureProblem["kind"], line: { readonly number: number }, what: string): void {
    this.problems.push({ kind, line: line.number, sentence: `Line ${line.number} ${what}.` });
  }
}

const HINT = "a capture has one JSON object a line: a header, then records";

/** Why a first line that is neither header nor record is not a capture: names what it is. */
function noCapture(line: Uint8Array, error: LineError | null): CaptureError {
  if (error !== null) return new CaptureError(`${nameOfBytes(line, error)}; ${HINT}.`);
  const { kind, words } = documentIn(line) ?? { kind: "other", words: "JSON with an error" };
  const remedy = kind === "Summary" ? " (pair it with its PodList to make a capture)" : "";
  return new CaptureError(`The first line is ${words}${remedy}; ${HINT}.`);
}

function nameOfBytes(line: Uint8Array, error: LineError): string {
  if (error.cut || line[0] === 0x5b) {
    return "This is a single JSON document written over several lines, not a capture";
  }
  return `The first line is not JSON: ${error.message}`;
}
