import { constants } from "node:fs";
import { dirname } from "node:path";
import type { Disk, DiskFile } from "../../../hosts/system/disk.ts";
import type { Random } from "../../documents/random.ts";
import type { Process } from "./process.ts";

const NOTHING = Buffer.alloc(0);

/** A file: the content that programs read, and the part that survives a power cut. */
class Inode {
  content = NOTHING;
  synced = NOTHING;

  append(bytes: Buffer): void {
    this.content = Buffer.concat([this.content, bytes]);
  }

  sync(): void {
    const added = this.content.subarray(this.synced.length);
    this.synced = Buffer.concat([this.synced, added]);
  }

  /** Linux takes the bytes of a sync that failed for clean: no later one writes them. */
  forget(): void {
    const lost = Buffer.alloc(this.content.length - this.synced.length);
    this.synced = Buffer.concat([this.synced, lost]);
  }

  cut(tear: Tear): void {
    const left = tear(this.content.subarray(this.synced.length));
    this.content = Buffer.concat([this.synced, left]);
    this.synced = this.content;
  }
}

/** What a power cut leaves of bytes that were not synced. */
export type Tear = (unsynced: Buffer) => Buffer;

/** A change of names that a power cut may undo. */
type NameChange = (names: Map<string, Inode>) => void;

/** Called before each operation, such as `disk datasync acts.ndjson`; may answer how it fails. */
export type Moment = (moment: string) => string | undefined;

/** What is wrong with a disk. */
export interface DiskTrouble {
  /** Bytes that are left; the reserve of a journal counts once it is given up. */
  free: number;
  isReadOnly: boolean;
  /** Milliseconds that an operation takes. */
  slow: number;
  syncsFail: boolean;
}

/**
 * A disk in memory. What was not synced is lost at a power cut, in part or as a whole; names are
 * lost from the last change backwards, as a file system's own journal loses them.
 */
export class SimulatedDisk {
  readonly trouble: DiskTrouble = healthy();
  readonly #names = new Map<string, Inode>();
  readonly #syncedNames = new Map<string, Inode>();
  #unsynced: NameChange[] = [];

  /** The disk as one process uses it. */
  of(process: Pick<Process, "isDead" | "after">, moment: Moment): Disk {
    const act = <T>(name: string, path: string, work: Work<T>): Promise<T> => {
      const code = moment(`disk ${name} ${path.slice(path.lastIndexOf("/") + 1)}`);
      if (process.isDead) return new Promise(() => {});
      if (this.trouble.slow === 0) return settled(work, code);
      const { slow } = this.trouble;
      return new Promise((resolve) => {
        process.after(slow, () => resolve(settled(work, code)));
      });
    };
    return {
      open: (path, flags) =>
        act(
          "open",
          path,
          unless(() => this.#open(path, flags, act)),
        ),
      rename: (from, to) =>
        act(
          "rename",
          to,
          unless(() => this.#rename(from, to)),
        ),
      unlink: (path) =>
        act(
          "unlink",
          path,
          unless(() => this.#unlink(path)),
        ),
    };
  }

  /** What a power cut is sure to leave of a file; null for one that may have no name then. */
  surely(path: string): string | null {
    return this.#syncedNames.get(path)?.synced.toString() ?? null;
  }

  /** The same files with the same contents, all of them synced. */
  copy(): SimulatedDisk {
    const copied = new SimulatedDisk();
    for (const [path, { content }] of this.#names) {
      const inode = new Inode();
      inode.append(content);
      inode.sync();
      copied.#change((names) => names.set(path, inode));
    }
    copied.cut(copied.unsyncedNames, (unsynced) => unsynced);
    return copied;
  }

  /** Changes of names that a power cut may undo. */
  get unsyncedNames(): number {
    return this.#unsynced.length;
  }

  cutPower(random: Random): void {
    const kept = random.below(this.#unsynced.length + 1);
    this.cut(kept, (unsynced) => unsynced.subarray(0, random.below(unsynced.length + 1)));
  }

  /** The first changes of names last, and of unsynced bytes what `tear` answers. */
  cut(namesKept: number, tear: Tear): void {
    for (const change of this.#unsynced.slice(0, namesKept)) change(this.#syncedNames);
    this.#unsynced = [];
    this.#names.clear();
    for (const [path, inode] of this.#syncedNames) {
      this.#names.set(path, inode);
      inode.cut(tear);
    }
  }

  #open(path: string, flags: string | number, act: Act): DiskFile {
    const found = this.#names.get(path);
    const writes = typeof flags === "number" ? (flags & constants.O_WRONLY) !== 0 : flags !== "r";
    if (writes && this.trouble.isReadOnly) throw failure("EROFS");
    if (flags === "wx" && found !== undefined) throw failure("EEXIST");
    if (found !== undefined) return this.#file(found, path, act);
    if (flags === "r") return this.#directory(path, act);
    if (flags !== "wx" && flags !== "a") throw failure("ENOENT");
    const inode = new Inode();
    this.#change((names) => names.set(path, inode));
    return this.#file(inode, path, act);
  }

  #file(inode: Inode, path: string, act: Act): DiskFile {
    const sync = (code?: string) => {
      const failed = this.trouble.syncsFail ? "EIO" : code;
      if (failed === undefined) return inode.sync();
      inode.forget();
      throw failure(failed);
    };
    const write = (bytes: Buffer, code?: string) => {
      this.#write(inode, code === undefined ? bytes : bytes.subarray(0, bytes.length >> 1));
      if (code !== undefined) throw failure(code);
    };
    return {
      stat: async () => ({ size: inode.content.length, isFile: () => true }),
      readFile: () =>
        act(
          "read",
          path,
          unless(() => inode.content),
        ),
      writeFile: (text) => act("write", path, (code) => write(Buffer.from(text), code)),
      sync: () => act("sync", path, sync),
      datasync: () => act("datasync", path, sync),
      close: async () => {},
    };
  }

  #directory(path: string, act: Act): DiskFile {
    const sync = unless(() => {
      if (this.trouble.syncsFail) throw failure("EIO");
      for (const change of this.#unsynced) change(this.#syncedNames);
      this.#unsynced = [];
    });
    const none = async () => {
      throw failure("EISDIR");
    };
    return {
      stat: async () => ({ size: 0, isFile: () => false }),
      readFile: none,
      writeFile: none,
      sync: () => act("sync", `${dirname(path)}/directory`, sync),
      datasync: () => act("sync", `${dirname(path)}/directory`, sync),
      close: async () => {},
    };
  }

  #write(inode: Inode, bytes: Buffer): void {
    if (this.trouble.isReadOnly) throw failure("EROFS");
    const taken = bytes.subarray(0, Math.max(0, this.trouble.free));
    this.trouble.free -= taken.length;
    inode.append(taken);
    if (taken.length < bytes.length) throw failure("ENOSPC");
  }

  #rename(from: string, to: string): void {
    const inode = this.#names.get(from);
    if (this.trouble.isReadOnly) throw failure("EROFS");
    if (inode === undefined) throw failure("ENOENT");
    this.trouble.free += this.#names.get(to)?.content.length ?? 0;
    this.#change((names) => {
      names.delete(from);
      names.set(to, inode);
    });
  }

  #unlink(path: string): void {
    if (this.trouble.isReadOnly) throw failure("EROFS");
    const inode = this.#names.get(path);
    if (inode === undefined) throw failure("ENOENT");
    this.trouble.free += inode.content.length;
    this.#change((names) => names.delete(path));
  }

  #change(change: NameChange): void {
    change(this.#names);
    this.#unsynced.push(change);
  }
}

/** What an operation does; with a code, it fails so. */
type Work<T> = (code?: string) => T;
type Act = <T>(name: string, path: string, work: Work<T>) => Promise<T>;

/** Fails before anything is done. */
function unless<T>(work: () => T): Work<T> {
  return (code) => {
    if (code !== undefined) throw failure(code);
    return work();
  };
}

export function healthy(): DiskTrouble {
  return { free: Number.POSITIVE_INFINITY, isReadOnly: false, slow: 0, syncsFail: false };
}

export function isHealthy({ free, isReadOnly, slow, syncsFail }: DiskTrouble): boolean {
  return free === Number.POSITIVE_INFINITY && !isReadOnly && slow === 0 && !syncsFail;
}

async function settled<T>(work: Work<T>, code: string | undefined): Promise<T> {
  return work(code);
}

function failure(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: the simulated disk`), { code });
}
