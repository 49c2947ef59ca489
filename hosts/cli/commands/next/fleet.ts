import type { Clock } from "../../../../analysis/engine/clock.ts";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import {
  byNearestLine,
  NodeMemory,
  type NodeOutlook,
  nodeOutlook,
  type UnreadNode,
} from "../../../../analysis/questions/next/nodeOutlook.ts";
import type { Round } from "../../../../analysis/questions/next/round.ts";
import type { PolicyOptions } from "../../../../analysis/questions/options/policy.ts";
import { optionsOfHeader } from "../../../../analysis/read/capture/header.ts";
import type { ConfigurationText } from "../../../../analysis/read/kubelet/configuration.ts";
import { headerOfNode, type NodeFacts } from "../../../daemon/kubernetes/nodes.ts";
import type { Io } from "../../../system/io.ts";
import { loadModule } from "../../../system/modules.ts";
import { type Cluster, eachNode, type ListedNode, type NodeChoice } from "../../input/cluster.ts";
import { configurationOf } from "../../input/liveNode.ts";
import { type LoadedPolicy, loadPolicy } from "../../input/policy.ts";
import { unreadReason } from "../../input/unreadNode.ts";

export interface FleetParts {
  readonly cluster: Cluster;
  readonly choice: NodeChoice;
  /** A configuration that replaces each node's own. */
  readonly config: ConfigurationText | undefined;
  readonly policy: PolicyOptions;
  readonly clock: Clock;
  readonly io: Io;
}

/** Configurations that differ: nodes of one pool have one. */
const POLICIES_KEPT = 64;

/** The nodes of a cluster, of which each round keeps a row and little more. */
export class Fleet {
  readonly #parts: FleetParts;
  readonly #engine: EvictionEngine;
  readonly #policies = new Map<string, LoadedPolicy>();
  #memories = new Map<string, NodeMemory>();
  #round = 0;

  constructor(core: WebAssembly.Module, parts: FleetParts) {
    this.#parts = parts;
    this.#engine = new EvictionEngine(core);
  }

  static async open(parts: FleetParts): Promise<Fleet> {
    return new Fleet(await loadModule("eviction"), parts);
  }

  /** Rejects only when the nodes themselves cannot be listed, or at a defect. */
  async round(signal: AbortSignal, isRead: (count: number) => void = () => {}): Promise<Round> {
    const { cluster, choice, clock } = this.#parts;
    const time = clock.now();
    const nodes: NodeOutlook[] = [];
    const unread: UnreadNode[] = [];
    const memories = new Map<string, NodeMemory>();
    await eachNode(cluster, choice, signal, async (node, ended) => {
      const memory = this.#memories.get(node.name) ?? new NodeMemory();
      memories.set(node.name, memory);
      try {
        const outlook = await this.#outlook(node, memory, ended);
        if ("reason" in outlook) unread.push(outlook);
        else nodes.push(outlook);
      } catch (error) {
        const isLate = ended.aborted && !signal.aborted;
        unread.push({ node: node.name, reason: unreadReason(error, choice, isLate) });
      }
      isRead(nodes.length + unread.length);
    });
    // Those of nodes that are gone go as well.
    this.#memories = memories;
    this.#round += 1;
    return {
      round: this.#round,
      time,
      nodes: nodes.sort(byNearestLine),
      unread: unread.sort((a, b) => (a.node < b.node ? -1 : 1)),
    };
  }

  async #outlook(
    found: ListedNode,
    memory: NodeMemory,
    ended: AbortSignal,
  ): Promise<NodeOutlook | UnreadNode> {
    const { cluster, config, clock } = this.#parts;
    const { notes: ofNode, ...node } = await cluster.facts(found, ended);
    const { summary, pods, configz, notes } = await cluster.read(node, config === undefined, ended);
    const time = clock.now();
    const policy = await this.#policyOf(node, configz);
    const { json, origins } = policy;
    return nodeOutlook(
      this.#engine,
      {
        node: node.name,
        ...(node.kubelet === undefined ? {} : { kubelet: node.kubelet }),
        summary,
        pods,
        time,
        json,
        origins,
        notes: [...ofNode, ...notes, ...policy.notes],
      },
      memory,
    );
  }

  async #policyOf(node: NodeFacts, configz: Uint8Array | null): Promise<LoadedPolicy> {
    const { config, policy, io } = this.#parts;
    const text = configz === null ? "" : Buffer.from(configz).toString("utf8");
    const key = JSON.stringify([node.kubelet, node.capacity, text]);
    const known = this.#policies.get(key);
    if (known !== undefined) return known;
    const header = headerOfNode(node, configurationOf(node.name, configz));
    const ofNode = { header, options: optionsOfHeader(header), origin: "configz" };
    const loaded = await loadPolicy(config, policy, ofNode, io);
    if (this.#policies.size >= POLICIES_KEPT) {
      for (const oldest of [...this.#policies.keys()].slice(0, 1)) this.#policies.delete(oldest);
    }
    this.#policies.set(key, loaded);
    return loaded;
  }
}
