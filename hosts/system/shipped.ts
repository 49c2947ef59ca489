import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { InstallationError } from "./errors.ts";

/**
 * The path of a file that ships with the program, at the first place, relative to
 * `hosts/system` and to the bundle, where it is. Throws an InstallationError with the
 * sentence when it is nowhere.
 */
export function shippedFile(places: readonly string[], sentence: string): string {
  const paths = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const path = paths.find((each) => existsSync(each));
  if (path === undefined) throw new InstallationError(sentence);
  return path;
}
