import { statfs } from "node:fs/promises";
import type { Plain } from "./document.ts";

/**
 * The stats of the file system a path is on, as the kubelet serves those of nodefs: available is
 * what those who are not root may still write, as in the column of `df`. Null when the path cannot
 * be asked. Sizes are in blocks of `bsize`, which Node gives instead of `frsize`: the two are equal
 * on the file systems of disks, and may differ on some in user space.
 */
export async function fileSystemStats(path: string, time: string): Promise<Plain> {
  try {
    const { bsize, blocks, bfree, bavail, files, ffree } = await statfs(path, { bigint: true });
    return {
      time,
      availableBytes: bavail * bsize,
      capacityBytes: blocks * bsize,
      usedBytes: (blocks - bfree) * bsize,
      inodesFree: ffree,
      inodes: files,
      inodesUsed: files - ffree,
    };
  } catch {
    return null;
  }
}
