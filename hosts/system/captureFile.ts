import { closeSync, createReadStream, openSync, readSync, statSync } from "node:fs";
import { constants, createGunzip, createGzip, type Gunzip, type Gzip } from "node:zlib";
import type { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import {
  type Capture,
  type CaptureHeader,
  type CaptureReadOptions,
  openCapture,
  openPlacedCapture,
} from "../../analysis/read/capture/capture.ts";
import { CutOff } from "../../analysis/read/capture/format.ts";
import { gunzipIfGzip, isGzip } from "../../analysis/read/capture/gzip.ts";
import { type ByteReader, ChunkReader } from "../../analysis/read/capture/placedLines.ts";
import {
  formatHeader,
  formatRecord,
  type RecordParts,
} from "../../analysis/read/capture/writer.ts";
import { inUtf8, isPlain } from "../../analysis/read/recognize/text.ts";
import { type Disk, type DiskFile, SYSTEM_DISK } from "./disk.ts";
import { writing } from "./files.ts";
import { free, freeWhole } from "./freeing.ts";
import { standardInput } from "./standardInput.ts";

/** A node-day of a big node is a few hundred megabytes; fewer, larger reads are faster. */
const CHUNK_BYTES = 0x100000;
/** What zlib is fed at once: it may come out a thousand times as large, and is held in memory. */
const DEFLATED_BYTES = 0x10000;
/** What zlib hands over at once: of 16 KiB, its default, a node-day takes twice as long. */
const INFLATED_BYTES = 0x40000;

/**
 * At this level, 62 KB take 0.37 ms and leave 10.2 KB; at the default level, 0.66 ms and 9.4 KB.
 */
const RECORDED_LEVEL = 3;

/** Opens a capture file, plain or gzip (as its first bytes say); `-` is standard input. */
export function openCaptureFile(path: string, options?: CaptureReadOptions): Promise<Capture> {
  return openCapture(plainChunks(path), { ...options, onCopied: freeWhole });
}

/** The same for a reader who is done with a record when the next is asked for. */
export async function openPassingCapture(
  path: string,
  engine: EvictionEngine,
  options?: CaptureReadOptions,
): Promise<Capture> {
  const plain = path === "-" ? null : PlainFile.open(path);
  return openPlacedCapture(plain ?? new FileChunks(textChunks(path)), engine, options);
}

/** For 300 KiB, this is three times as fast as the method of the language. */
function find(byte: number, { buffer, byteOffset, length }: Uint8Array): number {
  return Buffer.from(buffer, byteOffset, length).indexOf(byte);
}

class FileChunks extends ChunkReader {
  /**
   * The memory of an inflated chunk is free at once: a day of them made the garbage collector look
   * at the whole heap thirty times, a fifth of the processor time. zlib goes on in a buffer until
   * it is full.
   */
  override taken({ buffer, byteOffset, length }: Uint8Array): void {
    const isLast = byteOffset + length === INFLATED_BYTES;
    if (isLast && buffer.byteLength === INFLATED_BYTES) {
      free(buffer as ArrayBuffer);
    }
  }

  override find(byte: number, bytes: Uint8Array): number {
    return find(byte, bytes);
  }
}

/**
 * A file in UTF-8, without compression. A pipe is left to streams: it may have nothing to read yet.
 */
class PlainFile implements ByteReader {
  readonly #descriptor: number;

  private constructor(descriptor: number) {
    this.#descriptor = descriptor;
  }

  /** Null for any other file. */
  static open(path: string): PlainFile | null {
    if (!statSync(path).isFile()) return null;
    const descriptor = openSync(path, "r");
    const start = new Uint8Array(3);
    const begins = start.subarray(0, readSync(descriptor, start, 0, start.length, 0));
    if (!isGzip(begins) && isPlain(begins)) return new PlainFile(descriptor);
    closeSync(descriptor);
    return null;
  }

  /** In the event loop itself: what another thread reads costs twice as much to hand over. */
  read(into: Uint8Array): number {
    return readSync(this.#descriptor, into);
  }

  find(byte: number, bytes: Uint8Array): number {
    return find(byte, bytes);
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** The bytes of a file, decompressed when they are gzip; `-` is standard input. */
export function plainChunks(path: string): AsyncIterable<Uint8Array> {
  return gunzipIfGzip(chunksOfFile(path), gunzip);
}

/** The same of a text, in UTF-8 without a byte order mark. */
export function textChunks(path: string): AsyncIterable<Uint8Array> {
  return inUtf8(plainChunks(path));
}

/** The bytes of a file as they are. */
export async function* chunksOfFile(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  if (path === "-") {
    yield* standardInput();
    return;
  }
  // Not a FileHandle: a capture that is opened and never read to its end would leave it to the
  // garbage collector, which newer releases of Node take for an error.
  yield* createReadStream(path, { highWaterMark: CHUNK_BYTES });
}

/**
 * Decompresses with zlib, step by step: a stream that fails drops what waits in its queue, so
 * nothing is left to wait there. What precedes a cut-off is handed on, then CutOff is thrown.
 */
export async function* gunzip(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  const stream = createGunzip({ chunkSize: INFLATED_BYTES });
  const inflated: Uint8Array[] = [];
  stream.on("data", (chunk: Uint8Array) => inflated.push(chunk));
  try {
    for await (const chunk of chunks) yield* inflatedOf(piecesOf(chunk));
    yield* inflatedOf([null]);
  } finally {
    stream.destroy();
  }

  async function* inflatedOf(pieces: readonly (Uint8Array | null)[]) {
    let feeding = pieces[0] === undefined ? null : fed(stream, pieces[0]);
    for (let next = 1; feeding !== null; next += 1) {
      const failure: Error | null = await feeding;
      const ready = inflated.splice(0);
      // Another thread inflates the next piece, while what came of this one is read.
      const piece = failure === null ? pieces[next] : undefined;
      feeding = piece === undefined ? null : fed(stream, piece);
      yield* ready;
      if (failure !== null) throw new CutOff(failure.message);
    }
  }
}

/** A chunk in pieces that zlib can be fed. */
function piecesOf(chunk: Uint8Array): readonly Uint8Array[] {
  const count = Math.ceil(chunk.length / DEFLATED_BYTES);
  return Array.from({ length: count }, (_, index) =>
    chunk.subarray(index * DEFLATED_BYTES, (index + 1) * DEFLATED_BYTES),
  );
}

/** Writes a chunk, or ends the stream; resolves with the failure of the bytes, if any. */
function fed(stream: Gunzip, chunk: Uint8Array | null): Promise<Error | null> {
  // Zeros after the last member pad the file: zlib ends there, and answers no write any more.
  if (stream.readableEnded) return Promise.resolve(null);
  return new Promise((resolve) => {
    const settle = (error?: Error | null) => {
      stream.off("error", settle).off("end", settle);
      resolve(error ?? null);
    };
    stream.on("error", settle).on("end", settle);
    if (chunk === null) stream.end();
    else stream.write(chunk, settle);
  });
}

/** Appends to a new file; a name that ends in `.gz` is one gzip stream, flushed at every record. */
export interface CaptureFileWriter {
  record(record: RecordParts): Promise<void>;
  close(): Promise<void>;
}

export async function createCaptureFile(
  path: string,
  header: Omit<CaptureHeader, "plimsoll">,
  disk: Disk = SYSTEM_DISK,
): Promise<CaptureFileWriter> {
  const lines = await createLines(path, formatHeader(header), disk);
  return { record: (record) => lines.write(formatRecord(record)), close: () => lines.close() };
}

/** Lines of a new file, of which each can be read once it is written; none after a failure. */
export interface LinesWriter {
  write(line: Uint8Array): Promise<void>;
  close(): Promise<void>;
}

/** Fails when the file exists: a gzip stream cannot be continued, a restart starts a new file. */
export async function createLines(
  path: string,
  first: Uint8Array,
  disk: Disk = SYSTEM_DISK,
): Promise<LinesWriter> {
  const file = await writing(path, () => disk.open(path, "wx"));
  const lines = path.endsWith(".gz") ? new GzipLines(file) : new PlainLines(file);
  try {
    await writing(path, () => lines.write(first));
  } catch (error) {
    await file.close();
    throw error;
  }
  let failure: unknown = null;
  const write = async (line: Uint8Array) => {
    // What follows a line that was cut off could not be read, so it must not count as written.
    if (failure !== null) throw failure;
    try {
      await lines.write(line);
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  return {
    write: (line) => writing(path, () => write(line)),
    close: () => writing(path, () => (failure === null ? lines.close() : file.close())),
  };
}

class PlainLines {
  readonly #file: DiskFile;

  constructor(file: DiskFile) {
    this.#file = file;
  }

  async write(line: Uint8Array): Promise<void> {
    await this.#file.writeFile(line);
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** One gzip stream with a sync flush after each line: whatever was written can be read again. */
class GzipLines {
  readonly #file: DiskFile;
  readonly #stream: Gzip = createGzip({ level: RECORDED_LEVEL });
  readonly #deflated: Uint8Array[] = [];

  constructor(file: DiskFile) {
    this.#file = file;
    this.#stream.on("data", (chunk: Uint8Array) => this.#deflated.push(chunk));
  }

  async write(line: Uint8Array): Promise<void> {
    this.#stream.write(line);
    await new Promise<void>((resolve) => this.#stream.flush(constants.Z_SYNC_FLUSH, resolve));
    await this.#drain();
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#stream.on("end", resolve).end());
    try {
      await this.#drain();
    } finally {
      await this.#file.close();
    }
  }

  async #drain(): Promise<void> {
    for (const chunk of this.#deflated.splice(0)) await this.#file.writeFile(chunk);
  }
}
