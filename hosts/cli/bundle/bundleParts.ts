import { stat } from "node:fs/promises";
import {
  ARCHIVE_BYTES,
  type ArchiveForm,
  archiveForm,
} from "../../../analysis/read/recognize/archive.ts";
import { chunksOfFile, gunzip } from "../../system/captureFile.ts";
import { InputError } from "../../system/errors.ts";
import { beginningOf } from "../../system/files.ts";
import { folderParts } from "./folder.ts";
import { BundleLimit } from "./limit.ts";
import type { BundlePart, Wants } from "./part.ts";
import { tarParts } from "./tar.ts";
import { unxz } from "./xz.ts";
import { zipParts } from "./zip.ts";

type Chunks = AsyncIterable<Uint8Array>;

/** How the members of each form come out of its bytes. */
const READERS: Readonly<
  Record<
    ArchiveForm,
    (chunks: Chunks, wants: Wants, limit: BundleLimit) => AsyncIterable<BundlePart>
  >
> = {
  tar: tarParts,
  "tar.gz": (chunks, wants, limit) => tarParts(gunzip(chunks), wants, limit),
  "tar.xz": (chunks, wants, limit) => tarParts(unxz(chunks), wants, limit),
  zip: zipParts,
};

/**
 * The wanted members of a bundle, a folder or an archive (as its first bytes say), one after the
 * other, as they come: nothing is written, no link in it is followed, and what is not wanted is
 * skipped. Throws an InputError for what is not a bundle, and for one that is too large.
 */
export async function* bundleParts(
  path: string,
  wants: Wants,
): AsyncGenerator<BundlePart, void, undefined> {
  const status = await stat(path);
  if (status.isDirectory()) {
    yield* folderParts(path, wants, new BundleLimit(path, null));
    return;
  }
  if (status.isFile() && status.size === 0) {
    throw new InputError(`${path}: it is empty`, "give the bundle as it was collected");
  }
  const form = archiveForm(await beginningOf(path, ARCHIVE_BYTES));
  if (form === null) {
    throw new InputError(
      `${path}: this is neither a folder nor a tar, tar.gz, tar.xz or zip archive`,
      "give the bundle as it was collected",
    );
  }
  yield* READERS[form](chunksOfFile(path), wants, new BundleLimit(path, status.size));
}
