import type { CaptureHeader } from "../../../analysis/read/capture/capture.ts";
import { objectOf } from "../../../analysis/read/json/untyped.ts";
import type { KubeletConfiguration } from "../../../analysis/read/kubelet/loaded.ts";
import { InputError } from "../../system/errors.ts";
import { ApiError } from "./apiError.ts";
import type { ApiClient } from "./client.ts";
import { listPages } from "./lists.ts";
import { type NodeObject, nodePath } from "./objects.ts";

/** What the Node object says that the kubelet's own documents do not. */
export interface NodeFacts {
  readonly name: string;
  readonly kubelet?: string;
  /** Quantities, such as `{"memory": "8Gi"}`. */
  readonly capacity?: Readonly<Record<string, string>>;
  /**
   * The address of its kubelet, such as `https://10.0.0.7:10250`; absent if the object has none.
   */
  readonly address?: string;
  /** As it was read, of a node that was asked for alone. */
  readonly object?: object;
}

/**
 * A Node names up to fifty images, so a page is a few megabytes. Fifty thousand nodes are several
 * times the limit of Kubernetes: a longer list is not expected to end.
 */
const PAGES = { limit: 100, pagesMax: 500 };
const decoder = new TextDecoder();
const KUBELET_PORT = 10250;
/** In this order; a host name that only the node's own network knows is left out. */
const ADDRESS_TYPES = ["InternalIP", "ExternalIP", "InternalDNS", "ExternalDNS", "Hostname"];

/** It becomes a part of paths and of selectors. */
const NODE_NAME = /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/;

/** Every node, or those of a label selector, in the API server's order; page by page. */
export async function* listNodes(
  client: ApiClient,
  selector: string | undefined,
  signal?: AbortSignal,
): AsyncGenerator<NodeFacts, void, undefined> {
  const path = "/api/v1/nodes";
  const what = `GET ${path} at ${client.origin}`;
  const labelSelector = selector === undefined ? {} : { labelSelector: selector };
  for await (const page of listPages(client, path, { ...labelSelector, ...PAGES, signal })) {
    const items = itemsOf(page);
    if (!Array.isArray(items)) {
      throw new ApiError(`${what} is answered with no list`, "check the address");
    }
    const other = items.find((item) => !isNodeObject(item));
    if (other !== undefined) {
      throw new ApiError(
        `${what} is answered with an item that is not a Node`,
        "check the address",
      );
    }
    yield* items.map(factsOf);
  }
}

function itemsOf(page: Uint8Array): unknown {
  try {
    return objectOf(JSON.parse(decoder.decode(page))).items;
  } catch {
    return undefined;
  }
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
  const { metadata, status = {} } = objectOf(value);
  const {
    nodeInfo: software = {},
    capacity = {},
    addresses = [],
    daemonEndpoints = {},
  } = objectOf(status);
  const { name } = objectOf(metadata);
  const { kubeletVersion = "" } = objectOf(software);
  const { Port = KUBELET_PORT } = objectOf(objectOf(daemonEndpoints).kubeletEndpoint);
  return (
    typeof name === "string" &&
    NODE_NAME.test(name) &&
    typeof kubeletVersion === "string" &&
    Object.values(objectOf(capacity)).every((quantity) => typeof quantity === "string") &&
    Array.isArray(addresses) &&
    addresses.every((each) => typeof objectOf(each).address === "string") &&
    typeof Port === "number"
  );
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

/** The header of a capture of a node; `config` is what its configz has, if it was given. */
export function headerOfNode(
  { name, kubelet, capacity }: NodeFacts,
  config: KubeletConfiguration | null = null,
): CaptureHeader {
  return {
    plimsoll: "capture/1",
    node: name,
    ...(kubelet === undefined ? {} : { kubelet }),
    ...(capacity === undefined ? {} : { capacity }),
    ...(config === null ? {} : { config }),
  };
}
