import type { ArchiveForm } from "../recognize/archive.ts";
import type { BundleLimit } from "./limit.ts";
import type { BundlePart, Wants } from "./part.ts";

type Chunks = AsyncIterable<Uint8Array>;
type Unpack = (chunks: Chunks) => Chunks;

/** How a program decompresses what an archive is in. */
export interface Unpackers {
  readonly gunzip: Unpack;
  readonly unxz: Unpack;
}

/**
 * The wanted members of an archive, one after the other, as they come: nothing is written, no link
 * in it is followed, and what is not wanted is skipped. Throws CutOff for one that ends early or is
 * damaged, and UnreadableError for one that is too large.
 */
export async function* archiveParts(
  { form, chunks }: { readonly form: ArchiveForm; readonly chunks: Chunks },
  { gunzip, unxz }: Unpackers,
  wants: Wants,
  limit: BundleLimit,
): AsyncGenerator<BundlePart, void, undefined> {
  // Each is loaded when it is used: nothing else waits for it.
  if (form === "zip") {
    const { zipParts } = await import("./zip.ts");
    yield* zipParts(chunks, wants, limit);
    return;
  }
  const { tarParts } = await import("./tar.ts");
  const plain = { tar: (packed: Chunks) => packed, "tar.gz": gunzip, "tar.xz": unxz }[form];
  yield* tarParts(plain(chunks), wants, limit);
}
