import type { EdgeNode, NodeStatus, NodesQuery } from "../fleet.ts";
import type { DurableStorage } from "./durableStorage.ts";
import type { Settings } from "./settings.ts";

/** What is used of the state that the platform hands to an object. */
export interface ObjectState {
  readonly id: { readonly name?: string };
  readonly storage: DurableStorage;
}

/** Objects of one class, each found by its name. */
export interface Namespace<T> {
  getByName(name: string): T;
}

/** What can be asked of a share of the list. */
export interface NodeIndex {
  /** Whether a node may be kept in addition to the others; `nodesMax` of them in this share. */
  admit(name: string, nodesMax: number): Promise<boolean>;
  put(status: NodeStatus): Promise<void>;
  remove(name: string): Promise<void>;
  list(query: NodesQuery): Promise<readonly NodeStatus[]>;
}

/** What the deployment binds to the worker. */
export interface Bindings extends Settings {
  readonly NODES: Namespace<EdgeNode>;
  readonly INDEX: Namespace<NodeIndex>;
}
