/** What a kubelet's admission looks at in a cluster that runs: a node and its pods. */

import type { ApiServerOptions } from "../../../analysis/questions/options/cluster.ts";
import type { PodReference } from "../../../analysis/questions/options/values.ts";
import { NodeObjects } from "../../../analysis/read/objects/nodeObjects.ts";
import { ApiClient } from "../../daemon/kubernetes/client.ts";
import { listPages } from "../../daemon/kubernetes/lists.ts";
import type { Io } from "../../system/io.ts";
import { inputFailure } from "../exitCode.ts";
import { apiServerConnection } from "./apiServer.ts";

interface Asked extends ApiServerOptions {
  /** Where it is left out, the node that the pod is bound to. */
  readonly node?: string | undefined;
  readonly pod?: PodReference | undefined;
}

const BOUNDS = { timeoutMilliseconds: 60_000 };

export async function readLiveNodeObjects(asked: Asked, io: Io): Promise<NodeObjects> {
  const client = new ApiClient(await apiServerConnection(asked, io), BOUNDS);
  try {
    const { pod } = asked;
    const asking = pod === undefined ? null : await client.get(podPath(pod));
    const node = asked.node ?? nodeOf(asking, pod);
    const objects = new NodeObjects(node, pod);
    objects.take(await client.get(`/api/v1/nodes/${encodeURIComponent(node)}`));
    if (asking !== null) objects.take(asking);
    const fieldSelector = `spec.nodeName=${node}`;
    for await (const page of listPages(client, "/api/v1/pods", { fieldSelector })) {
      objects.take(page);
    }
    return objects;
  } finally {
    client.close();
  }
}

function podPath({ namespace, name }: PodReference): string {
  return `/api/v1/namespaces/${encodeURIComponent(namespace)}/pods/${encodeURIComponent(name)}`;
}

function nodeOf(asking: Buffer | null, pod: PodReference | undefined): string {
  const object = JSON.parse(asking?.toString() ?? "null") as {
    readonly spec?: { readonly nodeName?: unknown };
  } | null;
  const node = object?.spec?.nodeName;
  if (typeof node === "string" && node !== "") return node;
  const name = `${pod?.namespace}/${pod?.name}`;
  throw inputFailure(
    `The pod ${name} is bound to no node; name one with --node, or see ` +
      `plimsoll schedule ${name}.`,
  );
}
