/** What a file is, by its first bytes. */
import { stat } from "node:fs/promises";
import { CutOff } from "../../../analysis/read/capture/format.ts";
import { ARCHIVE_BYTES, archiveForm, isTar } from "../../../analysis/read/recognize/archive.ts";
import {
  BEGINNING_BYTES,
  type FormatRow,
  formatOf,
} from "../../../analysis/read/recognize/formats.ts";
import { plainChunks } from "../../system/captureFile.ts";
import { beginningOf } from "../../system/files.ts";

/** Null for a file with a format that its beginning does not show, and for a pipe. */
export async function formatOfFile(path: string): Promise<FormatRow | null> {
  if (!(await stat(path)).isFile()) return null;
  return formatOf(await plainBeginning(path, BEGINNING_BYTES));
}

/** Whether it is a folder or an archive: what a pipe has given is not there for a second look. */
export async function hasMembers(path: string): Promise<boolean> {
  const file = await stat(path);
  if (!file.isFile()) return file.isDirectory();
  const form = archiveForm(await beginningOf(path, ARCHIVE_BYTES));
  if (form !== "tar.gz") return form !== null;
  return isTar(await plainBeginning(path, ARCHIVE_BYTES));
}

/** The first bytes of a file without its compression, as far as that is whole. */
async function plainBeginning(path: string, bytesMax: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of plainChunks(path)) {
      parts.push(chunk.slice(0, bytesMax - size));
      size += chunk.length;
      if (size >= bytesMax) break;
    }
  } catch (error) {
    if (!(error instanceof CutOff)) throw error;
  }
  return Buffer.concat(parts);
}
