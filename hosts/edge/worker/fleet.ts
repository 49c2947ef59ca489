import { byName, type EdgeNode, type Fleet, type NodeStatus, type NodesQuery } from "../fleet.ts";
import type { Bindings, NodeIndex } from "./platform.ts";

/** An object answers about a thousand requests a second; this many share one tenant's list. */
const SHARES = 16;

/** Nodes are spread by a hash of their names: a share takes its part, and a tenth more. */
export function nodesOfShare(nodesMax: number): number {
  return Math.ceil((1.1 * nodesMax) / SHARES);
}

/** The share of the list that a node is in. */
export function indexOf({ INDEX }: Bindings, tenant: string, node: string): NodeIndex {
  let hash = 0;
  for (let at = 0; at < node.length; at++) hash = (hash * 31 + node.charCodeAt(at)) >>> 0;
  return INDEX.getByName(`${tenant}/${hash % SHARES}`);
}

/** Every node in a separate object, which the platform places and moves. */
export class DurableFleet implements Fleet {
  readonly #bindings: Bindings;

  constructor(bindings: Bindings) {
    this.#bindings = bindings;
  }

  node(tenant: string, node: string): EdgeNode {
    return this.#bindings.NODES.getByName(`${tenant}/${node}`);
  }

  async nodes(tenant: string, query: NodesQuery): Promise<readonly NodeStatus[]> {
    const shares = Array.from({ length: SHARES }, (_, share) =>
      this.#bindings.INDEX.getByName(`${tenant}/${share}`).list(query),
    );
    return (await Promise.all(shares)).flat().sort(byName).slice(0, query.limit);
  }
}
