import type { ActionName, Decision, NodeCondition } from "../../analysis/engine/decision.ts";
import type { Detail } from "../../assembly/abi.ts";
import type { Reply } from "./reply.ts";

export interface HistoryQuery {
  /** Entries from before this time. */
  readonly before: string | null;
  readonly limit: number;
}

/** One node, stored where the platform keeps it; its requests are taken one after the other. */
export interface EdgeNode {
  /** The JSON for `EvictionEngine.configure`. */
  putPolicy(configuration: string): Promise<Reply>;
  putPods(podList: Uint8Array): Promise<Reply>;
  postSnapshot(snapshot: Uint8Array, detail: Detail): Promise<Reply>;
  decision(): Promise<Reply>;
  history(query: HistoryQuery): Promise<Reply>;
  /** The snapshots of the history, as a capture. */
  capture(): Promise<Reply>;
  forget(): Promise<Reply>;
}

/** A node as the list of the fleet shows it. */
export interface NodeStatus {
  readonly node: string;
  /**
   * The time of the snapshot with this status; a node without changes is reported every few
   * minutes.
   */
  readonly time: string;
  readonly step: number;
  readonly action: ActionName;
  readonly nodeConditions: readonly NodeCondition[];
  readonly digest: string;
}

export interface NodesQuery {
  /** Names after this one. */
  readonly after: string;
  readonly limit: number;
  readonly condition?: NodeCondition;
  readonly action?: ActionName;
  readonly prefix?: string;
}

/** All nodes of all tenants; a node of one tenant has nothing to do with one of another. */
export interface Fleet {
  node(tenant: string, node: string): EdgeNode;
  /** In the order of their names, at most `limit`. */
  nodes(tenant: string, query: NodesQuery): Promise<readonly NodeStatus[]>;
}

/** Takes what the list of the fleet should show of a node; null when it is forgotten. */
export type StatusListener = (status: NodeStatus | null) => Promise<void>;

export function statusOf(node: string, decision: Decision): NodeStatus {
  const { time, step, action, nodeConditions, digest } = decision;
  return { node, time, step, action, nodeConditions, digest };
}

/** By code units, so every platform lists alike. */
export function byName(a: NodeStatus, b: NodeStatus): number {
  return a.node < b.node ? -1 : Number(a.node > b.node);
}

export function isAskedFor(status: NodeStatus, query: NodesQuery): boolean {
  const { after, condition, action, prefix = "" } = query;
  return (
    status.node > after &&
    status.node.startsWith(prefix) &&
    (condition === undefined || status.nodeConditions.includes(condition)) &&
    (action === undefined || status.action === action)
  );
}
