import type { Changes, DocumentName, HistoryEntry, NodeStorage } from "../node/storage.ts";
import { RecentDocuments } from "./recentDocuments.ts";

/** What is used of a Durable Object's storage. */
export interface DurableStorage {
  readonly sql: {
    exec(
      statement: string,
      ...bindings: readonly (string | number | null | Uint8Array)[]
    ): { toArray(): Record<string, unknown>[] };
  };
  transactionSync<T>(change: () => T): T;
  deleteAll(): Promise<void>;
}

/** The platform takes rows up to two megabytes. */
const CHUNK_BYTES = 2 ** 20;

const SCHEMA = `
CREATE TABLE IF NOT EXISTS document (
  name TEXT NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (name, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS history (
  time TEXT PRIMARY KEY, decision BLOB NOT NULL, record BLOB
) WITHOUT ROWID;
`;

const TABLES = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'document'";

/** The documents of a node, and how many entries its history had when one was first removed. */
type StoredName = DocumentName | "historyFull";

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
  /** Of the entries in the history; "" without any, null while that is not known. */
  #newest: string | null = null;

  constructor(storage: DurableStorage) {
    this.#storage = storage;
    this.#hasTables = storage.sql.exec(TABLES).toArray().length > 0;
  }

  get(name: StoredName): Uint8Array | null {
    const recent = this.#recent.get(name);
    if (recent !== undefined) return recent;
    const read = this.#read(name);
    this.#recent.put(name, read);
    return read;
  }

  #read(name: StoredName): Uint8Array | null {
    const statement = "SELECT bytes FROM document WHERE name = ? ORDER BY number";
    const chunks = this.#rows(statement, name).map(({ bytes }) => bytesOf(bytes));
    this.#rowsOf.set(name, chunks.length);
    if (chunks.length <= 1) return chunks[0] ?? null;
    const whole = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
    let at = 0;
    for (const chunk of chunks) {
      whole.set(chunk, at);
      at += chunk.length;
    }
    return whole;
  }

  change({ documents, entry, historyMax }: Changes): void {
    try {
      this.#storage.transactionSync(() => {
        if (!this.#hasTables) this.#storage.sql.exec(SCHEMA);
        this.#hasTables = true;
        for (const [name, bytes] of documents) this.#put(name, bytes);
        if (entry !== undefined) this.#keep(entry, historyMax);
      });
    } catch (error) {
      // Nothing of it is in the database.
      this.#forgetWhatIsThere();
      throw error;
    }
  }

  #forgetWhatIsThere(): void {
    this.#hasTables = this.#storage.sql.exec(TABLES).toArray().length > 0;
    this.#recent.clear();
    this.#rowsOf.clear();
    this.#newest = null;
  }

  history(before: string | null, limit: number): readonly HistoryEntry[] {
    const where = before === null ? "" : "WHERE time < ?";
    const bindings = before === null ? [limit] : [before, limit];
    const statement = `SELECT time, decision FROM history ${where} ORDER BY time DESC LIMIT ?`;
    return this.#rows(statement, ...bindings).map(({ time, decision }) => ({
      time: String(time),
      decision: bytesOf(decision),
    }));
  }

  recordBytes(): number {
    const [row] = this.#rows("SELECT sum(length(record)) AS bytes FROM history");
    return Number(row?.bytes ?? 0);
  }

  records(): readonly Uint8Array[] {
    const statement = "SELECT record FROM history WHERE record IS NOT NULL ORDER BY time";
    return this.#rows(statement).map(({ record }) => bytesOf(record));
  }

  clear(): void {
    this.#storage.transactionSync(() => {
      this.#storage.sql.exec("DROP TABLE IF EXISTS document");
      this.#storage.sql.exec("DROP TABLE IF EXISTS history");
    });
    this.#forgetWhatIsThere();
  }

  /**
   * The oldest row of a full history becomes the newest: one row is written and no other is read.
   * Counting off the rows to keep would read each of them with every post, and a removal beside an
   * insertion write two; that is done until the history is full, and for a time that is not the
   * newest.
   */
  #keep(entry: HistoryEntry, historyMax: number): void {
    const { sql } = this.#storage;
    const { time, decision, record = null } = entry;
    const isNewest = time > this.#newestTime();
    if (isNewest) this.#newest = time;
    if (isNewest && this.#isFull(historyMax)) {
      sql.exec(
        "UPDATE history SET time = ?, decision = ?, record = ? " +
          "WHERE time = (SELECT min(time) FROM history)",
        time,
        decision,
        record,
      );
      return;
    }
    sql.exec("INSERT OR REPLACE INTO history VALUES (?, ?, ?)", time, decision, record);
    const removed = this.#rows(
      "DELETE FROM history WHERE time <= " +
        "(SELECT time FROM history ORDER BY time DESC LIMIT 1 OFFSET ?) RETURNING 1",
      historyMax,
    );
    if (removed.length > 0) this.#put("historyFull", encoder.encode(String(historyMax)));
  }

  #isFull(historyMax: number): boolean {
    const full = this.get("historyFull");
    return full !== null && decoder.decode(full) === String(historyMax);
  }

  /** Times go forwards under one policy; another one starts again, perhaps at an earlier time. */
  #newestTime(): string {
    if (this.#newest === null) {
      const [row] = this.#rows("SELECT time FROM history ORDER BY time DESC LIMIT 1");
      this.#newest = row === undefined ? "" : String(row.time);
    }
    return this.#newest;
  }

  #put(name: StoredName, bytes: Uint8Array | null): void {
    const { sql } = this.#storage;
    const chunks = bytes === null ? 0 : Math.max(1, Math.ceil(bytes.length / CHUNK_BYTES));
    if ((this.#rowsOf.get(name) ?? chunks + 1) > chunks) {
      sql.exec("DELETE FROM document WHERE name = ? AND number >= ?", name, chunks);
    }
    this.#rowsOf.set(name, chunks);
    this.#recent.put(name, bytes);
    for (let number = 0; bytes !== null && number < chunks; number++) {
      const chunk = bytes.subarray(number * CHUNK_BYTES, (number + 1) * CHUNK_BYTES);
      sql.exec("INSERT OR REPLACE INTO document VALUES (?, ?, ?)", name, number, chunk);
    }
  }

  #rows(statement: string, ...bindings: readonly (string | number)[]): Record<string, unknown>[] {
    if (!this.#hasTables) return [];
    return this.#storage.sql.exec(statement, ...bindings).toArray();
  }
}

function bytesOf(value: unknown): Uint8Array {
  return new Uint8Array(value as ArrayBuffer);
}
