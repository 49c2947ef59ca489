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
}

interface NodeList {
  readonly metadata?: { readonly continue?: string };
  readonly items?: readonly NodeObject[];
}

/** A Node names up to fifty images: so many together are a few megabytes. */
const PAGE_NODES = 100;
const KUBELET_PORT = 10250;
/** In this order; a host name that only the node's own network knows is left out. */
const ADDRESS_TYPES = ["InternalIP", "ExternalIP", "InternalDNS", "ExternalDNS", "Hostname"];

/** Every node, or those of a label selector, in the API server's order; page by page. */
export async function* listNodes(
  client: ApiClient,
  selector: string | undefined,
  signal?: AbortSignal,
): AsyncGenerator<NodeFacts, void, undefined> {
  let next: string | undefined;
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
    yield* page.items.map(factsOf);
    next = page.metadata?.continue || undefined;
  } while (next !== undefined);
}

export async function nodeFactsOf(
  client: ApiClient,
  name: string,
  signal?: AbortSignal,
): Promise<NodeFacts> {
  return { ...factsOf(await client.getObject<NodeObject>(nodePath(name), signal)), name };
}

/** The address of the node's kubelet; throws an InputError where the Node object has none. */
export function kubeletAddressOf({ name, address }: NodeFacts): string {
  if (address !== undefined) return address;
  throw new InputError(
    `Node ${name} has no address in its status`,
    "name its kubelet with --kubelet ADDRESS, or ask it through the API server",
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
