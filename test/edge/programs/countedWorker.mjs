/** The worker as it is deployed, which also counts the rows that its nodes read and write. */
import worker, { IndexObject as Index, NodeObject as Node } from "plimsoll/worker";

/** Counts from here on; the platform reports the charge of each statement. */
function countRows(sql) {
  const exec = sql.exec.bind(sql);
  const cursors = [];
  sql.exec = (...statement) => {
    const cursor = exec(...statement);
    cursors.push(cursor);
    return cursor;
  };
  return () => ({
    read: cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0),
    written: cursors.reduce((sum, { rowsWritten }) => sum + rowsWritten, 0),
  });
}

const NAMES = ["configuration", "pods", "frozenPods", "podsPut", "position", "reported"];
const nameOf = NAMES.map((name, number) => `WHEN ${number} THEN '${name}'`).join(" ");
const SECONDS = "time / 1000000000";
const EARLIER = [
  "CREATE TABLE document (name TEXT NOT NULL, number INTEGER NOT NULL, bytes BLOB NOT NULL, " +
    "PRIMARY KEY (name, number)) WITHOUT ROWID",
  `INSERT INTO document SELECT CASE number / 65536 ${nameOf} END, number % 65536, bytes ` +
    `FROM stored WHERE number < ${NAMES.length} * 65536`,
  "INSERT OR IGNORE INTO document SELECT 'position', 0, position FROM entry " +
    "WHERE position IS NOT NULL ORDER BY time DESC LIMIT 1",
  "CREATE TABLE history (time TEXT PRIMARY KEY, decision BLOB NOT NULL, record BLOB) WITHOUT ROWID",
  `INSERT INTO history SELECT strftime('%Y-%m-%dT%H:%M:%S', ${SECONDS}, 'unixepoch') || ` +
    "printf('.%09dZ', time % 1000000000), decision, record FROM entry",
  "DROP TABLE stored",
  "DROP TABLE entry",
];

/** What this version had left before the one before it ran again. */
const STALE = [
  "CREATE TABLE stored (number INTEGER PRIMARY KEY, bytes BLOB NOT NULL)",
  'INSERT INTO stored VALUES (0, CAST(\'{"evictionHard":{"memory.available":"99%"}}\' AS BLOB))',
  "CREATE TABLE entry (time INTEGER PRIMARY KEY, decision BLOB NOT NULL, record BLOB, " +
    "position BLOB)",
  "INSERT INTO entry VALUES (1, CAST('{\"step\":99}' AS BLOB), NULL, NULL)",
];

export class NodeObject extends Node {
  constructor(state, bindings) {
    const rows = countRows(state.storage.sql);
    super(state, bindings);
    this.rows = rows;
    this.sql = state.storage.sql;
  }

  /** Since the object was woken. */
  countedRows() {
    return this.rows();
  }

  /**
   * Leaves the database as an earlier version did, which found rows by texts and did not note that
   * a history is full. Its names of documents are in the order of their numbers here.
   */
  age() {
    for (const statement of EARLIER) this.sql.exec(statement);
  }

  /** The same, where this version had run before. */
  ageBeside() {
    this.age();
    for (const statement of STALE) this.sql.exec(statement);
  }
}

export class IndexObject extends Index {}

const counted = {
  async fetch(request, bindings) {
    const [, control, tenant, node] = new URL(request.url).pathname.split("/");
    const object = () => bindings.NODES.getByName(`${tenant}/${node}`);
    if (control === "rows") return Response.json(await object().countedRows());
    if (control === "age") return Response.json((await object().age()) ?? null);
    if (control === "ageBeside") return Response.json((await object().ageBeside()) ?? null);
    return worker.fetch(request, bindings);
  },
};

// The platform looks for the handler under this name.
export { counted as default };
