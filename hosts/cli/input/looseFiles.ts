/** The files of a folder that someone put together, or nothing of one that a tool wrote. */
import { join } from "node:path";
import { BundleLimit } from "../../../analysis/read/bundle/limit.ts";
import { areLoose, isMetadata, METADATA } from "../../../analysis/read/bundle/looseFiles.ts";
import { type FolderFile, folderFiles } from "../bundle/folder.ts";

export interface LooseFiles {
  /** By name. */
  readonly paths: readonly string[];
  /** Files and folders in it that cannot be read, and why. */
  readonly unread: readonly { readonly path: string; readonly problem: string }[];
}

/** Null for a bundle, which is known by its paths. */
export async function looseFiles(folder: string): Promise<LooseFiles | null> {
  const files = await folderFiles(folder, new BundleLimit(folder, null));
  const problemOf = (file: FolderFile) =>
    file.problem ?? (isMetadata(file.path) ? METADATA : undefined);
  const readable = files.filter((file) => problemOf(file) === undefined);
  const all = readable.flatMap(({ path, links }) => [path, ...links]);
  if (!areLoose(all)) return null;
  return {
    paths: readable.map(shortestPath).map((path) => join(folder, path)),
    unread: files.flatMap((file) => {
      const problem = problemOf(file);
      return problem === undefined ? [] : [{ path: join(folder, file.path), problem }];
    }),
  };
}

/** A mounted ConfigMap keeps its files in a folder of its own, and links to them. */
function shortestPath({ path, links }: FolderFile): string {
  const folders = (each: string) => each.split("/").length;
  return links.reduce((best, each) => (folders(each) < folders(best) ? each : best), path);
}
