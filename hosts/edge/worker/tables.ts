import type { DocumentName } from "../node/storage.ts";
import type { DurableStorage } from "./durableStorage.ts";

/** The documents of a node, and how many entries its history had when one was first removed. */
export type StoredName = DocumentName | "historyFull";

/** Where the rows of each document begin; these are in databases, and a new one goes to the end. */
const NUMBERS: Readonly<Record<StoredName, number>> = {
  configuration: 0,
  pods: 1,
  frozenPods: 2,
  podsPut: 3,
  position: 4,
  reported: 5,
  historyFull: 6,
};
/** More than a document has. */
const ROWS_MAX = 2 ** 16;

export function firstRowOf(name: StoredName): number {
  return NUMBERS[name] * ROWS_MAX;
}

export function endOfRows(name: StoredName): number {
  return firstRowOf(name) + ROWS_MAX;
}

/**
 * Rows have integers for keys. On its way to a row with a text for a key SQLite copies others, and
 * all of each: a list of pods, a snapshot. `time` is in nanoseconds since the epoch, which a script
 * gives and takes as a text, since its numbers do not hold it.
 */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS stored (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS entry (
  time INTEGER PRIMARY KEY, decision BLOB NOT NULL, record BLOB, position BLOB
);
`;

const TABLES =
  "SELECT name FROM sqlite_master WHERE type = 'table' AND name IN ('stored', 'document')";

/**
 * Whether a database has tables. Those of the version before become tables of this one, in place
 * of any that are there: that version makes them only where it was the last to run.
 */
export function hasTables(storage: DurableStorage): boolean {
  const names = storage.sql
    .exec(TABLES)
    .toArray()
    .map(({ name }) => name);
  if (names.includes("document")) storage.transactionSync(() => takeOver(storage));
  return names.length > 0;
}

/** Those of the version before too. */
export function dropTables({ sql }: DurableStorage): void {
  for (const table of ["stored", "entry", "document", "history"]) {
    sql.exec(`DROP TABLE IF EXISTS ${table}`);
  }
}

export function createTables({ sql }: DurableStorage): void {
  sql.exec(SCHEMA);
}

/**
 * Of a time as a text. The first second that 64 bits hold begins before them, so times before
 * 1970 are counted down from the second after theirs.
 */
const NANOSECONDS = `iif(time < '1970',
  (unixepoch(substr(time, 1, 19)) + 1) * 1000000000 + (substr(time, 21, 9) - 1000000000),
  unixepoch(substr(time, 1, 19)) * 1000000000 + substr(time, 21, 9))`;

/** From tables whose keys are names and times as texts. */
function takeOver(storage: DurableStorage): void {
  const { sql } = storage;
  sql.exec("DROP TABLE IF EXISTS stored");
  sql.exec("DROP TABLE IF EXISTS entry");
  createTables(storage);
  for (const name of Object.keys(NUMBERS) as StoredName[]) {
    const rows = "SELECT ? + number, bytes FROM document WHERE name = ?";
    sql.exec(`INSERT INTO stored ${rows}`, firstRowOf(name), name);
  }
  sql.exec(`INSERT INTO entry SELECT ${NANOSECONDS}, decision, record, NULL FROM history`);
  sql.exec("DROP TABLE document");
  sql.exec("DROP TABLE history");
}
