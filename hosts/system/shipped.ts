import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { InstallationError } from "./errors.ts";

/** Next to the bundled program, or in the build's folder when the sources run as they are. */
const FOLDERS = ["./", "../../dist/"];

/**
 * The path of a file that ships with the program, in the first folder, relative to `hosts/system`
 * and to the bundle, where it is. Throws an InstallationError where it is in none; `what` names it.
 */
export function shippedFile(file: string, what = file, folders = FOLDERS): string {
  const paths = folders.map((folder) => fileURLToPath(new URL(folder + file, import.meta.url)));
  const path = paths.find((each) => existsSync(each));
  if (path !== undefined) return path;
  throw new InstallationError(
    `${what} is missing next to the program; install plimsoll again, or run npm run build.`,
  );
}
