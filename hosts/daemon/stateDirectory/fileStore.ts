import { dirname, join } from "node:path";
import type { Store } from "../../../analysis/engine/store.ts";
import { type Disk, type DiskFile, SYSTEM_DISK } from "../../system/disk.ts";
import { writing } from "../../system/files.ts";
import { openNewFile, readOwnFile } from "./ownFile.ts";

const FILE = "state.plimsoll";
/** Six times the largest state. */
const BYTES_MAX = 2 ** 20;

/** One file in a directory, replaced as a whole: a crash leaves the old one or the new one. */
export class FileStore implements Store {
  readonly path: string;
  readonly #disk: Disk;

  constructor(directory: string, disk: Disk = SYSTEM_DISK) {
    this.path = join(directory, FILE);
    this.#disk = disk;
  }

  async load(): Promise<Uint8Array | null> {
    return readOwnFile(this.path, BYTES_MAX, this.#disk);
  }

  save(_node: string, state: Uint8Array): Promise<void> {
    return replaceFile(this.path, state, this.#disk);
  }

  /** Renames a file that cannot be used, so it can be inspected; answers its new path. */
  async setAside(): Promise<string> {
    const aside = `${this.path}.aside`;
    await this.#disk.rename(this.path, aside);
    return aside;
  }
}

/** The bytes and the name are on the disk when it resolves; before that, the old file is. */
export function replaceFile(path: string, bytes: Uint8Array, disk: Disk): Promise<void> {
  const draft = `${path}.draft`;
  return writing(path, async () => {
    await synced(await openNewFile(draft, disk), bytes);
    await disk.rename(draft, path);
    await syncDirectory(dirname(path), disk);
  });
}

/** The names in it are on the disk when it resolves. */
export async function syncDirectory(path: string, disk: Disk): Promise<void> {
  await synced(await disk.open(path, "r"));
}

async function synced(file: DiskFile, bytes?: Uint8Array): Promise<void> {
  try {
    if (bytes !== undefined) await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}
