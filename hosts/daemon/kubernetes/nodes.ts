import { InputError } from "../../system/errors.ts";
import { ApiError } from "./apiError.ts";
import type { ApiClient } from "./client.ts";
import { type NodeObject, nodePath } from "./objects.ts";

/** What the Node object says that the kubelet's own documents do not. */
export interface NodeFacts {
  readonly name: string;
  readonly kubelet?: string;
  /** Quantities, such as `{"memory": "8Gi"}`. */
  readonly capacity?: Readonly<Record<string, string>>;
  /** Of its kubelet, such as `https://10.0.0.7:10250`; absent where the object has none. */
  readonly address?: string;
  /** As it was read, of a node that was asked for alone. */
  readonly object?: object;
}

interface NodeList {
  readonly metadata?: { readonly continue?: string };
  readonly items?: readonly NodeObject[];
}

/** A Node names up to fifty images: so many together are a few megabytes. */
const PAGE_NODES = 100;
/** Fifty thousand nodes, several times what Kubernetes is made for: what goes on has no end. */
const PAGES_MAX = 500;
const KUBELET_PORT = 10250;
/** In this order; a host name that only the node's own network knows is left out. */
const ADDRESS_TYPES = ["InternalIP", "ExternalIP", "InternalDNS", "ExternalDNS", "Hostname"];

const NODE_NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/** Whether a name can be that of a Node: it becomes a part of paths and of selectors. */
export function isNodeName(text: string): boolean {
  return NODE_NAME.test(text);
}

/** Every node, or those of a label selector, in the API server's order; page by page. */
export async function* listNodes(
  client: ApiClient,
  selector: string | undefined,
  signal?: AbortSignal,
): AsyncGenerator<NodeFacts, void, undefined> {
  let next: string | undefined;
  let pages = 0;
  do {
    const query = new URLSearchParams({
      limit: String(PAGE_NODES),
      ...(selector === undefined ? {} : { labelSelector: selector }),
      ...(next === undefined ? {} : { continue: next }),
    });
    const path = `/api/v1/nodes?${query}`;
    const page = await client.getObject<NodeList>(path, signal);
    if (!Array.isArray(page.items)) {
      throw new ApiError(
        `GET ${path} at ${client.origin} is answered with no list`,
        "check the address",
      );
    }
    const nodes = page.items.map((item: unknown) => {
      if (isNodeObject(item)) return factsOf(item);
      throw new ApiError(
        `GET ${path} at ${client.origin} is answered with an item that is not a Node`,
        "check the address",
      );
    });
    pages += 1;
    if (pages > PAGES_MAX || nodes.length > PAGE_NODES) {
      throw new ApiError(
        `GET ${path} at ${client.origin} is answered with more nodes than were asked for`,
        "name nodes with --node, or a --selector",
      );
    }
    yield* nodes;
    next = page.metadata?.continue || undefined;
  } while (next !== undefined);
}

export async function nodeFactsOf(
  client: ApiClient,
  name: string,
  signal?: AbortSignal,
): Promise<NodeFacts> {
  const node = await client.getObject<NodeObject>(nodePath(name), signal);
  if (isNodeObject(node)) return { ...factsOf(node), name, object: node };
  throw new ApiError(
    `GET ${nodePath(name)} at ${client.origin} is not answered with a Node`,
    "check the address",
  );
}

/** Whether what is read of it is what a Node has there. */
function isNodeObject(value: unknown): value is NodeObject {
  const { metadata, status = {} } = members(value);
  const {
    nodeInfo: software = {},
    capacity = {},
    addresses = [],
    daemonEndpoints = {},
  } = members(status);
  const { name } = members(metadata);
  const { kubeletVersion = "" } = members(software);
  const { Port = KUBELET_PORT } = members(members(daemonEndpoints).kubeletEndpoint);
  return (
    typeof name === "string" &&
    NODE_NAME.test(name) &&
    typeof kubeletVersion === "string" &&
    Object.values(members(capacity)).every((quantity) => typeof quantity === "string") &&
    Array.isArray(addresses) &&
    addresses.every((each) => typeof members(each).address === "string") &&
    typeof Port === "number"
  );
}

function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** The address of the node's kubelet; throws an InputError where the Node object has none. */
export function kubeletAddressOf({ name, address }: NodeFacts): string {
  if (address !== undefined) return address;
  throw new InputError(
    `Node ${name} has no address in its status`,
    "name its kubelet with --kubelet ADDRESS, or read it through the API server",
  );
}

function factsOf({ metadata, status }: NodeObject): NodeFacts {
  const kubelet = status?.nodeInfo?.kubeletVersion;
  const { capacity, addresses = [], daemonEndpoints } = status ?? {};
  const host = ADDRESS_TYPES.flatMap((type) =>
    addresses.filter((each) => each.type === type && each.address !== ""),
  )[0]?.address;
  const port = daemonEndpoints?.kubeletEndpoint?.Port ?? KUBELET_PORT;
  return {
    name: metadata.name,
    ...(kubelet === undefined ? {} : { kubelet }),
    ...(capacity === undefined ? {} : { capacity }),
    ...(host === undefined
      ? {}
      : { address: `https://${host.includes(":") ? `[${host}]` : host}:${port}` }),
  };
}

/** What a node's configz is called in sentences. */
export function configzOf(node: string): string {
  return `configz of node ${node}`;
}
