import {
  appendFileSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import type { Changes, DocumentName, HistoryEntry, NodeStorage } from "../node/storage.ts";

const HISTORY = "history.ndjson";
const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** A node as a folder of files, each of which appears whole or not at all. */
export class FileStorage implements NodeStorage {
  readonly #folder: string;
  /** How many lines each history has, as far as it was counted: one process writes them. */
  readonly #lines: Map<string, number>;

  constructor(folder: string, lines: Map<string, number>) {
    this.#folder = folder;
    this.#lines = lines;
  }

  get(name: DocumentName): Uint8Array | null {
    return bytesOf(join(this.#folder, name));
  }

  change({ documents, entry, historyMax }: Changes): void {
    mkdirSync(this.#folder, { recursive: true });
    // Before the position: an entry that has none is written over when its snapshot comes again.
    if (entry !== undefined) this.#append(entry, historyMax);
    for (const [name, bytes] of documents) {
      if (bytes === null) rmSync(join(this.#folder, name), { force: true });
      else writeWhole(join(this.#folder, name), bytes);
    }
  }

  history(before: string | null, limit: number): readonly HistoryEntry[] {
    return this.#entries()
      .reverse()
      .filter(({ time }) => before === null || time < before)
      .slice(0, limit);
  }

  recordBytes(): number {
    return 0;
  }

  /** None: a file that is appended to with every step is no place for them. */
  records(): readonly Uint8Array[] {
    return [];
  }

  clear(): void {
    this.#lines.delete(join(this.#folder, HISTORY));
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Appended; the file is written again when it has grown to twice what is kept. */
  #append(entry: HistoryEntry, historyMax: number): void {
    const path = join(this.#folder, HISTORY);
    const lines = this.#lines.get(path) ?? this.#entries().length;
    if (lines >= 2 * historyMax) {
      const kept = [...this.#entries(), entry].slice(-historyMax).map(lineOf);
      writeWhole(path, encoder.encode(kept.join("")));
      this.#lines.set(path, kept.length);
    } else {
      appendFileSync(path, lineOf(entry), { flush: true });
      this.#lines.set(path, lines + 1);
    }
  }

  /** In the order of their times; of two of one time the later one counts. */
  #entries(): HistoryEntry[] {
    const bytes = bytesOf(join(this.#folder, HISTORY));
    const byTime = new Map<string, HistoryEntry>();
    for (const line of bytes === null ? [] : decoder.decode(bytes).split("\n")) {
      const [time, decision] = line.split("\t");
      // A line that was cut off by a crash has not been answered.
      if (time === undefined || !decision?.endsWith("}")) continue;
      byTime.set(time, { time, decision: encoder.encode(decision) });
    }
    return [...byTime.values()].sort((a, b) => (a.time < b.time ? -1 : 1));
  }
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
    writeSync(file, bytes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}
