import {
  appendFileSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { Changes, DocumentName, HistoryEntry, NodeStorage } from "../node/storage.ts";

const HISTORY = "history.ndjson";
const NEWLINE = 0x0a;
const NOTHING = new Uint8Array();
/** The limit for the file from which every answer about the history is read. */
export const HISTORY_BYTES_MAX = 64 * 2 ** 20;
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** The size of the file of a history. */
export interface HistorySize {
  readonly lines: number;
  readonly bytes: number;
}

/** A node as a folder of files, each of which appears whole or not at all. */
export class FileStorage implements NodeStorage {
  readonly #folder: string;
  /** The sizes of the histories that were counted; one process writes them. */
  readonly #sizes: Map<string, HistorySize>;
  readonly #bytesMax: number;

  constructor(folder: string, sizes: Map<string, HistorySize>, bytesMax = HISTORY_BYTES_MAX) {
    this.#folder = folder;
    this.#sizes = sizes;
    this.#bytesMax = bytesMax;
  }

  get(name: DocumentName): Uint8Array | null {
    return bytesOf(join(this.#folder, name));
  }

  change({ documents, entry, historyMax }: Changes): void {
    const made = mkdirSync(this.#folder, { recursive: true });
    // Before the position: an entry that has none is written over when its snapshot comes again.
    if (entry !== undefined) this.#append(entry, historyMax);
    for (const [name, bytes] of documents) {
      if (bytes === null) rmSync(join(this.#folder, name), { force: true });
      else writeWhole(join(this.#folder, name), bytes);
    }
    // A power cut must not take a name back after the change was confirmed.
    syncDirectory(this.#folder);
    if (made === undefined) return;
    for (let path = this.#folder; path.length >= made.length; path = dirname(path)) {
      syncDirectory(dirname(path));
    }
  }

  history(before: string | null, limit: number): readonly HistoryEntry[] {
    return this.#entries()
      .reverse()
      .filter(({ time }) => before === null || time < before)
      .slice(0, limit);
  }

  keepsRecord(): boolean {
    return false;
  }

  record(): null {
    return null;
  }

  recordBytes(): number {
    return 0;
  }

  /** None: they do not belong in a file that every step appends to. */
  records(): readonly Uint8Array[] {
    return [];
  }

  clear(): void {
    this.#sizes.delete(join(this.#folder, HISTORY));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Appended; the file is written again when it has grown to twice what is kept. */
  #append(entry: HistoryEntry, historyMax: number): void {
    const path = join(this.#folder, HISTORY);
    const { lines, bytes } = this.#sizes.get(path) ?? this.#countWhole(path);
    const line = encoder.encode(lineOf(entry));
    // Counted again after an error, which may have left any part of the line.
    this.#sizes.delete(path);
    if (lines < 2 * historyMax && bytes + line.length <= this.#bytesMax) {
      appendFileSync(path, line, { flush: true });
      this.#sizes.set(path, { lines: lines + 1, bytes: bytes + line.length });
      return;
    }
    const kept = newest([...this.#entries(), entry], historyMax, this.#bytesMax / 2);
    const whole = encoder.encode(kept.map(lineOf).join(""));
    writeWhole(path, whole);
    this.#sizes.set(path, { lines: kept.length, bytes: whole.length });
  }

  /** Removes a last line that a crash or a full disk cut off: the next one must not continue it. */
  #countWhole(path: string): HistorySize {
    const bytes = bytesOf(path) ?? NOTHING;
    const whole = wholeLinesOf(bytes).length;
    if (whole < bytes.length) truncateSync(path, whole);
    return { lines: this.#entries().length, bytes: whole };
  }

  /** In the order of their times; of two of one time the later one counts. */
  #entries(): HistoryEntry[] {
    const bytes = wholeLinesOf(bytesOf(join(this.#folder, HISTORY)) ?? NOTHING);
    const byTime = new Map<string, HistoryEntry>();
    for (const line of decoder.decode(bytes).split("\n")) {
      const [time, decision] = line.split("\t");
      if (time === undefined || !decision?.endsWith("}")) continue;
      byTime.set(time, { time, decision: encoder.encode(decision) });
    }
    return [...byTime.values()].sort((a, b) => (a.time < b.time ? -1 : 1));
  }
}

/** The last ones within a limit of number and bytes; at least one. */
function newest(entries: readonly HistoryEntry[], count: number, bytesMax: number) {
  const kept: HistoryEntry[] = [];
  let bytes = 0;
  for (const entry of entries.slice(-count).reverse()) {
    bytes += entry.decision.length;
    if (kept.length > 0 && bytes > bytesMax) break;
    kept.push(entry);
  }
  return kept.reverse();
}

/** Without a last line that was cut off: it was never confirmed. */
function wholeLinesOf(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(0, bytes.lastIndexOf(NEWLINE) + 1);
}

function lineOf({ time, decision }: HistoryEntry): string {
  return `${time}\t${decoder.decode(decision)}\n`;
}

function bytesOf(path: string): Uint8Array | null {
  try {
    return new Uint8Array(readFileSync(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function writeWhole(path: string, bytes: Uint8Array): void {
  const draft = `${path}.draft`;
  const file = openSync(draft, "w");
  try {
    // All of them, or an error: one write may leave some out on a disk that is nearly full.
    writeFileSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}

/** The names in it are on the disk then; a system that opens no directory has its own way. */
function syncDirectory(path: string): void {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if (["EISDIR", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) return;
    throw error;
  }
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
