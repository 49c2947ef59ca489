import type { Scenario } from "../scenario.ts";
import { growth, KIB, MIB, steady } from "../simulation/level.ts";
import type { ContainerPlan, PodPlan } from "../simulation/plan.ts";
import { COREDNS, KUBE_PROXY, quiet, RESERVED, SMALL_NODE } from "./cast.ts";

/** A pod of the control plane, from a file on the node. */
function fromFile(
  name: string,
  container: Partial<ContainerPlan> & { memoryMib: number },
): PodPlan {
  const { memoryMib, ...others } = container;
  return {
    namespace: "kube-system",
    name,
    owner: "Node",
    priorityClassName: "system-node-critical",
    priority: 2_000_001_000,
    containers: [{ ...quiet(name, `registry.k8s.io/${name}:v1.35.8`, memoryMib), ...others }],
    volumes: [{ name: "pki", source: { hostPath: { path: "/etc/kubernetes/pki", type: "" } } }],
  };
}

const API_SERVER = fromFile("kube-apiserver", {
  memoryMib: 600,
  requests: { cpu: "250m", memory: "1Gi" },
  memory: growth(600 * MIB, 5.5 * MIB, { fromSeconds: 30, jitter: 800 * KIB }),
});

const NODE_LOCAL_DNS: PodPlan = {
  ...KUBE_PROXY,
  name: "node-local-dns",
  containers: [
    {
      ...quiet("node-cache", "registry.k8s.io/dns/k8s-dns-node-cache:1.26.7", 61),
      requests: { cpu: "25m", memory: "25Mi" },
    },
  ],
};

/** An ordinary pod that keeps within its request. */
function within(name: string, priority: number, memoryMib: number, request: string): PodPlan {
  return {
    namespace: "platform",
    name,
    owner: "ReplicaSet",
    priority,
    containers: [
      {
        ...quiet(name, `ghcr.io/platform/${name}:1.4.0`, memoryMib),
        requests: { cpu: "250m", memory: request },
        processes: steady(3),
      },
    ],
  };
}

export const CRITICAL_AND_STATIC: Scenario = {
  name: "critical-and-static",
  title: "Critical pods are exempt, others are evicted",
  description:
    "On a control-plane node the API server leaks. It is far above its request and " +
    "ranked first, but it is a static pod, and critical pods are never evicted: neither " +
    "is the node- local DNS behind it. The kubelet continues with pods that are within " +
    "their requests, and evicts the dashboard, then the registry. The leak ends only " +
    "when the API server's container is restarted.",
  lookAt: [
    "The pods at the top of the ranking that were skipped, and why.",
    "Among pods within their requests: priority first, then how close they are to the request.",
  ],
  seed: 10,
  steps: 125,
  node: { ...SMALL_NODE, name: "control-1" },
  config: RESERVED,
  pods: [
    fromFile("etcd", { memoryMib: 420, requests: { cpu: "100m", memory: "512Mi" } }),
    API_SERVER,
    fromFile("kube-scheduler", { memoryMib: 52, requests: { cpu: "100m", memory: "64Mi" } }),
    KUBE_PROXY,
    COREDNS,
    NODE_LOCAL_DNS,
    within("dashboard", 0, 480, "512Mi"),
    within("registry", 0, 1650, "2Gi"),
    within("policy-controller", 1000, 900, "1Gi"),
  ],
  events: [
    { step: 52, kind: "evicted", pod: "dashboard" },
    { step: 61, kind: "evicted", pod: "registry" },
    { step: 88, kind: "containersRestarted", pod: "kube-apiserver" },
  ],
};
