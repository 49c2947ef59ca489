/** Pods of the tests' node, as the scheduler and a kubelet would leave them: bound and running. */
import type { Eviction } from "../../analysis/engine/decision.ts";
import type { Cluster } from "./cluster.ts";
import { NODE } from "./cluster.ts";

export interface LivePod {
  readonly metadata: {
    readonly uid: string;
    readonly generation?: number;
    readonly deletionTimestamp?: string;
    readonly deletionGracePeriodSeconds?: number;
  };
  readonly status: {
    readonly phase: string;
    readonly reason?: string;
    readonly message?: string;
    readonly conditions: readonly Readonly<Record<string, unknown>>[];
  };
}

const PATCH = "application/strategic-merge-patch+json";

/** A running pod; returns its uid. */
export async function runPod(
  cluster: Cluster,
  name: string,
  labels: Readonly<Record<string, string>> = {},
  memoryRequest?: string,
): Promise<string> {
  const path = "/api/v1/namespaces/shop/pods";
  const requests = memoryRequest === undefined ? {} : { memory: memoryRequest };
  const container = { name: "main", image: "registry.invalid/main", resources: { requests } };
  const running = { startedAt: "2026-11-21T10:00:00Z" };
  const { metadata } = await cluster.create(path, {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, labels },
    spec: { nodeName: NODE, containers: [container] },
  });
  await cluster.admin.request({
    method: "PATCH",
    path: `${path}/${name}/status`,
    contentType: PATCH,
    body: {
      status: {
        phase: "Running",
        conditions: [
          { type: "Ready", status: "True" },
          { type: "ContainersReady", status: "True" },
        ],
        containerStatuses: [
          {
            name: "main",
            image: "main",
            imageID: "main",
            ready: true,
            restartCount: 0,
            state: { running },
          },
        ],
      },
    },
  });
  return metadata.uid;
}

export function livePod(cluster: Cluster, name: string): Promise<LivePod> {
  return cluster.admin.getObject<LivePod>(`/api/v1/namespaces/shop/pods/${name}`);
}

/** What the kubelet does when the last container of a deleted pod has ended. */
export async function finishDeletion(cluster: Cluster, name: string): Promise<void> {
  await cluster.admin.request({
    method: "DELETE",
    path: `/api/v1/namespaces/shop/pods/${name}`,
    body: { apiVersion: "v1", kind: "DeleteOptions", gracePeriodSeconds: 0 },
  });
}

/** A budget of which the disruption controller has said how many disruptions it allows. */
export async function createBudget(
  cluster: Cluster,
  name: string,
  disruptionsAllowed: number,
): Promise<void> {
  const path = "/apis/policy/v1/namespaces/shop/poddisruptionbudgets";
  await cluster.create(path, {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name },
    spec: { minAvailable: 1, selector: { matchLabels: { budget: name } } },
  });
  await cluster.admin.request({
    method: "PATCH",
    path: `${path}/${name}/status`,
    contentType: PATCH,
    body: {
      status: {
        observedGeneration: 1,
        disruptionsAllowed,
        currentHealthy: 1 + disruptionsAllowed,
        desiredHealthy: 1,
        expectedPods: 1 + disruptionsAllowed,
      },
    },
  });
}

/** An eviction as the core writes it. */
export function evictionOf(name: string, uid: string, more: Partial<Eviction> = {}): Eviction {
  return {
    namespace: "shop",
    name,
    uid,
    gracePeriodSeconds: 1,
    reason: "Evicted",
    message: "The node was low on resource: memory.",
    annotations: { starved_resource: "memory", offending_containers: "main" },
    ...more,
  };
}

/** The ConfigMap that lets nodes act. */
export function breaker(settings: Readonly<Record<string, string>> = {}) {
  const metadata = { namespace: "plimsoll", name: "plimsoll-acting" };
  const settled = { acting: "allow", ...settings };
  return { apiVersion: "v1", kind: "ConfigMap", metadata, data: settled };
}
