import type { ApiClient } from "../kubernetes/client.ts";
import type { NodeDocuments } from "./polled.ts";

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
