import { constants } from "node:fs";
import { dirname } from "node:path";
import type { Disk, DiskFile } from "../../../hosts/daemon/stateDirectory/disk.ts";
import type { Random } from "../../documents/random.ts";
import type { Process } from "./process.ts";

const NOTHING = Buffer.alloc(0);

/** A file: what programs read of it, and what a power cut is sure to leave. */
class Inode {
  content = NOTHING;
  synced = NOTHING;
}

/** A change of names that a power cut may undo. */
type NameChange = (names: Map<string, Inode>) => void;

/** Called before each operation, such as `disk datasync acts.ndjson`. */
export type Moment = (moment: string) => void;

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
  of(process: Process, moment: Moment): Disk {
    const act = <T>(name: string, path: string, work: () => T): Promise<T> => {
      moment(`disk ${name} ${path.slice(path.lastIndexOf("/") + 1)}`);
      if (process.isDead) return new Promise(() => {});
      if (this.trouble.slow === 0) return settled(work);
      const { slow } = this.trouble;
      return new Promise((resolve) => {
        process.after(slow, () => resolve(settled(work)));
      });
    };
    return {
      open: (path, flags) => act("open", path, () => this.#open(path, flags, act)),
      rename: (from, to) => act("rename", to, () => this.#rename(from, to)),
      unlink: (path) => act("unlink", path, () => this.#unlink(path)),
    };
  }

  /** What a power cut is sure to leave of a file; null for one that may have no name then. */
  surely(path: string): string | null {
    return this.#syncedNames.get(path)?.synced.toString() ?? null;
  }

  cutPower(random: Random): void {
    const kept = this.#unsynced.slice(0, random.below(this.#unsynced.length + 1));
    for (const change of kept) change(this.#syncedNames);
    this.#unsynced = [];
    this.#names.clear();
    for (const [path, inode] of this.#syncedNames) {
      this.#names.set(path, inode);
      const { content, synced } = inode;
      const isLonger = content.subarray(0, synced.length).equals(synced);
      const torn = synced.length + random.below(content.length - synced.length + 1 || 1);
      inode.content = Buffer.from(isLonger ? content.subarray(0, torn) : synced);
      inode.synced = inode.content;
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
    const sync = () => {
      if (this.trouble.syncsFail) throw failure("EIO");
      inode.synced = inode.content;
    };
    return {
      stat: async () => ({ size: inode.content.length, isFile: () => true }),
      readFile: () => act("read", path, () => inode.content),
      writeFile: (text) => act("write", path, () => this.#write(inode, Buffer.from(text))),
      sync: () => act("sync", path, sync),
      datasync: () => act("datasync", path, sync),
      close: async () => {},
    };
  }

  #directory(path: string, act: Act): DiskFile {
    const sync = () => {
      if (this.trouble.syncsFail) throw failure("EIO");
      for (const change of this.#unsynced) change(this.#syncedNames);
      this.#unsynced = [];
    };
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
    inode.content = Buffer.concat([inode.content, taken]);
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

type Act = <T>(name: string, path: string, work: () => T) => Promise<T>;

export function healthy(): DiskTrouble {
  return { free: Number.POSITIVE_INFINITY, isReadOnly: false, slow: 0, syncsFail: false };
}

export function isHealthy({ free, isReadOnly, slow, syncsFail }: DiskTrouble): boolean {
  return free === Number.POSITIVE_INFINITY && !isReadOnly && slow === 0 && !syncsFail;
}

async function settled<T>(work: () => T): Promise<T> {
  return work();
}

function failure(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: the simulated disk`), { code });
}
