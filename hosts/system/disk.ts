import { close, fdatasync, fstat, fsync, open, readFile, writeFile } from "node:fs";
import { rename, unlink } from "node:fs/promises";
import { promisify } from "node:util";

/** An open file, or a directory that is opened to be synced. */
export interface DiskFile {
  stat(): Promise<{ readonly size: number; isFile(): boolean }>;
  /** From where the file is to its end. */
  readFile(): Promise<Buffer>;
  /** All of it, from where the file is; after an error, any part of it may be in the file. */
  writeFile(content: string | Uint8Array): Promise<void>;
  sync(): Promise<void>;
  datasync(): Promise<void>;
  /** Closes it once; all other calls reject from then on. */
  close(): Promise<void>;
}

/** What a state directory needs of a file system; tests hand in a disk that fails. */
export interface Disk {
  open(path: string, flags: string | number): Promise<DiskFile>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
}

const opened = promisify(open);
const stated = promisify(fstat);
const read = promisify(readFile);
const written = promisify(writeFile);
const synced = promisify(fsync);
const contentSynced = promisify(fdatasync);
const closed = promisify(close);

/**
 * A file by its number: with FileHandles a save takes a third more of the processor. Once it is
 * closed, the number may be that of another file of this process.
 */
class NumberedFile implements DiskFile {
  #number: number | null;

  constructor(number: number) {
    this.#number = number;
  }

  async stat() {
    return stated(this.#opened());
  }

  async readFile(): Promise<Buffer> {
    return read(this.#opened());
  }

  async writeFile(content: string | Uint8Array): Promise<void> {
    return written(this.#opened(), content);
  }

  async sync(): Promise<void> {
    return synced(this.#opened());
  }

  async datasync(): Promise<void> {
    return contentSynced(this.#opened());
  }

  async close(): Promise<void> {
    const number = this.#number;
    this.#number = null;
    if (number !== null) await closed(number);
  }

  #opened(): number {
    if (this.#number === null) throw new Error("the file is closed");
    return this.#number;
  }
}

export const SYSTEM_DISK: Disk = {
  open: async (path, flags) => new NumberedFile(await opened(path, flags)),
  rename,
  unlink,
};
