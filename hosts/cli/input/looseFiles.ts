/** The files of a folder that someone put together, or nothing of one that a tool wrote. */
import { join } from "node:path";
import { isBundle } from "../../../analysis/read/bundle/layouts.ts";
import { folderParts } from "../bundle/folder.ts";
import { BundleLimit } from "../bundle/limit.ts";

/** Files of a folder that are read together. */
export const FILES_MAX = 200;

/** Paths, by name; null for a bundle, which is known by its paths. */
export async function looseFiles(folder: string): Promise<readonly string[] | null> {
  const paths = await pathsIn(folder);
  if (paths.some((path) => path.includes("/")) && isBundle(paths)) return null;
  return paths.map((name) => join(folder, name));
}

/** The paths below a folder, in the order of their names. */
async function pathsIn(folder: string): Promise<readonly string[]> {
  const paths: string[] = [];
  const keep = (path: string) => paths.push(path) < 0;
  for await (const _ of folderParts(folder, keep, new BundleLimit(folder, null)));
  return paths;
}
