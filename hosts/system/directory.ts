import { access, constants, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { InputError } from "./errors.ts";
import { writing } from "./files.ts";

/**
 * Makes a directory and those above it, unless they exist. Node's own recursive mkdir never
 * answers where the parent exists and takes no directories, as /proc does, and calls a read-only
 * file system a missing file.
 */
export async function makeDirectory(path: string): Promise<void> {
  await writing(path, async () => {
    const missing = await missingFrom(path);
    for (const each of missing.reverse()) await makeOne(each);
  });
}

/** Makes a directory that this process can write in; rejects when it cannot. */
export async function makeWritableDirectory(path: string): Promise<void> {
  await makeDirectory(path);
  await writing(path, async () => {
    const found = await stat(path);
    if (!found.isDirectory())
      throw new InputError(`${path}: it is not a directory`, "name a directory");
    await access(path, constants.W_OK | constants.X_OK);
  });
}

/** The directories of a path that do not exist, the deepest first. */
async function missingFrom(path: string): Promise<string[]> {
  const missing: string[] = [];
  for (let each = path; ; each = dirname(each)) {
    const found = await stat(each).catch(nullWhenMissing);
    if (found !== null) return missing;
    missing.push(each);
    if (dirname(each) === each) return missing;
  }
}

function nullWhenMissing(error: NodeJS.ErrnoException): null {
  if (error.code === "ENOENT") return null;
  throw error;
}

async function makeOne(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // The directory above is there, so it is one that takes no directories.
    if (code === "ENOENT") {
      throw new InputError(`${path}: no directory can be made there`, "choose another place");
    }
    if (code !== "EEXIST") throw error;
  }
}
