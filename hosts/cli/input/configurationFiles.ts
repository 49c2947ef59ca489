import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { withPath } from "../../system/files.ts";
import { inputFailure } from "../exitCode.ts";

/** What a configuration is kept in; other files of a directory are left alone. */
const ENDINGS = [".yaml", ".yml", ".json", ".toml", ".conf"];

const FILES_MAX = 10_000;
/** Directories of other programs. Names with a dot in front are also skipped. */
const PASSED_OVER = new Set(["node_modules", "vendor"]);

/** The files behind a path: itself, or those of a directory and of its directories, by name. */
export async function configurationFiles(
  path: string,
): Promise<{ readonly isDirectory: boolean; readonly paths: readonly string[] }> {
  if (path === "-" || !(await isDirectory(path))) return { isDirectory: false, paths: [path] };
  const found: string[] = [];
  await walk(path, path, found);
  return { isDirectory: true, paths: found };
}

/** All files below a `--config-dir`: the kubelet walks its directories too, and follows no link. */
export async function dropInFiles(root: string): Promise<readonly string[]> {
  const found: string[] = [];
  const directories = [root];
  for (const directory of directories) {
    for (const entry of await entriesOf(directory)) {
      (entry.isDirectory() ? directories : found).push(join(directory, entry.name));
    }
    refuseMany(root, directories.length + found.length);
  }
  return found;
}

async function walk(root: string, directory: string, found: string[]): Promise<void> {
  for (const entry of await entriesOf(directory)) {
    const path = join(directory, entry.name);
    if (entry.name.startsWith(".") || PASSED_OVER.has(entry.name)) continue;
    if (entry.isDirectory()) await walk(root, path, found);
    else if (ENDINGS.some((ending) => entry.name.endsWith(ending))) {
      // A link to a directory is not followed: links may go in a circle.
      if (entry.isFile() || (entry.isSymbolicLink() && !(await isDirectory(path))))
        found.push(path);
    }
    refuseMany(root, found.length);
  }
}

/** Throws for more files of a folder than are opened one by one. */
export function refuseMany(root: string, count: number): void {
  if (count <= FILES_MAX) return;
  throw inputFailure(`${root} has more than ${FILES_MAX} files; name a directory in it.`);
}

async function entriesOf(directory: string) {
  try {
    const entries = await readdir(directory, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw withPath(error, directory);
  }
}

/** A path that is not there is not a directory: reading it says what is wrong. */
async function isDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
