import { readdir, stat, unlink } from "node:fs/promises";
import { join } from "node:path";
import type { CaptureHeader } from "../../../analysis/read/capture/capture.ts";
import type { RecordParts } from "../../../analysis/read/capture/writer.ts";
import { nanosecondsOf } from "../../../analysis/text/duration.ts";
import { formatTime } from "../../../analysis/text/time.ts";
import { type CaptureFileWriter, createCaptureFile } from "../../system/captureFile.ts";
import { makeDirectory } from "../../system/directory.ts";

const ENDING = ".plimsoll.ndjson.gz";
/** A recording is rotated in parts, so the oldest eighth can be deleted instead of all of it. */
const FILES = 8;

export interface ShelfBounds {
  /** The size of all files together. */
  readonly bytes: number;
  readonly seconds: number;
}

interface OpenFile {
  readonly path: string;
  readonly writer: CaptureFileWriter;
  readonly begun: bigint;
}

/**
 * The captures of one node in one directory: one file is written at a time, a new one after each
 * restart, and the oldest go when there are too many.
 */
export class CaptureShelf {
  readonly #directory: string;
  readonly #prefix: string;
  readonly #bounds: ShelfBounds;
  #file: OpenFile | null = null;

  constructor(directory: string, node: string, bounds: ShelfBounds) {
    this.#directory = directory;
    this.#prefix = `${node === "" ? "node" : node.replaceAll(/[^\w.-]/g, "_")}-`;
    this.#bounds = bounds;
  }

  /** Whether the next record has to begin a file, and bring its pods. */
  get isClosed(): boolean {
    return this.#file === null;
  }

  /** Rejects when it cannot be written; the next record then begins another file. */
  async record(record: RecordParts, header: CaptureHeader): Promise<void> {
    this.#file ??= await this.#begin(record.time, header);
    const { path, writer, begun } = this.#file;
    try {
      await writer.record(record);
    } catch (error) {
      await this.close().catch(() => {});
      throw error;
    }
    const { size } = await stat(path);
    const age = record.time - begun;
    const isFull = size * FILES > this.#bounds.bytes;
    if (isFull || age * BigInt(FILES) > this.#lifetime()) await this.close();
  }

  async close(): Promise<void> {
    const file = this.#file;
    this.#file = null;
    await file?.writer.close();
  }

  async #begin(time: bigint, header: CaptureHeader): Promise<OpenFile> {
    await makeDirectory(this.#directory);
    await this.#makeRoom(time);
    const stem = join(this.#directory, this.#prefix + stampOf(time));
    for (let number = 0; ; number++) {
      const path = `${stem}${number === 0 ? "" : `-${number}`}${ENDING}`;
      try {
        return { path, writer: await createCaptureFile(path, header), begun: time };
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EEXIST") continue;
        // A disk without room leaves an empty file behind, which is not a capture.
        await unlink(path).catch(() => {});
        throw error;
      }
    }
  }

  /** The names of captures of one node sort as their times do. */
  async #makeRoom(now: bigint): Promise<void> {
    const names = (await readdir(this.#directory))
      .filter((name) => name.startsWith(this.#prefix) && name.endsWith(ENDING))
      .filter((name) => STAMP.test(name.slice(this.#prefix.length, -ENDING.length)))
      .sort()
      .reverse();
    const tooOld = this.#prefix + stampOf(now - this.#lifetime());
    // Room for the one that is begun.
    let bytes = this.#bounds.bytes / FILES;
    for (const name of names) {
      const path = join(this.#directory, name);
      const { size } = await stat(path);
      bytes += size;
      // A crash between creating a file and its first write leaves an empty one.
      if (size === 0 || bytes > this.#bounds.bytes || name < tooOld) await unlink(path);
    }
  }

  #lifetime(): bigint {
    return nanosecondsOf(this.#bounds.seconds);
  }
}

const STAMP = /^\d{8}T\d{6}Z(?:-\d+)?$/;

/** `20261120T100000Z`: the time of the first record, as a name can have it. */
function stampOf(time: bigint): string {
  return formatTime(time)
    .replace(/\.\d+Z$/, "Z")
    .replaceAll(/[-:]/g, "");
}
