import { stat } from "node:fs/promises";
import { archiveParts } from "../../../analysis/read/bundle/archiveParts.ts";
import { BundleLimit } from "../../../analysis/read/bundle/limit.ts";
import type { BundlePart, Wants } from "../../../analysis/read/bundle/part.ts";
import { ARCHIVE_BYTES, archiveForm } from "../../../analysis/read/recognize/archive.ts";
import { chunksOfFile, gunzip } from "../../system/captureFile.ts";
import { InputError } from "../../system/errors.ts";
import { beginningOf } from "../../system/files.ts";
import { folderParts, type IsNamed } from "./folder.ts";
import { unxz } from "./xz.ts";

/**
 * The wanted members of a bundle, a folder or an archive (as its first bytes say), one after the
 * other, as they come: nothing is written, no link out of it is followed, and what is not wanted
 * is skipped. A file of a folder that links lead to is asked for by the one path that is named.
 * Throws an InputError for what is not a bundle, and UnreadableError for one that is too large.
 */
export async function* bundleParts(
  path: string,
  wants: Wants,
  isNamed: IsNamed = (each) => wants(each, null),
): AsyncGenerator<BundlePart, void, undefined> {
  const status = await stat(path);
  if (status.isDirectory()) {
    yield* folderParts(path, wants, new BundleLimit(path, null), isNamed);
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
  const archive = { form, chunks: chunksOfFile(path) };
  yield* archiveParts(archive, { gunzip, unxz }, wants, new BundleLimit(path, status.size));
}
