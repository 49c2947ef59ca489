/** The objects of a cluster that runs, which scheduling or simulating it depends on. */

import { EngineError } from "../../../analysis/engine/engineError.ts";
import type { ApiServerOptions } from "../../../analysis/questions/options/cluster.ts";
import { refusedObject } from "../../../analysis/read/objects/refusedObject.ts";
import { formatCount } from "../../../analysis/text/amount.ts";
import { ApiError } from "../../daemon/kubernetes/apiError.ts";
import { ApiClient } from "../../daemon/kubernetes/client.ts";
import { listPages } from "../../daemon/kubernetes/lists.ts";
import { InputError } from "../../system/errors.ts";
import type { Io } from "../../system/io.ts";
import { printNotes } from "../notes.ts";
import type { Progress } from "../screen/progress.ts";
import { apiServerConnection } from "./apiServer.ts";
import type { ObjectSink } from "./clusterObjects.ts";

interface Resource {
  readonly path: string;
  /** Nothing can be said without them. */
  readonly isNeeded?: boolean;
}

const RESOURCES: readonly Resource[] = [
  { path: "/api/v1/nodes", isNeeded: true },
  { path: "/api/v1/pods", isNeeded: true },
  { path: "/api/v1/namespaces" },
  { path: "/api/v1/services" },
  { path: "/api/v1/replicationcontrollers" },
  { path: "/apis/apps/v1/replicasets" },
  { path: "/apis/apps/v1/statefulsets" },
  { path: "/apis/policy/v1/poddisruptionbudgets" },
  { path: "/apis/scheduling.k8s.io/v1/priorityclasses" },
  { path: "/apis/node.k8s.io/v1/runtimeclasses" },
];
/** What makes pods in a cluster that is simulated; the scheduler does not ask for it. */
const OWNERS: readonly Resource[] = [
  { path: "/apis/apps/v1/deployments" },
  { path: "/apis/apps/v1/daemonsets" },
  { path: "/apis/batch/v1/jobs" },
];
const BOUNDS = { timeoutMilliseconds: 60_000 };

interface LiveReading {
  readonly options: ApiServerOptions;
  readonly sink: ObjectSink;
  /** Also what makes pods: Deployments, DaemonSets and Jobs. */
  readonly withOwners?: boolean;
  readonly progress: Progress;
  readonly io: Io;
}

/** Reads them page by page; answers the release of the API server, such as `1.35`, if it says. */
export async function readLiveObjects(reading: LiveReading): Promise<string | undefined> {
  const { options, withOwners = false, io } = reading;
  const client = new ApiClient(await connectionTo(options, io), BOUNDS);
  try {
    const resources = withOwners ? [...RESOURCES, ...OWNERS] : RESOURCES;
    for (const resource of resources) await readResource(client, resource, reading);
    return await releaseOf(client);
  } finally {
    client.close();
  }
}

/** Where no cluster is named, a file of its objects answers the same. */
async function connectionTo(options: ApiServerOptions, io: Io) {
  try {
    return await apiServerConnection(options, io);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(error.problem, `${error.advice}, or ${OBJECTS_ADVICE}`);
  }
}

const OBJECTS_ADVICE =
  "give --objects dump.json, written by kubectl get nodes,pods,namespaces -A -o json";

async function readResource(
  client: ApiClient,
  { path, isNeeded = false }: Resource,
  { sink, progress, io }: LiveReading,
): Promise<void> {
  let bytes = 0;
  try {
    for await (const page of listPages(client, path)) {
      takePage(page, path, sink);
      bytes += page.length;
      await progress.show(`${path}: ${formatCount(bytes)} bytes read`);
    }
  } catch (error) {
    const isMissing = error instanceof ApiError && (error.status === 403 || error.status === 404);
    if (!isMissing || isNeeded) throw error;
    const name = path.slice(path.lastIndexOf("/") + 1);
    await printNotes([`The ${name} cannot be read (${error.status}); assuming none.`], io);
  }
}

function takePage(page: Uint8Array, path: string, sink: ObjectSink): void {
  try {
    sink.take(page);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    throw refusedObject(`GET ${path}`, WHOLE(page), error);
  }
}

const WHOLE = (bytes: Uint8Array) => ({ bytes, offset: 0, prefix: 0, firstItem: null });

async function releaseOf(client: ApiClient): Promise<string | undefined> {
  const { major, minor } = await client.getObject<{ major?: unknown; minor?: unknown }>("/version");
  const release = `${major}.${String(minor).replace(/\D+$/, "")}`;
  return /^\d\.\d{1,3}$/.test(release) ? release : undefined;
}
