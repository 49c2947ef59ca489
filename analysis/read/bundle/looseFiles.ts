/** Files of a folder that someone put together, in place of a bundle that a tool wrote. */
import { isBundle } from "./layouts.ts";

/** Files of a folder that are read together. */
export const FILES_MAX = 200;

/** Whether the paths in a folder are not those of a bundle. */
export function areLoose(paths: readonly string[]): boolean {
  return !(paths.some((path) => path.includes("/")) && isBundle(paths));
}
