import type { ApiClient } from "../kubernetes/client.ts";
import { nodePath } from "../kubernetes/objects.ts";
import type { NodeDocuments } from "./polled.ts";

/** Where a node's documents are asked for: its kubelet, itself or through the API server. */
export interface NodeChannel {
  readonly client: ApiClient;
  /** Such as `kubelet https://10.0.0.7:10250`. */
  readonly name: string;
  /** The path of a document of the kubelet, such as `stats/summary`. */
  path(document: string): string;
}

export function throughApiServer(client: ApiClient, node: string): NodeChannel {
  const name = `node ${node} through ${client.origin}`;
  return { client, name, path: (document) => nodePath(node, `proxy/${document}`) };
}

export function throughKubelet(client: ApiClient): NodeChannel {
  return { client, name: `kubelet ${client.origin}`, path: (document) => `/${document}` };
}

/** Where the API server lists the pods of a node. */
export function podsPath(node: string): string {
  return `/api/v1/pods?${new URLSearchParams({ fieldSelector: `spec.nodeName=${node}` })}`;
}

/** The documents of a node; its pods are the kubelet's, or those at a path of the API server. */
export function nodeDocuments(
  { client, name, path }: NodeChannel,
  pods = path("pods"),
): NodeDocuments {
  return {
    name,
    summary: (signal) => client.get(path("stats/summary"), signal),
    pods: (signal) => client.get(pods, signal),
    close: () => client.close(),
  };
}

/** The kubelet's own configuration. Its read-only port has none. */
export function readConfigz({ client, path }: NodeChannel, signal?: AbortSignal): Promise<Buffer> {
  return client.get(path("configz"), signal);
}
