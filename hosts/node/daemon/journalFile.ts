import { type FileHandle, open, readFile, unlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { formatTime, parseTime } from "../../shared/time.ts";
import { ENTRIES_MAX, type JournalEntry, type JournalFile } from "./actJournal.ts";
import { replaceFile } from "./fileStore.ts";

const VERSION = "act/1";
const FILE = "acts.ndjson";
const RESERVE = "acts.reserve";
/** Room for some fifty entries. */
const RESERVE_BYTES = 0x4000;

/** What the runs before left behind. */
export interface OpenedJournal {
  readonly entries: readonly JournalEntry[];
  readonly file: JournalFile;
  /** What is to be known about them, one sentence each. */
  readonly sentences: readonly string[];
}

/**
 * Opens the journal of a directory. Entries without an outcome were begun before a crash: they are
 * reported once and count as made. What cannot be read is reported and left out.
 */
export async function openJournal(directory: string): Promise<OpenedJournal> {
  const path = join(directory, FILE);
  const { found, unreadable } = entriesOf(await textOf(path));
  const crashed = found.filter(({ outcome }) => outcome === "unknown");
  const entries = found.slice(-ENTRIES_MAX).map(presumed);
  const reserve = join(directory, RESERVE);
  try {
    await replaceFile(path, Buffer.from(entries.map(lineOf).join("")));
    await writeFile(reserve, new Uint8Array(RESERVE_BYTES));
  } catch (error) {
    // On a full disk the file stays as long as it is, and the reserve as small as it is.
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
  const file = new AppendedFile(await open(path, "a"), reserve);
  const sentences = crashed.map(
    ({ pod, time }) =>
      `${pod.namespace}/${pod.name}: its eviction of ${formatTime(time)} was begun, and how it ` +
      "ended is not written down; it counts as made and is not made again.",
  );
  if (unreadable > 0) sentences.push(`${path}: ${unreadable} lines cannot be read; look at them.`);
  return { entries, file, sentences };
}

function presumed(entry: JournalEntry): JournalEntry {
  return entry.outcome === "unknown" ? { ...entry, outcome: "presumed" } : entry;
}

/** Lines are appended, each on the disk before what it announces is done. */
class AppendedFile implements JournalFile {
  readonly #file: FileHandle;
  readonly #reserve: string;
  /** A line that may have been cut off by a full disk is ended before the next one. */
  #torn = false;

  constructor(file: FileHandle, reserve: string) {
    this.#file = file;
    this.#reserve = reserve;
  }

  async append(entry: JournalEntry): Promise<void> {
    try {
      await this.#write(entry);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      // Evictions are what makes room on a full disk, so their journal keeps some in reserve.
      await unlink(this.#reserve).catch(() => {});
      await this.#write(entry);
    }
  }

  async #write(entry: JournalEntry): Promise<void> {
    const line = (this.#torn ? "\n" : "") + lineOf(entry);
    this.#torn = true;
    await this.#file.writeFile(line);
    await this.#file.datasync();
    this.#torn = false;
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

function lineOf({ pod, time, gracePeriodSeconds, outcome }: JournalEntry): string {
  const entry = { plimsoll: VERSION, time: formatTime(time), ...pod, gracePeriodSeconds, outcome };
  return `${JSON.stringify(entry)}\n`;
}

/** A later line about the same eviction replaces an earlier one. */
function entriesOf(text: string): { found: readonly JournalEntry[]; unreadable: number } {
  const found = new Map<string, JournalEntry>();
  let unreadable = 0;
  const lines = text.split("\n");
  // A last line without its end was cut off before its eviction could be made.
  const whole = lines.slice(0, -1).filter((line) => line !== "");
  for (const line of whole) {
    const entry = entryOf(line);
    if (entry === null) unreadable += 1;
    else found.set(`${entry.pod.uid} ${entry.time}`, entry);
  }
  return { found: [...found.values()], unreadable };
}

function entryOf(line: string): JournalEntry | null {
  try {
    const { plimsoll, time, namespace, name, uid, gracePeriodSeconds, outcome } = JSON.parse(line);
    const at = parseTime(time);
    if (plimsoll !== VERSION || at === null || typeof uid !== "string") return null;
    return { pod: { namespace, name, uid }, time: at, gracePeriodSeconds, outcome };
  } catch {
    return null;
  }
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
    throw error;
  }
}
