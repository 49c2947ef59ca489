import { createReadStream } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { BundleLimit } from "../../../analysis/read/bundle/limit.ts";
import type { BundlePart, Wants } from "../../../analysis/read/bundle/part.ts";
import { fileError, REPLACEMENT } from "../../system/files.ts";

const DEPTH_MAX = 32;
const CHUNK_BYTES = 0x40000;

/**
 * The files of a folder in the order of their names; links are not followed. What cannot be read
 * in it has a problem.
 */
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
    const path = relative(root, place).replaceAll(sep, "/");
    limit.addMember();
    try {
      if (entry.isDirectory() && depth < DEPTH_MAX) {
        yield* folderParts(root, wants, limit, place, depth + 1);
      }
      if (entry.isFile()) yield* fileParts(place, path, wants, limit);
    } catch (error) {
      if (fileError(error) === null) throw error;
      yield { path, bytes: null, problem: problemOf(entry.name) };
    }
  }
}

async function* fileParts(
  place: string,
  path: string,
  wants: Wants,
  limit: BundleLimit,
): AsyncGenerator<BundlePart, void, undefined> {
  const { size } = await lstat(place);
  if (!wants(path, size)) return;
  for await (const bytes of createReadStream(place, { highWaterMark: CHUNK_BYTES })) {
    limit.addBytes(bytes.length);
    yield { path, bytes };
  }
  yield { path, bytes: null };
}

function problemOf(name: string): string {
  return name.includes(REPLACEMENT) ? "has a name that is not UTF-8" : "cannot be read";
}
