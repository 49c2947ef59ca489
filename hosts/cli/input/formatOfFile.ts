/** What a file is, by its first bytes. */
import { stat } from "node:fs/promises";
import { CutOff } from "../../../analysis/read/capture/format.ts";
import { gunzipIfGzip } from "../../../analysis/read/capture/gzip.ts";
import { ARCHIVE_BYTES, archiveForm, isTar } from "../../../analysis/read/recognize/archive.ts";
import { BEGINNING_BYTES, inChunks } from "../../../analysis/read/recognize/beginning.ts";
import { type FormatRow, formatOf } from "../../../analysis/read/recognize/formats.ts";
import { CUT_JSON, identify } from "../../../analysis/read/recognize/identify.ts";
import { gunzip, plainChunks } from "../../system/captureFile.ts";
import { beginningOf, DOCUMENT_BYTES_MAX } from "../../system/files.ts";
import type { Io } from "../../system/io.ts";

/** Null for a file with a format that its beginning does not show, and for a pipe. */
export async function formatOfFile(path: string): Promise<FormatRow | null> {
  if (!(await stat(path)).isFile()) return null;
  return (await recognizedFile(path)).row;
}

/** What something was recognized as, and the bytes that showed it. */
export interface RecognizedBytes {
  readonly row: FormatRow | null;
  readonly bytes: Uint8Array;
}

export function recognizedFile(path: string): Promise<RecognizedBytes> {
  return recognized((bytes) => plainBeginning(plainChunks(path), bytes));
}

export function recognizedStdin(io: Io): Promise<RecognizedBytes> {
  return recognized(async (bytes) => {
    const chunks = (await io.beginningOfStdin?.(bytes)) ?? [];
    return plainBeginning(gunzipIfGzip(inChunks(chunks), gunzip), bytes);
  });
}

/** A document of the API says what it is at its end, too: one that is cut is read whole. */
async function recognized(
  beginning: (bytes: number) => Promise<Uint8Array>,
): Promise<RecognizedBytes> {
  const bytes = await beginning(BEGINNING_BYTES);
  const row = formatOf(bytes);
  if (row !== null || identify(bytes).words !== CUT_JSON) return { row, bytes };
  const whole = await beginning(DOCUMENT_BYTES_MAX);
  return { row: formatOf(whole), bytes: whole };
}

/** Whether it is a folder or an archive: what a pipe has given is not there for a second look. */
export async function hasMembers(path: string): Promise<boolean> {
  const file = await stat(path);
  if (!file.isFile()) return file.isDirectory();
  const form = archiveForm(await beginningOf(path, ARCHIVE_BYTES));
  if (form !== "tar.gz") return form !== null;
  return isTar(await plainBeginning(plainChunks(path), ARCHIVE_BYTES));
}

/** The first bytes without their compression, as far as that is whole. */
async function plainBeginning(
  chunks: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of chunks) {
      parts.push(chunk.slice(0, bytesMax - size));
      size += chunk.length;
      if (size >= bytesMax) break;
    }
  } catch (error) {
    if (!(error instanceof CutOff)) throw error;
  }
  return Buffer.concat(parts);
}
