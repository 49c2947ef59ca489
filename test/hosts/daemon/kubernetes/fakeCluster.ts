/** A cluster of one node in memory: what `plimsoll run` asks of an API server, over plain HTTP. */
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";

export const NODE = "worker-3";
const MEBIBYTE = 2 ** 20;
const CAPACITY_MEBIBYTES = 8192;

interface StoredObject {
  metadata: { name: string; resourceVersion?: string };
  [member: string]: unknown;
}

export interface FakePod {
  readonly name: string;
  readonly namespace: string;
  readonly usedMebibytes: number;
  readonly metadata?: object;
  readonly status?: object;
}

/** What becomes of an eviction that is not a dry run, or of its dry run; `hang` never answers. */
export type Verdict = "done" | "hang" | 403 | 409 | 429 | 500 | 504;

/** Changed by a test while the daemon runs. */
export interface FakeCluster {
  readonly url: string;
  availableMebibytes: number;
  configz: object | null;
  pods: FakePod[];
  readonly conditions: { type: string; status: string }[];
  readonly namespaces: Map<string, Record<string, string>>;
  breaker: Record<string, string> | null;
  readonly leases: Map<string, StoredObject>;
  evicts: Verdict;
  dryRuns: Verdict;
  /**
   * Answers `METHOD path`, with `?dryRun=All` where it is one, in place of the cluster: with a
   * status, or with a text and 200. Undefined leaves the answer to the cluster.
   */
  overrule: (asked: string) => number | string | undefined;
  /** Of the stats, from now. */
  statsSeconds: number | null;
  /** `METHOD path` of every request that would change something. */
  readonly writes: string[];
  readonly requests: string[];
  kubeconfig(directory: string): string;
  close(): Promise<void>;
}

export async function startFakeCluster(): Promise<FakeCluster> {
  const server = createServer((request, response) => void answer(cluster, request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const cluster: FakeCluster = {
    url,
    availableMebibytes: 4000,
    configz: { kind: "KubeletConfiguration", evictionHard: { "memory.available": "100Mi" } },
    pods: [
      { name: "cart", namespace: "shop", usedMebibytes: 3000 },
      { name: "report", namespace: "batch", usedMebibytes: 2000 },
    ],
    conditions: [{ type: "MemoryPressure", status: "False" }],
    namespaces: new Map(),
    breaker: { acting: "allow" },
    leases: new Map(),
    evicts: "done",
    dryRuns: "done",
    overrule: () => undefined,
    statsSeconds: 0,
    writes: [],
    requests: [],
    kubeconfig(directory) {
      const path = join(directory, "kubeconfig");
      const named = { name: "c", context: { cluster: "c", user: "" }, cluster: { server: url } };
      const config = { "current-context": "c", contexts: [named], clusters: [named] };
      writeFileSync(path, JSON.stringify(config));
      return path;
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
  return cluster;
}

async function answer(
  cluster: FakeCluster,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = chunks.length === 0 ? null : JSON.parse(Buffer.concat(chunks).toString());
  const { pathname, searchParams } = new URL(request.url ?? "/", cluster.url);
  const asked = { method: request.method ?? "", path: pathname, body };
  const isDryRun = searchParams.get("dryRun") === "All";
  cluster.requests.push(`${asked.method} ${pathname}`);
  if (asked.method !== "GET" && !isDryRun) cluster.writes.push(`${asked.method} ${pathname}`);
  const overruled = cluster.overrule(`${asked.method} ${pathname}${isDryRun ? "?dryRun=All" : ""}`);
  if (typeof overruled === "string") return void response.end(overruled);
  const [status, object] =
    overruled === undefined ? documentOf(cluster, asked, isDryRun) : [overruled];
  if (status === 0) return;
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(object ?? { kind: "Status", message: `it says ${status}` }));
}

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body: StoredObject | null;
}

function documentOf(cluster: FakeCluster, asked: Asked, isDryRun: boolean): [number, unknown?] {
  const { path } = asked;
  const node = `/api/v1/nodes/${NODE}`;
  if (path === `${node}/proxy/configz`) {
    return cluster.configz === null ? [503] : [200, { kubeletconfig: cluster.configz }];
  }
  if (path === `${node}/proxy/stats/summary`) return [200, summaryOf(cluster)];
  if (path === node) {
    return [200, { metadata: { name: NODE }, status: { conditions: cluster.conditions } }];
  }
  if (path === "/api/v1/pods") {
    return [200, { kind: "PodList", apiVersion: "v1", items: cluster.pods.map(podOf) }];
  }
  if (path === "/api/v1") return [200, { resources: [{ name: "pods/eviction", version: "v1" }] }];
  if (path.includes("/leases")) return leaseAnswer(cluster, asked, isDryRun);
  if (path.endsWith("/configmaps/plimsoll-acting")) {
    return cluster.breaker === null ? [404] : [200, { data: cluster.breaker }];
  }
  if (path.endsWith("/eviction")) {
    const verdict = isDryRun ? cluster.dryRuns : cluster.evicts;
    return verdict === "hang" ? [0] : [verdict === "done" ? 201 : verdict];
  }
  if (path.endsWith("/events")) return [201, {}];
  const [, namespace, name] =
    /^\/api\/v1\/namespaces\/([^/]+)(?:\/pods\/([^/]+))?$/.exec(path) ?? [];
  if (namespace === undefined) return [404];
  if (name === undefined) {
    return [200, { metadata: { annotations: cluster.namespaces.get(namespace) ?? {} } }];
  }
  const pod = cluster.pods.find((each) => each.name === name && each.namespace === namespace);
  return pod === undefined ? [404] : [200, podOf(pod)];
}

/** Optimistic concurrency: a write with another version than the last one is refused. */
function leaseAnswer({ leases }: FakeCluster, asked: Asked, isDryRun: boolean): [number, unknown?] {
  const { method, path, body } = asked;
  const name = body?.metadata.name ?? path.split("/").at(-1) ?? "";
  const found = leases.get(name);
  if (method === "GET") return found === undefined ? [404] : [200, found];
  if (body === null || (method === "POST" && found !== undefined)) return [409];
  const version = found?.metadata.resourceVersion;
  if (method === "PUT" && body.metadata.resourceVersion !== version) return [409];
  const stored = { ...body, metadata: { name, resourceVersion: String(Number(version ?? 0) + 1) } };
  if (!isDryRun) leases.set(name, stored);
  return [method === "POST" ? 201 : 200, stored];
}

function summaryOf({ availableMebibytes, pods, statsSeconds }: FakeCluster) {
  const stamp = new Date(Date.now() + (statsSeconds ?? 0) * 1000).toISOString();
  const time = statsSeconds === null ? {} : { time: stamp };
  const workingSetBytes = (CAPACITY_MEBIBYTES - availableMebibytes) * MEBIBYTE;
  const availableBytes = availableMebibytes * MEBIBYTE;
  return {
    node: { nodeName: NODE, memory: { ...time, availableBytes, workingSetBytes } },
    pods: pods.map(({ name, namespace, usedMebibytes }) => {
      const memory = { ...time, workingSetBytes: usedMebibytes * MEBIBYTE };
      const podRef = { name, namespace, uid: `u-${name}` };
      return { podRef, memory, containers: [{ name: "main", memory }] };
    }),
  };
}

function podOf({ name, namespace, metadata = {}, status = {} }: FakePod) {
  return {
    metadata: {
      ...{ name, namespace, uid: `u-${name}`, creationTimestamp: "2026-01-01T00:00:00Z" },
      ...metadata,
    },
    spec: { nodeName: NODE, containers: [{ name: "main" }] },
    status: { phase: "Running", ...status },
  };
}
