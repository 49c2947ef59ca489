import { growth, KIB, MIB, steady } from "../simulation/level.ts";
import type { ContainerPlan, NodePlan, PodPlan } from "../simulation/plan.ts";

/** Pods and nodes that appear in more than one scenario. */

const GIB = 1024 * MIB;

/** A virtual machine of 8 GiB with one disk of 100 GiB. */
export const SMALL_NODE: NodePlan = {
  name: "worker-3",
  memoryCapacityBytes: 8_132_152 * KIB,
  podsLimitBytes: 8_132_152 * KIB - 768 * MIB,
  systemMemory: steady(940 * MIB, 3 * MIB),
  systemInactiveCache: steady(410 * MIB, 2 * MIB),
  nodeFs: {
    capacityBytes: 100 * GIB,
    inodes: 6_553_600,
    otherBytes: 11 * GIB,
    otherInodes: 284_113,
  },
  maxpid: 32_768,
  systemTasks: steady(412, 9),
  unusedImages: [],
};

/** Reservations that make the cgroup of all pods as small as `podsLimitBytes` says. */
export const RESERVED = {
  systemReserved: { memory: "256Mi" },
  kubeReserved: { memory: "512Mi" },
};

/** A container that does nothing worth telling. */
export function quiet(name: string, image: string, memoryMib: number): ContainerPlan {
  return {
    name,
    image,
    memory: steady(memoryMib * MIB, 256 * KIB),
    inactiveCache: steady(Math.trunc(memoryMib / 8) * MIB),
    logs: growth(2 * MIB, 60),
  };
}

export const KUBE_PROXY: PodPlan = {
  namespace: "kube-system",
  name: "kube-proxy",
  owner: "DaemonSet",
  priorityClassName: "system-node-critical",
  priority: 2_000_001_000,
  containers: [quiet("kube-proxy", "registry.k8s.io/kube-proxy:v1.35.8", 34)],
  volumes: [{ name: "lib-modules", source: { hostPath: { path: "/lib/modules", type: "" } } }],
};

export const COREDNS: PodPlan = {
  namespace: "kube-system",
  name: "coredns",
  owner: "ReplicaSet",
  priorityClassName: "system-cluster-critical",
  priority: 2_000_000_000,
  containers: [
    {
      ...quiet("coredns", "registry.k8s.io/coredns/coredns:v1.13.1", 24),
      requests: { cpu: "100m", memory: "70Mi" },
      limits: { memory: "170Mi" },
    },
  ],
};

export const NODE_EXPORTER: PodPlan = {
  namespace: "monitoring",
  name: "node-exporter",
  owner: "DaemonSet",
  priorityClassName: "platform",
  priority: 100_000,
  containers: [
    {
      ...quiet("node-exporter", "quay.io/prometheus/node-exporter:v1.10.2", 21),
      requests: { cpu: "50m", memory: "64Mi" },
      limits: { memory: "128Mi" },
    },
  ],
};

export const SYSTEM_PODS: readonly PodPlan[] = [KUBE_PROXY, COREDNS, NODE_EXPORTER];

/** A web server within its requests. */
export const WEB: PodPlan = {
  namespace: "shop",
  name: "web",
  owner: "ReplicaSet",
  containers: [
    {
      ...quiet("nginx", "docker.io/library/nginx:1.29.4", 390),
      requests: { cpu: "250m", memory: "512Mi" },
      processes: steady(5),
    },
  ],
};

/** A database that is the largest of all, and has asked for it. */
export function database(memoryMib: number, requestGib: number): PodPlan {
  const resources = { cpu: "1", memory: `${requestGib}Gi` };
  return {
    namespace: "shop",
    name: "orders-db",
    owner: "StatefulSet",
    terminationGracePeriodSeconds: 120,
    containers: [
      {
        ...quiet("postgres", "docker.io/library/postgres:18.1", memoryMib),
        requests: resources,
        limits: resources,
        processes: steady(24, 3),
      },
    ],
    volumes: [{ name: "settings", source: { configMap: { name: "orders-db" } }, files: SETTINGS }],
  };
}

/** The files of a mounted ConfigMap. */
const SETTINGS = { bytes: steady(4096), inodes: steady(5) };
