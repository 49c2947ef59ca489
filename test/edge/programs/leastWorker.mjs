/**
 * The worker as it is deployed, whose nodes do the least that a step takes: take the step, and
 * store the body, by which a snapshot that is sent again is known, with what it led to, as many as
 * the history of a node has entries. They check nothing and find no documents.
 */

import worker, { IndexObject as Index, NodeObject as Node } from "plimsoll/worker";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { Detail, Part } from "../../../assembly/abi.ts";
import core from "./plimsoll-eviction.wasm";

const STEPS = 256;
const TABLE =
  "CREATE TABLE IF NOT EXISTS step (number INTEGER PRIMARY KEY, body BLOB NOT NULL, " +
  "decision BLOB NOT NULL, state BLOB NOT NULL)";
const HEAD_BYTES = 512;
const SUMMARY = '"summary":';
const decoder = new TextDecoder();
const engine = new EvictionEngine(core);
/** By object: the platform ends one that is idle for ten seconds, and its list is needed again. */
const listsOf = new Map();

export class NodeObject extends Node {
  constructor(state, bindings) {
    super(state, bindings);
    this.sql = state.storage.sql;
    this.steps = 0;
    this.name = state.id.name;
  }

  async putPods(podList) {
    this.sql.exec(TABLE);
    engine.configure({});
    const pods = engine.pods(podList);
    listsOf.set(this.name, engine.freeze(Part.Pods));
    return { status: 200, type: "application/json", body: JSON.stringify({ pods }) };
  }

  async postSnapshot(body) {
    const start = decoder.decode(body.subarray(0, HEAD_BYTES)).indexOf(SUMMARY) + SUMMARY.length;
    engine.reconfigure("{}");
    engine.thaw(listsOf.get(this.name));
    if (this.state !== undefined) engine.restore(this.state);
    engine.observe(body.subarray(start, -1), BigInt(this.steps++) * 1_000_000_000n);
    const decision = engine.report(Detail.Decision).bytes;
    this.state = engine.save();
    const row = [this.steps % STEPS, body, decision, this.state];
    this.sql.exec("INSERT OR REPLACE INTO step VALUES (?, ?, ?, ?)", ...row);
    return { status: 200, type: "application/json", body: decision };
  }
}

export class IndexObject extends Index {}

// The platform looks for the handler under this name.
export { worker as default };
