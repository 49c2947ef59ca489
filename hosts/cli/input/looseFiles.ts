/** The files of a folder that someone put together, or nothing of one that a tool wrote. */
import { join } from "node:path";
import { isBundle } from "../../../analysis/read/bundle/layouts.ts";
import { BundleLimit } from "../../../analysis/read/bundle/limit.ts";
import { folderParts } from "../bundle/folder.ts";

/** Files of a folder that are read together. */
export const FILES_MAX = 200;

export interface LooseFiles {
  /** By name. */
  readonly paths: readonly string[];
  /** Files and folders in it that cannot be read, and why. */
  readonly unread: readonly { readonly path: string; readonly problem: string }[];
}

/** Null for a bundle, which is known by its paths. */
export async function looseFiles(folder: string): Promise<LooseFiles | null> {
  const { paths, unread } = await pathsIn(folder);
  if (paths.some((path) => path.includes("/")) && isBundle(paths)) return null;
  return {
    paths: paths.map((name) => join(folder, name)),
    unread: unread.map(({ path, problem }) => ({ path: join(folder, path), problem })),
  };
}

/** The paths below a folder, in the order of their names. */
async function pathsIn(folder: string): Promise<LooseFiles> {
  const paths: string[] = [];
  const unread: { path: string; problem: string }[] = [];
  const keep = (path: string) => paths.push(path) < 0;
  for await (const { path, problem } of folderParts(folder, keep, new BundleLimit(folder, null))) {
    if (problem !== undefined) unread.push({ path, problem });
  }
  return { paths, unread };
}
