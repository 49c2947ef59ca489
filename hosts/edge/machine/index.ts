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
import { DEFAULT_LIMITS, type Limits } from "../limits.ts";
import { StoredNode } from "../node/storedNode.ts";
import { FileStorage } from "./fileStorage.ts";

export interface FileFleetOptions {
  readonly core: WebAssembly.Module;
  /** A folder of its own for one process; nothing else may write there. */
  readonly directory: string;
  readonly limits?: Partial<Limits>;
}

/** Each node in a folder `<directory>/<tenant>/<node>`. */
export class FileFleet implements Fleet {
  readonly #directory: string;
  readonly #limits: Limits;
  readonly #engines: SharedEngine;

  constructor({ core, directory, limits }: FileFleetOptions) {
    this.#directory = directory;
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
    this.#engines = new SharedEngine(core);
  }

  node(tenant: string, node: string): EdgeNode {
    return new StoredNode({
      name: node,
      storage: new FileStorage(join(this.#directory, tenant, node)),
      engines: this.#engines,
      limits: this.#limits,
      // The list is read from what the nodes themselves keep.
      tell: async () => {},
      now: () => Date.now(),
    });
  }

  async nodes(tenant: string, query: NodesQuery): Promise<readonly NodeStatus[]> {
    const { after, prefix = "", limit } = query;
    const found: NodeStatus[] = [];
    const names = namesIn(join(this.#directory, tenant));
    for (const name of names.filter((name) => name > after && name.startsWith(prefix))) {
      const reported = new FileStorage(join(this.#directory, tenant, name)).get("reported");
      if (reported === null) continue;
      const status = JSON.parse(new TextDecoder().decode(reported)) as NodeStatus;
      if (isAskedFor(status, query)) found.push(status);
      if (found.length === limit) break;
    }
    return found;
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
