import { DurableObject } from "cloudflare:workers";
import type { Detail } from "../../../assembly/abi.ts";
import core from "../../../dist/plimsoll-eviction.wasm";
import { SharedEngine } from "../engines.ts";
import type { EdgeNode, HistoryQuery, NodeStatus, NodesQuery } from "../fleet.ts";
import { StateKeys } from "../guard/stateKeys.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import { StoredNode } from "../node/storedNode.ts";
import type { Reply } from "../reply.ts";
import type { DurableStorage } from "./durableStorage.ts";
import { indexOf, nodesOfShare } from "./fleet.ts";
import type { Bindings, ObjectState } from "./platform.ts";
import { readSettings } from "./settings.ts";
import { SqlStorage } from "./sqlStorage.ts";

/** One for all the objects that live in this isolate. */
const engines = new SharedEngine(core);

/** One node: the platform runs one of these for each name, and brings it one request at a time. */
export class NodeObject extends DurableObject<Bindings> implements EdgeNode {
  readonly #node: StoredNode;

  constructor(state: ObjectState, bindings: Bindings) {
    super(state, bindings);
    const [tenant = "", name = ""] = (state.id.name ?? "").split("/");
    const index = indexOf(bindings, tenant, name);
    const { limits: set, stateKeys } = readSettings(bindings);
    const limits = { ...DEFAULT_LIMITS, ...set };
    this.#node = new StoredNode({
      tenant,
      name,
      storage: new SqlStorage(state.storage),
      engines,
      limits,
      states: new StateKeys(stateKeys),
      admit: () => index.admit(name, nodesOfShare(limits.nodesMax)),
      report: (status) => (status === null ? index.remove(name) : index.put(status)),
      now: () => Date.now(),
    });
  }

  putPolicy(configuration: string): Promise<Reply> {
    return this.#node.putPolicy(configuration);
  }

  putPods(podList: Uint8Array): Promise<Reply> {
    return this.#node.putPods(podList);
  }

  postSnapshot(snapshot: Uint8Array, detail: Detail): Promise<Reply> {
    return this.#node.postSnapshot(snapshot, detail);
  }

  decision(): Promise<Reply> {
    return this.#node.decision();
  }

  history(query: HistoryQuery): Promise<Reply> {
    return this.#node.history(query);
  }

  capture(): Promise<Reply> {
    return this.#node.capture();
  }

  forget(): Promise<Reply> {
    return this.#node.forget();
  }
}

const SCHEMA =
  "CREATE TABLE IF NOT EXISTS node (name TEXT PRIMARY KEY, action TEXT NOT NULL, " +
  "conditions TEXT NOT NULL, status TEXT NOT NULL) WITHOUT ROWID";

/** The status of a node that has decided nothing yet. */
const UNDECIDED = "";

/** A share of one tenant's list of nodes. */
export class IndexObject extends DurableObject<Bindings> {
  readonly #sql: DurableStorage["sql"];

  constructor(state: ObjectState, bindings: Bindings) {
    super(state, bindings);
    this.#sql = state.storage.sql;
    this.#sql.exec(SCHEMA);
  }

  /** Takes a node in before its first decision; false when the share is full. */
  async admit(name: string, nodesMax: number): Promise<boolean> {
    const known = this.#sql.exec("SELECT 1 FROM node WHERE name = ?", name).toArray();
    if (known.length > 0) return true;
    const [row] = this.#sql.exec("SELECT count(*) AS nodes FROM node").toArray();
    if (Number(row?.nodes) >= nodesMax) return false;
    this.#sql.exec("INSERT INTO node VALUES (?, '', '', ?)", name, UNDECIDED);
    return true;
  }

  async put(status: NodeStatus): Promise<void> {
    const { node, action, nodeConditions } = status;
    const conditions = nodeConditions.join(" ");
    const statement = "INSERT OR REPLACE INTO node VALUES (?, ?, ?, ?)";
    this.#sql.exec(statement, node, action, conditions, JSON.stringify(status));
  }

  async remove(name: string): Promise<void> {
    this.#sql.exec("DELETE FROM node WHERE name = ?", name);
  }

  async list(query: NodesQuery): Promise<readonly NodeStatus[]> {
    const { after, limit, condition = null, action = null, prefix = "" } = query;
    const statement =
      "SELECT status FROM node WHERE name > ?1 AND status <> '' " +
      "AND substr(name, 1, length(?2)) = ?2 " +
      "AND (?3 IS NULL OR instr(conditions, ?3) > 0) AND (?4 IS NULL OR action = ?4) " +
      "ORDER BY name LIMIT ?5";
    const rows = this.#sql.exec(statement, after, prefix, condition, action, limit).toArray();
    return rows.map(({ status }) => JSON.parse(String(status)) as NodeStatus);
  }
}
