import { createReadStream } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { BundleLimit } from "./limit.ts";
import type { BundlePart, Wants } from "./part.ts";

const DEPTH_MAX = 32;
const CHUNK_BYTES = 0x40000;

/** The files of a folder in the order of their names; links are not followed. */
export async function* folderParts(
  root: string,
  wants: Wants,
  limit: BundleLimit,
  folder = root,
  depth = 0,
): AsyncGenerator<BundlePart, void, undefined> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const place = join(folder, entry.name);
    limit.addMember();
    if (entry.isDirectory() && depth < DEPTH_MAX) {
      yield* folderParts(root, wants, limit, place, depth + 1);
    }
    if (!entry.isFile()) continue;
    const path = relative(root, place).replaceAll(sep, "/");
    const { size } = await lstat(place);
    if (!wants(path, size)) continue;
    for await (const bytes of createReadStream(place, { highWaterMark: CHUNK_BYTES })) {
      limit.addBytes(bytes.length);
      yield { path, bytes };
    }
    yield { path, bytes: null };
  }
}
