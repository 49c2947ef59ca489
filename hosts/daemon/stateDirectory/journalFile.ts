import { dirname, join } from "node:path";
import { formatTime, parseTime } from "../../../analysis/text/time.ts";
import { type Disk, type DiskFile, SYSTEM_DISK } from "../../system/disk.ts";
import { isFailed, type JournalEntry, type JournalFile, remembered } from "./actJournal.ts";
import { replaceFile, syncDirectory } from "./fileStore.ts";
import { openNewFile, readOwnFile } from "./ownFile.ts";

const VERSION = "act/1";
const FILE = "acts.ndjson";
const RESERVE = "acts.reserve";
/**
 * The file is rewritten when it has this many lines more than twice the entries: a pod
 * that is refused every five minutes adds two lines each time, of which only the last counts.
 */
const SURPLUS_LINES_MAX = 1000;
/**
 * The limit for the file: a line has about 300 bytes, and the file is rewritten after several
 * thousand lines.
 */
const BYTES_MAX = 64 * 2 ** 20;
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
 * reported once and count as made. What cannot be read is reported and left out. Entries that are
 * too old at `now` are dropped; null, for a source with its own times, keeps all of them.
 */
export async function openJournal(
  directory: string,
  now: bigint | null = null,
  disk: Disk = SYSTEM_DISK,
): Promise<OpenedJournal> {
  const path = join(directory, FILE);
  const text = (await readOwnFile(path, BYTES_MAX, disk))?.toString() ?? "";
  const { found, unreadable } = entriesOf(text);
  const crashed = found.filter(({ outcome }) => outcome === "unknown");
  const all = found.map(presumed);
  const entries = now === null ? all : remembered(all, now).map((entry) => notAfter(now, entry));
  const reserve = join(directory, RESERVE);
  try {
    if (unreadable > 0) await replaceFile(`${path}.aside`, Buffer.from(text), disk);
    await replaceFile(path, Buffer.from(entries.map(lineOf).join("")), disk);
    await writeReserve(reserve, disk);
  } catch (error) {
    // On a full disk the file stays as long as it is, and the reserve as small as it is.
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
  }
  const file = new AppendedFile(await disk.open(path, "a"), {
    ...{ disk, path, reserve, lines: entries.length },
  });
  const sentences = crashed.map(
    ({ pod, time }) =>
      `${pod.namespace}/${pod.name}: its eviction of ${formatTime(time)} was started, and ` +
      "its outcome is not in the journal; it counts as made and is not repeated.",
  );
  if (unreadable > 0) {
    const lines = unreadable === 1 ? "1 line" : `${unreadable} lines`;
    sentences.push(
      `${path}: ${lines} cannot be read, and an eviction written there may be repeated; ` +
        `the original file is ${path}.aside.`,
    );
  }
  return { entries, file, sentences };
}

async function writeReserve(path: string, disk: Disk): Promise<void> {
  const file = await openNewFile(path, disk);
  try {
    await file.writeFile(new Uint8Array(RESERVE_BYTES));
  } finally {
    await file.close();
  }
}

/** The clock was set back while no process noticed: an hour must not be longer than one. */
function notAfter(now: bigint, entry: JournalEntry): JournalEntry {
  return entry.time > now ? { ...entry, time: now } : entry;
}

function presumed(entry: JournalEntry): JournalEntry {
  return entry.outcome === "unknown" ? { ...entry, outcome: "presumed" } : entry;
}

/** Lines are appended, each on the disk before what it announces is done. */
class AppendedFile implements JournalFile {
  #file: DiskFile;
  readonly #disk: Disk;
  readonly #path: string;
  readonly #reserve: string;
  #lines: number;
  /** A line that may have been cut off by a full disk is ended before the next one. */
  #torn = false;
  /** False until the disk has the name of a file that replaced another. */
  #isNamed = true;

  constructor(file: DiskFile, at: { disk: Disk; path: string; reserve: string; lines: number }) {
    this.#file = file;
    this.#disk = at.disk;
    this.#path = at.path;
    this.#reserve = at.reserve;
    this.#lines = at.lines;
  }

  async append(entry: JournalEntry): Promise<void> {
    try {
      await this.#write(entry);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      // Evictions are what makes room on a full disk, so their journal keeps some in reserve.
      await this.#disk.unlink(this.#reserve).catch(() => {});
      await this.#write(entry);
    }
  }

  async prune(entries: readonly JournalEntry[]): Promise<void> {
    if (this.#lines > 2 * entries.length + SURPLUS_LINES_MAX) await this.replace(entries);
  }

  async replace(entries: readonly JournalEntry[]): Promise<void> {
    const draft = await writtenFile(`${this.#path}.draft`, entries, this.#disk);
    try {
      await this.#disk.rename(`${this.#path}.draft`, this.#path);
    } catch (error) {
      await draft.close();
      throw error;
    }
    // From here on the name leads to the new file, which alone may be written to.
    const old = this.#file;
    this.#file = draft;
    this.#lines = entries.length;
    this.#torn = false;
    this.#isNamed = false;
    await old.close();
    await this.#name();
  }

  async #name(): Promise<void> {
    if (this.#isNamed) return;
    await syncDirectory(dirname(this.#path), this.#disk);
    this.#isNamed = true;
  }

  async #write(entry: JournalEntry): Promise<void> {
    await this.#name();
    const line = (this.#torn ? "\n" : "") + lineOf(entry);
    this.#torn = true;
    await this.#file.writeFile(line);
    await this.#file.datasync();
    this.#torn = false;
    this.#lines += 1;
  }

  close(): Promise<void> {
    return this.#file.close();
  }
}

/** A new file with these entries, on the disk and still open. */
async function writtenFile(
  path: string,
  entries: readonly JournalEntry[],
  disk: Disk,
): Promise<DiskFile> {
  const file = await openNewFile(path, disk);
  try {
    await file.writeFile(entries.map(lineOf).join(""));
    await file.sync();
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function lineOf({ pod, time, attempts, ...entry }: JournalEntry): string {
  const tried = attempts === 1 ? {} : { attempts };
  const line = { plimsoll: VERSION, time: formatTime(time), ...pod, ...entry, ...tried };
  return `${JSON.stringify(line)}\n`;
}

/**
 * A later line about the same eviction replaces an earlier one, and a later attempt at a pod
 * replaces one that was refused.
 */
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
  const last = new Map([...found.values()].map((entry) => [entry.pod.uid, entry]));
  const kept = [...found.values()].filter(
    (entry) => !isFailed(entry) || last.get(entry.pod.uid) === entry,
  );
  return { found: kept, unreadable };
}

const OUTCOMES: ReadonlySet<unknown> = new Set(["unknown", "made", "presumed", "failed"]);

/** Null for a line of which a member is missing or is something else than this version writes. */
function entryOf(line: string): JournalEntry | null {
  try {
    const { plimsoll, time, attempts = 1, ...members } = JSON.parse(line);
    const { namespace, name, uid, gracePeriodSeconds, outcome } = members;
    const at = typeof time === "string" ? parseTime(time) : null;
    const isWhole =
      plimsoll === VERSION &&
      [namespace, name, uid].every((text) => typeof text === "string") &&
      [gracePeriodSeconds, attempts].every((count) => Number.isSafeInteger(count) && count >= 0) &&
      OUTCOMES.has(outcome);
    if (!isWhole || at === null) return null;
    return { pod: { namespace, name, uid }, time: at, gracePeriodSeconds, outcome, attempts };
  } catch {
    return null;
  }
}
