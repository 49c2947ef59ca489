/** Files of a folder that someone put together, in place of a bundle that a tool wrote. */
import { isBundle } from "./layouts.ts";

/** Files of a folder that are read together. */
export const FILES_MAX = 200;

/** What macOS adds to folders, archives and copies of files. */
const OF_MACOS = /(?:^|\/)(?:__MACOSX\/|\._[^/]*$|\.DS_Store$)/;
export const METADATA = "is metadata of macOS";

export function isMetadata(path: string): boolean {
  return OF_MACOS.test(path);
}

/** Whether the paths in a folder are not those of a bundle. */
export function areLoose(paths: readonly string[]): boolean {
  return !(paths.some((path) => path.includes("/")) && isBundle(paths));
}
