/** The files of a folder. */
import { createReadStream, type Dirent } from "node:fs";
import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { BundleLimit } from "../../../analysis/read/bundle/limit.ts";
import type { BundlePart, Wants } from "../../../analysis/read/bundle/part.ts";
import { fileError, REPLACEMENT } from "../../system/files.ts";

const DEPTH_MAX = 32;
const CHUNK_BYTES = 0x40000;

/** A file of a folder, or what has none that can be read. */
export interface FolderFile {
  /** Inside the folder, with `/`. */
  readonly path: string;
  /** The paths of links to it, by which it may also be known. */
  readonly links: string[];
  /** Why it is not read: `is a link …`. */
  readonly problem?: string;
  /** A link to what may be anything, such as the time zone of a machine. */
  readonly isAside?: boolean;
}

/**
 * Everything below a folder, in the order of names. A link that stays in the folder belongs to
 * its file, which is listed once; one that leads out of the folder is not followed.
 */
export async function folderFiles(
  root: string,
  limit: BundleLimit,
): Promise<readonly FolderFile[]> {
  const found: FolderFile[] = [];
  const links: FolderFile[] = [];
  await walk(root, root, { found, links, limit, depth: 0 });
  const own = new Map(found.map((file) => [file.path, file]));
  const top = await realpath(root);
  for (const { path } of links) {
    const target = await targetOf(join(root, path), top);
    const file = own.get(target.path);
    if (target.problem !== undefined) found.push({ ...target, path, links: [] });
    else file?.links.push(path);
  }
  return found.sort((a, b) => (a.path < b.path ? -1 : 1));
}

interface Walk {
  readonly found: FolderFile[];
  readonly links: FolderFile[];
  readonly limit: BundleLimit;
  readonly depth: number;
}

async function walk(root: string, folder: string, { depth, ...to }: Walk): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const place = join(folder, entry.name);
    const path = relative(root, place).replaceAll(sep, "/");
    to.limit.addMember();
    const problem = await problemOf(entry, place, depth);
    if (entry.isSymbolicLink()) to.links.push({ path, links: [] });
    else if (problem !== undefined) to.found.push({ path, links: [], problem });
    else if (entry.isFile()) to.found.push({ path, links: [] });
    else {
      try {
        await walk(root, place, { ...to, depth: depth + 1 });
      } catch (error) {
        if (fileError(error) === null) throw error;
        to.found.push({ path, links: [], problem: "cannot be read" });
      }
    }
  }
}

async function problemOf(entry: Dirent, place: string, depth: number) {
  if (entry.name.includes(REPLACEMENT) && (await lstat(place).catch(() => null)) === null) {
    return "has a name that is not UTF-8: rename it";
  }
  if (entry.isDirectory()) {
    return depth < DEPTH_MAX ? undefined : `is more than ${DEPTH_MAX} folders deep`;
  }
  return entry.isFile() ? undefined : "is not a regular file";
}

type Target = Pick<FolderFile, "path" | "problem" | "isAside">;

/** The path of what a link leads to inside the folder, or why it is not followed. */
async function targetOf(link: string, top: string): Promise<Target> {
  try {
    const target = await realpath(link);
    const path = relative(top, target).replaceAll(sep, "/");
    if (path !== ".." && !path.startsWith("../")) return { path };
    const [problem, isAside] = (await stat(target)).isDirectory()
      ? ["is a link out of the folder: copy its files there", false]
      : ["is a link out of the folder: replace it with its file", true];
    return { path, problem, isAside };
  } catch (error) {
    if (fileError(error) === null) throw error;
    return {
      path: "",
      problem: "is a link to nothing that can be read: replace it",
      isAside: true,
    };
  }
}

/** Whether a file of that path is looked for. */
export type IsNamed = (path: string) => boolean;

/**
 * The files of a folder, each by the one of its paths that is looked for. What cannot be read in
 * it has a problem.
 */
export async function* folderParts(
  root: string,
  wants: Wants,
  limit: BundleLimit,
  isNamed: IsNamed,
): AsyncGenerator<BundlePart, void, undefined> {
  for (const { path: own, links, problem, isAside = false } of await folderFiles(root, limit)) {
    const path = [own, ...links].find(isNamed) ?? own;
    if (problem === undefined) yield* fileParts(join(root, own), path, wants, limit);
    else if (!isAside || isNamed(own)) yield { path, bytes: null, problem };
  }
}

async function* fileParts(
  place: string,
  path: string,
  wants: Wants,
  limit: BundleLimit,
): AsyncGenerator<BundlePart, void, undefined> {
  try {
    const { size } = await lstat(place);
    if (!wants(path, size)) return;
    for await (const bytes of createReadStream(place, { highWaterMark: CHUNK_BYTES })) {
      limit.addBytes(bytes.length);
      yield { path, bytes };
    }
    yield { path, bytes: null };
  } catch (error) {
    if (fileError(error) === null) throw error;
    yield { path, bytes: null, problem: "cannot be read" };
  }
}
