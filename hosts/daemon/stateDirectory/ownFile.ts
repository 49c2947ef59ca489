import { constants } from "node:fs";
import { type Disk, type DiskFile, SYSTEM_DISK } from "../../system/disk.ts";
import { InputError } from "../../system/errors.ts";
import { withPath } from "../../system/files.ts";

/** A pipe would be waited for without end, and a link may lead anywhere. */
const READ = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0);

/**
 * A file that this program wrote, or null when there is none. Throws an InputError for whatever
 * else is in its place, and for more bytes than it writes.
 */
export async function readOwnFile(
  path: string,
  bytesMax: number,
  disk: Disk = SYSTEM_DISK,
): Promise<Buffer | null> {
  const file = await openedOwn(path, disk);
  if (file === null) return null;
  try {
    const found = await file.stat();
    if (!found.isFile()) throw noFile(path);
    if (found.size <= bytesMax) return await file.readFile();
    throw new InputError(
      `${path}: it has ${found.size} bytes, and this program writes at most ${bytesMax}`,
      "move it away",
    );
  } finally {
    await file.close();
  }
}

async function openedOwn(path: string, disk: Disk): Promise<DiskFile | null> {
  try {
    return await disk.open(path, READ);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return null;
    // How Linux and other systems answer for a link, and for a socket.
    if (code === "ELOOP" || code === "EMLINK" || code === "ENXIO") throw noFile(path);
    throw withPath(error, path);
  }
}

function noFile(path: string) {
  return new InputError(
    `${path}: it is not a regular file, as this program writes it`,
    "move it away",
  );
}

/** A new file, replacing what is there: nothing is written through a link. */
export async function openNewFile(path: string, disk: Disk): Promise<DiskFile> {
  try {
    return await disk.open(path, "wx");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  await disk.unlink(path);
  return disk.open(path, "wx");
}
