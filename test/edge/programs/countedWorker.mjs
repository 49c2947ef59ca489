/** The worker as it is deployed, which also counts the rows that its nodes read and write. */
import worker, { IndexObject as Index, NodeObject as Node } from "plimsoll/worker";

/** Counts from here on; the platform tells of each statement what it will charge. */
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

  /** Leaves the database as an earlier version did, which did not note that a history is full. */
  age() {
    this.sql.exec("DELETE FROM document WHERE name = 'historyFull'");
  }
}

export class IndexObject extends Index {}

const counted = {
  async fetch(request, bindings) {
    const [, control, tenant, node] = new URL(request.url).pathname.split("/");
    const object = () => bindings.NODES.getByName(`${tenant}/${node}`);
    if (control === "rows") return Response.json(await object().countedRows());
    if (control === "age") return Response.json((await object().age()) ?? null);
    return worker.fetch(request, bindings);
  },
};

// The platform looks for the handler under this name.
export { counted as default };
