import { formatTime, parseTime } from "../../../analysis/text/time.ts";
import { Decoded } from "../node/decoded.ts";
import type { Changes, HistoryEntry, NodeStorage } from "../node/storage.ts";
import type { DurableStorage } from "./durableStorage.ts";
import { RecentDocuments } from "./recentDocuments.ts";
import {
  createTables,
  dropTables,
  endOfRows,
  firstRowOf,
  hasTables,
  type StoredName,
} from "./tables.ts";

/** The platform takes rows up to two megabytes. */
const CHUNK_BYTES = 2 ** 20;

/** An entry as it is written. */
interface EntryRow extends HistoryEntry {
  readonly isNewest: boolean;
  /** Null where it is elsewhere. */
  readonly position: Uint8Array | null;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A node in the SQLite of its Durable Object; the platform holds answers until it is on disk. */
export class SqlStorage implements NodeStorage {
  readonly #storage: DurableStorage;
  /** Created with the first change: a request for an unknown node leaves nothing behind. */
  #hasTables: boolean;
  readonly #recent = new RecentDocuments();
  /** In how many rows each document is, as far as that is known. */
  readonly #rowsOf = new Map<StoredName, number>();
  readonly #full = new Decoded((bytes) => Number(decoder.decode(bytes)));
  /** Time of the newest entry; "" without any, null while that is not known. */
  #newest: string | null = null;

  constructor(storage: DurableStorage) {
    this.#storage = storage;
    this.#hasTables = hasTables(storage);
  }

  get(name: StoredName): Uint8Array | null {
    const recent = this.#recent.get(name);
    if (recent !== undefined) return recent;
    const read = this.#read(name);
    this.#recent.put(name, read);
    return read;
  }

  #read(name: StoredName): Uint8Array | null {
    const statement = "SELECT bytes FROM stored WHERE number >= ? AND number < ? ORDER BY number";
    const rows = this.#rows(statement, firstRowOf(name), endOfRows(name));
    const chunks = rows.map(({ bytes }) => bytesOf(bytes));
    this.#rowsOf.set(name, chunks.length);
    if (chunks.length === 0 && name === "position") return this.#positionOfNewest();
    if (chunks.length <= 1) return chunks[0] ?? null;
    const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
    let at = 0;
    for (const chunk of chunks) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    return whole;
  }

  /** A step of a node whose history is full is one statement, which needs no transaction. */
  change(changes: Changes): void {
    try {
      const row = this.#rowOf(changes);
      const documents = withoutRow(changes.documents, row).filter(([name, bytes]) => {
        return bytes !== null || this.#rowsOf.get(name) !== 0;
      });
      if (documents.length === 0 && row?.isNewest && this.#isFull(changes.historyMax)) {
        this.#moveOldest(row);
      } else {
        this.#storage.transactionSync(() => {
          if (!this.#hasTables) createTables(this.#storage);
          this.#hasTables = true;
          for (const [name, bytes] of documents) this.#put(name, bytes);
          if (row !== null) this.#keep(row, changes.historyMax);
          else if (isPositionRemoved(changes)) this.#removePosition();
        });
      }
      if (row?.isNewest) this.#newest = row.time;
      if (row?.position) this.#recent.put("position", row.position);
    } catch (error) {
      // Nothing of it is in the database.
      this.#forgetWhatIsThere();
      throw error;
    }
  }

  /**
   * What the history gets. The position goes into the row of the newest entry, so a step
   * writes one row. Where the entry is not the newest, or the row would be large, the position is a
   * separate document, which then replaces the value in a row.
   */
  #rowOf({ documents, entry }: Changes): EntryRow | null {
    if (entry === undefined) return null;
    const isNewest = entry.time > this.#newestTime();
    const [, position = null] = documents.find(([name]) => name === "position") ?? [];
    const parts = [entry.decision, entry.record, position];
    const size = parts.reduce((sum, part) => sum + (part?.length ?? 0), 0);
    return { ...entry, isNewest, position: isNewest && size <= CHUNK_BYTES ? position : null };
  }

  #forgetWhatIsThere(): void {
    this.#hasTables = hasTables(this.#storage);
    this.#recent.clear();
    this.#rowsOf.clear();
    this.#newest = null;
  }

  history(before: string | null, limit: number): readonly HistoryEntry[] {
    const where = before === null ? "" : "WHERE time < ?";
    const bindings = before === null ? [limit] : [nanosecondsOf(before), limit];
    const columns = "CAST(time AS TEXT) AS nanoseconds, decision";
    const statement = `SELECT ${columns} FROM entry ${where} ORDER BY time DESC LIMIT ?`;
    return this.#rows(statement, ...bindings).map(({ nanoseconds, decision }) => ({
      time: timeOf(nanoseconds),
      decision: bytesOf(decision),
    }));
  }

  /** An entry that is not the newest may be removed while it is the last one that came. */
  keepsRecord(time: string): boolean {
    return time > this.#newestTime();
  }

  record(time: string): Uint8Array | null {
    const [row] = this.#rows("SELECT record FROM entry WHERE time = ?", nanosecondsOf(time));
    return row === undefined || row.record === null ? null : bytesOf(row.record);
  }

  recordBytes(): number {
    const [row] = this.#rows("SELECT sum(length(record)) AS bytes FROM entry");
    return Number(row?.bytes ?? 0);
  }

  records(): readonly Uint8Array[] {
    const statement = "SELECT record FROM entry WHERE record IS NOT NULL ORDER BY time";
    return this.#rows(statement).map(({ record }) => bytesOf(record));
  }

  clear(): void {
    this.#storage.transactionSync(() => dropTables(this.#storage));
    this.#forgetWhatIsThere();
  }

  /**
   * The oldest row of a full history becomes the newest: one row is written and no other is read.
   * Counting off the rows to keep would read each of them with every post, and a removal with an
   * insertion write two; that is done until the history is full, and for a time that is not the
   * newest.
   */
  #keep(row: EntryRow, historyMax: number): void {
    if (row.isNewest && this.#isFull(historyMax)) {
      this.#moveOldest(row);
      return;
    }
    this.#storage.sql.exec("INSERT OR REPLACE INTO entry VALUES (?, ?, ?, ?)", ...valuesOf(row));
    const removed = this.#rows(
      "DELETE FROM entry WHERE time <= " +
        "(SELECT time FROM entry ORDER BY time DESC LIMIT 1 OFFSET ?) RETURNING 1",
      historyMax,
    );
    if (removed.length > 0) this.#put("historyFull", encoder.encode(String(historyMax)));
  }

  #moveOldest(row: EntryRow): void {
    const statement =
      "UPDATE entry SET time = ?, decision = ?, record = ?, position = ? " +
      "WHERE time = (SELECT min(time) FROM entry)";
    this.#storage.sql.exec(statement, ...valuesOf(row));
  }

  /** From where it is next to the newest entry. */
  #removePosition(): void {
    this.#storage.sql.exec(
      "UPDATE entry SET position = NULL WHERE time = (SELECT max(time) FROM entry)",
    );
    this.#recent.put("position", null);
  }

  #positionOfNewest(): Uint8Array | null {
    const [row] = this.#rows("SELECT position FROM entry ORDER BY time DESC LIMIT 1");
    return row === undefined || row.position === null ? null : bytesOf(row.position);
  }

  #isFull(historyMax: number): boolean {
    return this.#full.of(this.get("historyFull")) === historyMax;
  }

  /** Times go forwards under one policy; another one starts again, perhaps at an earlier time. */
  #newestTime(): string {
    this.#newest ??= this.history(null, 1)[0]?.time ?? "";
    return this.#newest;
  }

  #put(name: StoredName, bytes: Uint8Array | null): void {
    const { sql } = this.#storage;
    const chunks = bytes === null ? 0 : Math.max(1, Math.ceil(bytes.length / CHUNK_BYTES));
    const first = firstRowOf(name);
    if ((this.#rowsOf.get(name) ?? chunks + 1) > chunks) {
      const rows = [first + chunks, endOfRows(name)] as const;
      sql.exec("DELETE FROM stored WHERE number >= ? AND number < ?", ...rows);
    }
    this.#rowsOf.set(name, chunks);
    this.#recent.put(name, bytes);
    for (let number = 0; bytes !== null && number < chunks; number++) {
      const chunk = bytes.subarray(number * CHUNK_BYTES, (number + 1) * CHUNK_BYTES);
      sql.exec("INSERT OR REPLACE INTO stored VALUES (?, ?)", first + number, chunk);
    }
  }

  #rows(statement: string, ...bindings: readonly (string | number)[]): Record<string, unknown>[] {
    if (!this.#hasTables) return [];
    return this.#storage.sql.exec(statement, ...bindings).toArray();
  }
}

/** The documents that are not in that row. */
function withoutRow(documents: Changes["documents"], row: EntryRow | null): Changes["documents"] {
  if (row === null || row.position === null) return documents;
  return documents.map(([name, bytes]) => [name, name === "position" ? null : bytes]);
}

function isPositionRemoved({ documents }: Changes): boolean {
  return documents.some(([name, bytes]) => name === "position" && bytes === null);
}

function valuesOf({ time, decision, record, position }: EntryRow) {
  return [nanosecondsOf(time), decision, record ?? null, position] as const;
}

/** Converts a time as `formatTime` writes it. */
function nanosecondsOf(time: string): string {
  return String(parseTime(time) ?? 0n);
}

function timeOf(nanoseconds: unknown): string {
  return formatTime(BigInt(nanoseconds as string));
}

function bytesOf(value: unknown): Uint8Array {
  return new Uint8Array(value as ArrayBuffer);
}
