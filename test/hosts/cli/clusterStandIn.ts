/**
 * An API server on loopback with nodes of our making: what it is asked for, it answers with the
 * documents of a real one, reduced to what is read.
 */
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "yaml";

export const MEBIBYTE = 1024 * 1024;
export const GIBIBYTE = 1024 * MEBIBYTE;
/** In no output, whatever goes wrong. */
export const TOKEN = "c2VjcmV0LXRva2VuLW9mLXRoZS10ZXN0";

export interface StandInNode {
  readonly name: string;
  readonly kubelet?: string;
  readonly labels?: Readonly<Record<string, string>>;
  /** Of 8Gi, in bytes; by how often the Summary has been asked for. */
  memoryAvailable(asked: number): number;
  readonly evictionHard?: Readonly<Record<string, string>>;
  readonly configz?: object;
  /** Pods of the namespace `shop`; the Summary has the same. */
  readonly pods?: readonly StandInPod[];
  /** What its Summary calls the node, where that is another name. */
  readonly summaryOf?: string;
  /** Where its kubelet listens, on loopback. */
  /** Of its Node object; none has one where it is left out. */
  readonly allocatable?: Readonly<Record<string, string>>;
  readonly kubeletPort?: number;
  /** A status for a document, such as `{"configz": 403}`; 0 does not answer at all. */
  readonly refused?: Readonly<Record<string, number>>;
}

export interface StandInPod {
  readonly name: string;
  readonly usage: number;
  readonly request: string;
  readonly priority?: number;
}

export interface ClusterStandIn {
  nodes: readonly StandInNode[];
  /** Whether the token is void. */
  refuseToken: boolean;
  /** Starts again with other nodes: nothing has been asked. */
  restart(nodes: readonly StandInNode[]): void;
  /** The paths it was asked for, without the query, in order. */
  readonly asked: string[];
  /** The most requests that were open at a time. */
  mostOpen(): number;
  /** The path of a kubeconfig for it. */
  readonly kubeconfig: string;
  readonly origin: string;
  close(): Promise<void>;
}

/** A few samples ago, so that the times of all of them are past. */
const START_MILLISECONDS = Date.now() - 100_000;
const STATS_SECONDS = 10;

export async function startCluster(nodes: readonly StandInNode[]): Promise<ClusterStandIn> {
  const directory = mkdtempSync(join(tmpdir(), "plimsoll-cluster-"));
  const summaries = new Map<string, number>();
  const waiting = new Set<ServerResponse>();
  let open = 0;
  let mostOpen = 0;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://api");
    open += 1;
    mostOpen = Math.max(mostOpen, open);
    response.once("close", () => {
      open -= 1;
    });
    cluster.asked.push(url.pathname);
    const isKnown = request.headers.authorization === `Bearer ${TOKEN}`;
    if (!isKnown || cluster.refuseToken) return refuse(response, 401);
    const answer = answerOf(cluster.nodes, url, summaries);
    if (answer === 0) return void waiting.add(response);
    if (typeof answer === "number") return refuse(response, answer);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const kubeconfig = join(directory, "config");
  writeFileSync(kubeconfig, kubeconfigOf(origin));
  const cluster: ClusterStandIn = {
    nodes,
    refuseToken: false,
    asked: [],
    restart(others) {
      cluster.nodes = others;
      cluster.refuseToken = false;
      cluster.asked.length = 0;
      summaries.clear();
      mostOpen = open;
    },
    mostOpen: () => mostOpen,
    kubeconfig,
    origin,
    async close() {
      for (const response of waiting) response.destroy();
      server.close();
      server.closeAllConnections();
      await once(server, "close");
      rmSync(directory, { recursive: true });
    },
  };
  return cluster;
}

function refuse(response: ServerResponse, status: number): void {
  response.statusCode = status;
  response.end(JSON.stringify({ kind: "Status", message: `refused with ${status}` }));
}

function kubeconfigOf(server: string): string {
  return stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "one",
    contexts: [{ name: "one", context: { cluster: "c", user: "u" } }],
    clusters: [{ name: "c", cluster: { server } }],
    users: [{ name: "u", user: { token: TOKEN } }],
  });
}

function answerOf(
  nodes: readonly StandInNode[],
  { pathname, searchParams }: URL,
  summaries: Map<string, number>,
): object | number {
  if (pathname === "/version") return { major: "1", minor: "36", gitVersion: "v1.36.2" };
  if (pathname === "/api/v1/nodes") return nodeList(nodes, searchParams);
  if (pathname === "/api/v1/pods") {
    const selector = searchParams.get("fieldSelector");
    if (selector === null) return { kind: "PodList", items: nodes.flatMap(podItems) };
    const name = /^spec\.nodeName=(.+)$/.exec(selector)?.[1];
    const node = nodes.find((each) => each.name === name);
    if (node === undefined) return 400;
    return node.refused?.list ?? podList(node);
  }
  const [, name, document] = /^\/api\/v1\/nodes\/([^/]+)(?:\/proxy\/(.+))?$/.exec(pathname) ?? [];
  const node = nodes.find((each) => each.name === name);
  if (node === undefined) return 404;
  const refused = node.refused?.[document ?? "node"];
  if (refused !== undefined) return refused;
  if (document === undefined) return nodeObject(node);
  if (document === "pods") return podList(node);
  if (document === "configz") return { kubeletconfig: node.configz ?? configurationOf(node) };
  if (document !== "stats/summary") return 404;
  const asked = (summaries.get(node.name) ?? 0) + 1;
  summaries.set(node.name, asked);
  return summary(node, asked);
}

/** Two nodes a page, so that a test of three has two pages. */
const PAGE = 2;

function nodeList(nodes: readonly StandInNode[], query: URLSearchParams): object {
  const [key, value] = (query.get("labelSelector") ?? "").split("=");
  const chosen = nodes.filter(({ labels }) => key === "" || labels?.[key ?? ""] === value);
  const from = Number(query.get("continue") ?? "0");
  const size = chosen.length > 100 ? Number(query.get("limit")) : PAGE;
  const next = from + size < chosen.length ? { continue: String(from + size) } : {};
  return {
    kind: "NodeList",
    metadata: next,
    items: chosen.slice(from, from + size).map(nodeObject),
  };
}

function nodeObject(node: StandInNode): object {
  const { name, labels = {}, kubelet = "v1.35.8", kubeletPort, allocatable } = node;
  return {
    metadata: { name, labels },
    status: {
      nodeInfo: { kubeletVersion: kubelet },
      capacity: { memory: "8Gi" },
      ...(allocatable === undefined ? {} : { allocatable }),
      addresses: [
        { type: "Hostname", address: "host.invalid" },
        { type: "InternalIP", address: "127.0.0.1" },
      ],
      daemonEndpoints: { kubeletEndpoint: { Port: kubeletPort ?? 10250 } },
    },
  };
}

function configurationOf({ evictionHard = { "memory.available": "500Mi" } }: StandInNode): object {
  return { evictionHard, evictionPressureTransitionPeriod: "5m0s" };
}

function uidOf(node: StandInNode, pod: StandInPod): string {
  return `uid-${node.name}-${pod.name}`;
}

function podList(node: StandInNode): object {
  return { kind: "PodList", apiVersion: "v1", items: podItems(node) };
}

function podItems(node: StandInNode): readonly object[] {
  return (node.pods ?? []).map((pod) => ({
    metadata: { name: pod.name, namespace: "shop", uid: uidOf(node, pod) },
    spec: {
      nodeName: node.name,
      priority: pod.priority ?? 0,
      containers: [{ name: "main", resources: { requests: { memory: pod.request } } }],
    },
    status: { phase: "Running", qosClass: "Burstable" },
  }));
}

/** The Summary of a node that is asked for the first time. */
export function summaryText(node: StandInNode): string {
  return JSON.stringify(summary(node, 1));
}

function summary(node: StandInNode, asked: number): object {
  const time = new Date(START_MILLISECONDS + asked * STATS_SECONDS * 1000).toISOString();
  const availableBytes = node.memoryAvailable(asked);
  const fs = {
    time,
    availableBytes: 80 * GIBIBYTE,
    capacityBytes: 100 * GIBIBYTE,
    inodes: 6_553_600,
    inodesFree: 6_000_000,
  };
  return {
    node: {
      nodeName: node.summaryOf ?? node.name,
      memory: { time, availableBytes, workingSetBytes: 8 * GIBIBYTE - availableBytes },
      fs,
      runtime: { imageFs: fs },
      rlimit: { time, maxpid: 32_768, curproc: 500 },
    },
    pods: (node.pods ?? []).map((pod) => ({
      podRef: { name: pod.name, namespace: "shop", uid: uidOf(node, pod) },
      startTime: "2026-11-20T09:00:00Z",
      containers: [{ name: "main", memory: { time, workingSetBytes: pod.usage } }],
      memory: { time, workingSetBytes: pod.usage },
    })),
  };
}
