import { Random } from "../random.ts";
import type { FileSystemPlan } from "./plan.ts";
import type { FilesAmount } from "./pod.ts";

const IMAGE_BYTES_MIN = 30_000_000;
const IMAGE_BYTES_MAX = 420_000_000;
const BYTES_PER_IMAGE_INODE = 24_000;

/** One file system as the node sees it. */
export interface FileSystemReading {
  readonly capacityBytes: number;
  readonly availableBytes: number;
  readonly inodes: number;
  readonly inodesFree: number;
  /** What images and writable layers take, on whichever file system they lie. */
  readonly images: FilesAmount;
}

export function total(files: readonly FilesAmount[]): FilesAmount {
  return files.reduce(
    (sum, { bytes, inodes }) => ({ bytes: sum.bytes + bytes, inodes: sum.inodes + inodes }),
    { bytes: 0, inodes: 0 },
  );
}

export function readFileSystem(
  plan: FileSystemPlan,
  used: FilesAmount,
  images: FilesAmount,
): FileSystemReading {
  return {
    capacityBytes: plan.capacityBytes,
    availableBytes: plan.capacityBytes - plan.otherBytes - used.bytes,
    inodes: plan.inodes,
    inodesFree: plan.inodes - plan.otherInodes - used.inodes,
    images,
  };
}

/** An image of that name has the same size on every node. */
export function imageOf(name: string): FilesAmount {
  const bytes = new Random(0).fork(name).integer(IMAGE_BYTES_MIN, IMAGE_BYTES_MAX);
  return { bytes: bytes - (bytes % 4096), inodes: Math.trunc(bytes / BYTES_PER_IMAGE_INODE) };
}
