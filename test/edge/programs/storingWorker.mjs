/**
 * The worker as it is deployed, whose nodes keep the bodies that are posted to them, as many as the
 * history of a node has entries, and decide nothing.
 */
import worker, { IndexObject as Index, NodeObject as Node } from "plimsoll/worker";

const BODIES = 256;
const TABLE = "CREATE TABLE IF NOT EXISTS posted (number INTEGER PRIMARY KEY, body BLOB NOT NULL)";

export class NodeObject extends Node {
  constructor(state, bindings) {
    super(state, bindings);
    this.sql = state.storage.sql;
    this.sql.exec(TABLE);
    this.posts = 0;
  }

  async postSnapshot(body) {
    this.posts += 1;
    this.sql.exec("INSERT OR REPLACE INTO posted VALUES (?, ?)", this.posts % BODIES, body);
    return { status: 200, type: "application/json", body: '{"action":"None"}' };
  }
}

export class IndexObject extends Index {}

// The platform looks for the handler under this name.
export { worker as default };
