import type { ClusterOptions } from "../../../analysis/questions/options/cluster.ts";
import { ApiClient } from "../../daemon/kubernetes/client.ts";
import {
  type Connection,
  type Credentials,
  readCredentials,
  refuseBareCredentials,
  serverUrl,
} from "../../daemon/kubernetes/connection.ts";
import {
  kubeletAddressOf,
  listNodes,
  type NodeFacts,
  nodeFactsOf,
} from "../../daemon/kubernetes/nodes.ts";
import {
  type NodeChannel,
  readConfigz,
  throughApiServer,
  throughKubelet,
} from "../../daemon/sources/nodeDocuments.ts";
import { isRefusal, type NodeReading, readNode } from "../../daemon/sources/nodeReading.ts";
import { InputError } from "../../system/errors.ts";
import type { Io } from "../../system/io.ts";
import { apiServerConnection } from "./apiServer.ts";

/** How many connections to one server may be open, and how long one answer may take. */
export interface ClusterBounds {
  readonly sockets: number;
  readonly timeoutMilliseconds: number;
}

const ONE_NODE: ClusterBounds = { sockets: 4, timeoutMilliseconds: 10_000 };

/** A node as it was found, with what its Node object says, or why that is not known. */
export interface FoundNode extends NodeFacts {
  readonly notes: readonly string[];
}

/** A node of which its facts are known, or its name alone. */
export interface ListedNode extends NodeFacts {
  readonly isListed: boolean;
}

/** Which nodes: those that are named, those of a selector, or all. */
export interface NodeChoice {
  readonly names: readonly string[];
  readonly selector?: string;
  readonly concurrency: number;
  /** For all that is asked of one node. */
  readonly timeoutMilliseconds: number;
}

/** A cluster that runs, as one account may see it. */
export class Cluster {
  readonly #client: ApiClient;
  readonly #connection: Connection;
  readonly #options: ClusterOptions;
  readonly #bounds: ClusterBounds;

  constructor(connection: Connection, options: ClusterOptions, bounds: ClusterBounds) {
    this.#client = new ApiClient(connection, bounds, bounds.sockets);
    this.#connection = connection;
    this.#options = options;
    this.#bounds = bounds;
  }

  /** The address of the API server, for sentences. */
  get origin(): string {
    return this.#client.origin;
  }

  nodes(selector: string | undefined, signal?: AbortSignal): AsyncGenerator<NodeFacts, void> {
    return listNodes(this.#client, selector, signal);
  }

  /** Without the right to see it, a node is known by its name alone. */
  async node(name: string, signal?: AbortSignal): Promise<FoundNode> {
    try {
      return { ...(await nodeFactsOf(this.#client, name, signal)), notes: [] };
    } catch (error) {
      if (!isRefusal(error) || error.status === NOT_FOUND) throw error;
      const note =
        `its Node object cannot be read (${error.status}, ${error.said}); assuming the ` +
        "newest release. Name its own with --kubelet-version.";
      return { name, notes: [note] };
    }
  }

  /** What a list said of a node, or what the Node object says where it was named alone. */
  facts(node: ListedNode, signal?: AbortSignal): Promise<FoundNode> {
    return node.isListed ? Promise.resolve({ ...node, notes: [] }) : this.node(node.name, signal);
  }

  read(node: NodeFacts, wantsConfigz: boolean, signal?: AbortSignal): Promise<NodeReading> {
    const parts = { node: node.name, api: this.#client, wantsConfigz };
    return this.#through(node, (channel) => readNode({ ...parts, channel }, signal));
  }

  /** The configuration alone; rejects with ApiError where it is not given. */
  configz(node: NodeFacts, signal?: AbortSignal): Promise<Uint8Array> {
    return this.#through(node, (channel) => readConfigz(channel, signal));
  }

  async #through<T>(node: NodeFacts, ask: (channel: NodeChannel) => Promise<T>): Promise<T> {
    const { kubelet } = this.#options;
    if (kubelet === undefined) return ask(throughApiServer(this.#client, node.name));
    const address = kubelet === true ? kubeletAddressOf(node) : kubelet;
    const { sockets, ...bounds } = this.#bounds;
    const client = new ApiClient(await this.#kubeletConnection(address), bounds, sockets);
    try {
      return await ask(throughKubelet(client));
    } finally {
      client.close();
    }
  }

  close(): void {
    this.#client.close();
  }

  async #kubeletConnection(address: string): Promise<Connection> {
    const { kubeletTokenFile, kubeletCa, kubeletInsecureSkipTlsVerify = false } = this.#options;
    const server = serverUrl(address, "--kubelet");
    const materials = {
      ...(kubeletTokenFile === undefined ? {} : { token: { file: kubeletTokenFile } }),
      ...(kubeletCa === undefined ? {} : { authority: { file: kubeletCa } }),
    };
    const credentials = async (refusedToken?: string): Promise<Credentials> => {
      const named = await readCredentials(materials);
      if (server.protocol === "http:") return named;
      const own = await this.#connection.credentials(refusedToken);
      if (named.token === undefined) return { ...own, ...named };
      return own.authority === undefined ? named : { authority: own.authority, ...named };
    };
    refuseBareCredentials(server, materials, "--kubelet");
    const { token } = await credentials();
    if (kubeletInsecureSkipTlsVerify && token !== undefined && kubeletTokenFile === undefined) {
      throw new InputError(
        "--kubelet-insecure-skip-tls-verify: the token for the API server would be sent to " +
          `any server that answers at ${server.origin}`,
        "name the CA with --kubelet-ca, or a token for this with --kubelet-token-file",
      );
    }
    return { server, insecureSkipTlsVerify: kubeletInsecureSkipTlsVerify, credentials };
  }
}

const NOT_FOUND = 404;

/**
 * Does work for each chosen node, for a few at a time, each with a signal that ends it in time. The
 * list is read before any node is: its pages would not wait for slow nodes.
 */
export async function eachNode(
  cluster: Cluster,
  { names, selector, concurrency, timeoutMilliseconds }: NodeChoice,
  signal: AbortSignal,
  work: (node: ListedNode, ended: AbortSignal) => Promise<void>,
): Promise<void> {
  const nodes: ListedNode[] = [...new Set(names)].map((name) => ({ name, isListed: false }));
  if (names.length === 0) {
    for await (const node of cluster.nodes(selector, signal)) {
      nodes.push({ ...node, isListed: true });
    }
  }
  const waiting = nodes.values();
  // What is made of a signal is kept as long as the signal: that of a watch lasts for days.
  const round = new AbortController();
  const end = () => round.abort();
  signal.addEventListener("abort", end);
  if (signal.aborted) end();
  const worker = async () => {
    for (const node of waiting) {
      if (round.signal.aborted) return;
      const timeout = AbortSignal.timeout(timeoutMilliseconds);
      await work(node, AbortSignal.any([round.signal, timeout]));
    }
  };
  try {
    const workers = Array.from({ length: Math.min(concurrency, nodes.length) }, worker);
    await Promise.all(workers);
  } finally {
    end();
    signal.removeEventListener("abort", end);
  }
}

export async function openCluster(
  options: ClusterOptions,
  io: Io,
  bounds: ClusterBounds = ONE_NODE,
): Promise<Cluster> {
  return new Cluster(await apiServerConnection(options, io), options, bounds);
}
