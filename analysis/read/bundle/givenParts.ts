import { gunzip } from "../capture/gzip.ts";
import { ARCHIVE_BYTES, archiveForm } from "../recognize/archive.ts";
import { beginningOf } from "../recognize/beginning.ts";
import type { FolderFile } from "../recognize/given.ts";
import { UnreadableError } from "../unreadable.ts";
import { archiveParts } from "./archiveParts.ts";
import { BundleLimit } from "./limit.ts";
import type { BundlePart, Wants } from "./part.ts";

type Chunks = AsyncIterable<Uint8Array>;

/** A bundle that someone gave, without a file system. */
export interface GivenBundle {
  readonly name: string;
  readonly content: Blob;
  /** Those of a folder; absent for an archive. */
  readonly files?: readonly FolderFile[];
}

/** `chunksOf` reads the bytes of a file, without their compression where that is gzip. */
export function givenParts(
  { name, content, files }: GivenBundle,
  chunksOf: (file: { readonly name: string; readonly content: Blob }) => Chunks,
  wants: Wants,
): AsyncIterable<BundlePart> {
  if (files !== undefined) return folderParts(name, files, wants);
  return unpacked({ name, content }, chunksOf({ name, content }), wants);
}

async function* folderParts(
  name: string,
  files: readonly FolderFile[],
  wants: Wants,
): AsyncGenerator<BundlePart, void, undefined> {
  const limit = new BundleLimit(name, null);
  for (const { path, content } of files) {
    limit.addMember();
    if (!wants(path, content.size)) continue;
    try {
      for await (const bytes of streamed(content)) {
        limit.addBytes(bytes.length);
        yield { path, bytes };
      }
    } catch (error) {
      if (!(error instanceof DOMException)) throw error;
      yield { path, bytes: null, problem: "cannot be read" };
      continue;
    }
    yield { path, bytes: null };
  }
}

async function* streamed(content: Blob): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = content.stream().getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

async function* unpacked(
  { name, content }: GivenBundle,
  chunks: Chunks,
  wants: Wants,
): AsyncGenerator<BundlePart, void, undefined> {
  const { start, rest } = await beginningOf(chunks, ARCHIVE_BYTES);
  const form = archiveForm(start);
  if (form === null) throw new UnreadableError(`${name} is not an archive; give it as it came.`);
  const unxz = (): never => {
    throw new UnreadableError(`${name} is compressed with xz; unpack it, and give the folder.`);
  };
  const limit = new BundleLimit(name, content.size);
  yield* archiveParts({ form, chunks: rest }, { gunzip, unxz }, wants, limit);
}
