/** The nodes of one machine, in files: for Node, Deno and Bun. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { SharedEngine } from "../engines.ts";
import {
  type EdgeNode,
  type Fleet,
  isAskedFor,
  type NodeStatus,
  type NodesQuery,
} from "../fleet.ts";
import { StateKeys } from "../guard/stateKeys.ts";
import { DEFAULT_LIMITS, type Limits } from "../limits.ts";
import { StoredNode } from "../node/storedNode.ts";
import { FileStorage, type HistorySize } from "./fileStorage.ts";

export interface FileFleetOptions {
  readonly core: WebAssembly.Module;
  /** A folder for one process alone; nothing else may write there. */
  readonly directory: string;
  readonly limits?: Partial<Limits>;
  /** As those of the handler. */
  readonly stateKeys?: readonly string[];
}

/** Each node in a folder `<directory>/<tenant>/<node>`. */
export class FileFleet implements Fleet {
  readonly #directory: string;
  readonly #limits: Limits;
  readonly #engines: SharedEngine;
  readonly #states: StateKeys;
  readonly #sizes = new Map<string, HistorySize>();
  /** What each node has reported last, as it was found and has come since. */
  readonly #statuses = new Map<string, NodeStatus | null>();
  /** The nodes of each tenant, as they were found and have come since. */
  readonly #names = new Map<string, Set<string>>();

  constructor({ core, directory, limits, stateKeys = [] }: FileFleetOptions) {
    this.#directory = directory;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
    this.#engines = new SharedEngine(core);
    this.#states = new StateKeys(stateKeys);
  }

  node(tenant: string, node: string): EdgeNode {
    return new StoredNode({
      tenant,
      name: node,
      storage: this.#storage(tenant, node),
      engines: this.#engines,
      limits: this.#limits,
      states: this.#states,
      admit: async () => this.#admit(tenant, node),
      report: async (status) => {
        if (status === null) this.#namesOf(tenant).delete(node);
        this.#statuses.set(`${tenant}/${node}`, status);
      },
      now: () => Date.now(),
    });
  }

  async nodes(tenant: string, query: NodesQuery): Promise<readonly NodeStatus[]> {
    const { after, prefix = "", limit } = query;
    const found: NodeStatus[] = [];
    const names = [...this.#namesOf(tenant)].sort();
    for (const name of names.filter((name) => name > after && name.startsWith(prefix))) {
      const status = this.#statusOf(tenant, name);
      if (status !== null && isAskedFor(status, query)) found.push(status);
      if (found.length === limit) break;
    }
    return found;
  }

  /** From what the node itself keeps, read once: a list that finds nothing looks at all nodes. */
  #statusOf(tenant: string, node: string): NodeStatus | null {
    const key = `${tenant}/${node}`;
    const known = this.#statuses.get(key);
    if (known !== undefined) return known;
    const reported = this.#storage(tenant, node).get("reported");
    const status =
      reported === null ? null : (JSON.parse(new TextDecoder().decode(reported)) as NodeStatus);
    this.#statuses.set(key, status);
    return status;
  }

  #storage(tenant: string, node: string): FileStorage {
    return new FileStorage(join(this.#directory, tenant, node), this.#sizes);
  }

  #admit(tenant: string, node: string): boolean {
    const names = this.#namesOf(tenant);
    if (!names.has(node) && names.size >= this.#limits.nodesMax) return false;
    names.add(node);
    return true;
  }

  #namesOf(tenant: string): Set<string> {
    const names = this.#names.get(tenant) ?? new Set(namesIn(join(this.#directory, tenant)));
    this.#names.set(tenant, names);
    return names;
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
