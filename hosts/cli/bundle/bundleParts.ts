import { lstat } from "node:fs/promises";
import { isGzip } from "../../shared/capture/gzip.ts";
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
type Form = "tar" | "tar.gz" | "tar.xz" | "zip";

const BEGINNING_BYTES = 512;
const XZ = [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00];
const ZIP = [0x50, 0x4b, 0x03, 0x04];
const TAR_MAGIC_AT = 257;

/** How the members of each form come out of its bytes. */
const READERS: Readonly<
  Record<Form, (chunks: Chunks, wants: Wants, limit: BundleLimit) => AsyncIterable<BundlePart>>
> = {
  tar: tarParts,
  "tar.gz": (chunks, wants, limit) => tarParts(gunzip(chunks), wants, limit),
  "tar.xz": (chunks, wants, limit) => tarParts(unxz(chunks), wants, limit),
  zip: zipParts,
};

/**
 * The wanted members of a bundle, a folder or an archive (as its first bytes say), one after the
 * other, as they come: nothing is written, no link is followed, and what is not wanted is passed
 * over. Throws an InputError for what is not a bundle, and for one that is too large.
 */
export async function* bundleParts(
  path: string,
  wants: Wants,
): AsyncGenerator<BundlePart, void, undefined> {
  const status = await lstat(path);
  if (status.isDirectory()) {
    yield* folderParts(path, wants, new BundleLimit(path, null));
    return;
  }
  const form = formOf(await beginningOf(path, BEGINNING_BYTES));
  if (form === null) {
    throw new InputError(
      `${path}: this is neither a folder nor a tar, tar.gz, tar.xz or zip archive`,
      "give the bundle as it was collected",
    );
  }
  yield* READERS[form](chunksOfFile(path), wants, new BundleLimit(path, status.size));
}

function formOf(bytes: Uint8Array): Form | null {
  const begins = (with_: readonly number[]) => with_.every((byte, at) => bytes[at] === byte);
  if (isGzip(bytes)) return "tar.gz";
  if (begins(XZ)) return "tar.xz";
  if (begins(ZIP)) return "zip";
  const magic = new TextDecoder().decode(bytes.subarray(TAR_MAGIC_AT, TAR_MAGIC_AT + 5));
  return magic === "ustar" ? "tar" : null;
}
