import type { CaptureHeader } from "../../../analysis/read/capture/capture.ts";
import type { ApiClient } from "../kubernetes/client.ts";
import { type NodeObject, nodePath } from "../kubernetes/objects.ts";
import type { NodeDocuments } from "./polled.ts";

/** The documents of a node through the API server, which asks the node's kubelet for them. */
export function apiServerDocuments(client: ApiClient, node: string): NodeDocuments {
  const selector = new URLSearchParams({ fieldSelector: `spec.nodeName=${node}` });
  return {
    name: `node ${node} through ${client.origin}`,
    summary: (signal) => client.get(nodePath(node, "proxy/stats/summary"), signal),
    pods: (signal) => client.get(`/api/v1/pods?${selector}`, signal),
    close: () => client.close(),
  };
}

/** The node's own configuration: the `configz` of its kubelet. */
export function apiServerConfigz(client: ApiClient, node: string): Promise<Buffer> {
  return client.get(nodePath(node, "proxy/configz"));
}

/** What the Node object says about its kubelet's release and the machine's size. */
export async function nodeFacts(
  client: ApiClient,
  node: string,
): Promise<Pick<CaptureHeader, "kubelet" | "capacity">> {
  const { status } = await client.getObject<NodeObject>(nodePath(node));
  const kubelet = status?.nodeInfo?.kubeletVersion;
  const capacity = status?.capacity;
  return {
    ...(kubelet === undefined ? {} : { kubelet }),
    ...(capacity === undefined ? {} : { capacity }),
  };
}

/** The documents of a node from its kubelet itself. */
export function kubeletDocuments(client: ApiClient): NodeDocuments {
  return {
    name: `kubelet ${client.origin}`,
    summary: (signal) => client.get("/stats/summary", signal),
    pods: (signal) => client.get("/pods", signal),
    close: () => client.close(),
  };
}

/** The kubelet's own configuration. Its read-only port has none. */
export function kubeletConfigz(client: ApiClient): Promise<Buffer> {
  return client.get("/configz");
}
