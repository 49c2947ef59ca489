import { close, fsync, open, writeFile } from "node:fs";
import { rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Store } from "../../../analysis/engine/store.ts";
import { writing } from "../../system/files.ts";
import { newFile, readOwnFile } from "./ownFile.ts";

const FILE = "state.plimsoll";
/** Six times the largest state. */
const BYTES_MAX = 2 ** 20;

/** Files by number: with FileHandles a save takes a third more of the processor. */
const opened = promisify(open);
const written = promisify(writeFile);
const onDisk = promisify(fsync);
const closed = promisify(close);

/** One file in a directory, replaced as a whole: a crash leaves the old one or the new one. */
export class FileStore implements Store {
  readonly path: string;

  constructor(directory: string) {
    this.path = join(directory, FILE);
  }

  async load(): Promise<Uint8Array | null> {
    return readOwnFile(this.path, BYTES_MAX);
  }

  save(_node: string, state: Uint8Array): Promise<void> {
    return replaceFile(this.path, state);
  }

  /** Renames a file that cannot be used, so it can be inspected; answers its new path. */
  async setAside(): Promise<string> {
    const aside = `${this.path}.aside`;
    await rename(this.path, aside);
    return aside;
  }
}

/** The bytes and the name are on the disk when it resolves; before that, the old file is. */
export function replaceFile(path: string, bytes: Uint8Array): Promise<void> {
  const draft = `${path}.draft`;
  return writing(path, async () => {
    await synced(await newFile(draft, opened), bytes);
    await rename(draft, path);
    await syncDirectory(dirname(path));
  });
}

/** The names in it are on the disk when it resolves. */
export async function syncDirectory(path: string): Promise<void> {
  await synced(await opened(path, "r"));
}

async function synced(file: number, bytes?: Uint8Array): Promise<void> {
  try {
    if (bytes !== undefined) await written(file, bytes);
    await onDisk(file);
  } finally {
    await closed(file);
  }
}
