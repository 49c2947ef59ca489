/**
 * A cluster in which host ports of sidecars matter: since 1.33 they count, for the scheduler and
 * for the kubelet (contract/releases.yaml, SidecarPorts).
 */
import { SchedulerEngine } from "../../../../analysis/engine/schedulerEngine.ts";
import type { ObjectTree } from "../../../../analysis/questions/change/change.ts";
import { loadModule } from "../../../../hosts/system/modules.ts";

const PORT = 8080;

export function node(name: string): ObjectTree {
  return {
    ...{ apiVersion: "v1", kind: "Node" },
    metadata: { name, labels: { "kubernetes.io/hostname": name } },
    status: {
      allocatable: { cpu: "4", memory: "8Gi", pods: "110" },
      conditions: [{ type: "Ready", status: "True" }],
      nodeInfo: { kubeletVersion: "v1.32.4" },
    },
  };
}

interface PodFacts {
  readonly created: string;
  readonly on?: string;
  readonly owner?: string;
  /** Whose container listens on the host port. */
  readonly listens: "sidecar" | "container" | "none";
  readonly selects?: string;
  /** Of the container that does not listen. */
  readonly cpu?: string;
  /** Of the whole pod, which count since 1.34. */
  readonly podRequests?: Readonly<Record<string, string>>;
  readonly priority?: number;
  readonly scheduler?: string;
}

export function pod(name: string, facts: PodFacts): ObjectTree {
  const { created, on, owner, listens, selects, cpu = "100m" } = facts;
  const { podRequests, priority, scheduler: schedulerName } = facts;
  const listening = { name: "proxy", ports: [{ containerPort: PORT, hostPort: PORT }] };
  const quiet = { name: "main", resources: { requests: { cpu } } };
  const controller = { apiVersion: "apps/v1", kind: "ReplicaSet", name: owner, controller: true };
  return {
    ...{ apiVersion: "v1", kind: "Pod" },
    metadata: {
      ...{ namespace: "shop", name, uid: name, creationTimestamp: created },
      ...(owner === undefined ? {} : { ownerReferences: [{ ...controller, uid: owner }] }),
    },
    spec: {
      ...(on === undefined ? {} : { nodeName: on }),
      ...(podRequests === undefined ? {} : { resources: { requests: podRequests } }),
      ...(priority === undefined ? {} : { priority }),
      ...(schedulerName === undefined ? {} : { schedulerName }),
      ...(selects === undefined ? {} : { nodeSelector: { "kubernetes.io/hostname": selects } }),
      ...(listens === "sidecar"
        ? { initContainers: [{ ...listening, restartPolicy: "Always" }], containers: [quiet] }
        : { containers: [listens === "none" ? quiet : { ...quiet, ...listening }] }),
    },
    status: { phase: on === undefined ? "Pending" : "Running" },
  };
}

/** Both nodes run a pod whose sidecar listens; node b runs another, which came later. */
export const OBJECTS: readonly ObjectTree[] = [
  node("a"),
  node("b"),
  pod("web", { created: "2026-01-01T00:00:00Z", on: "a", owner: "web", listens: "sidecar" }),
  pod("db", { created: "2026-01-01T00:00:00Z", on: "b", listens: "sidecar" }),
  pod("late", { created: "2026-01-02T00:00:00Z", on: "b", listens: "container" }),
  pod("front", { created: "2026-01-03T00:00:00Z", listens: "container", selects: "a" }),
];

export const DOCUMENTS = OBJECTS.map((object) => JSON.stringify(object));

export const RELEASES = { from: "1.32", to: "1.33" };

export function configurationOf(kubernetesVersion: string): string {
  return JSON.stringify({ plimsoll: { kubernetesVersion } });
}

export const CONFIGURATIONS = [
  configurationOf(RELEASES.from),
  configurationOf(RELEASES.to),
] as const;

export async function bothSchedulers() {
  const module = await loadModule("scheduler");
  return [new SchedulerEngine(module), new SchedulerEngine(module)] as const;
}
