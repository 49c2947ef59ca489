/** The scenarios that real processes play: short, because they play them in real time. */
import { owner } from "../playing.ts";
import {
  type KubernetesObject,
  type NodeScenario,
  nodeObject,
  type Owner,
  type Scenario,
} from "../scenario.ts";

/** When a node registers, and by how much its rhythms lag behind that. */
type Rhythm = Pick<NodeScenario, "registersAt" | "phases">;

const first: Rhythm = { registersAt: "0s", phases: { heartbeat: "3.35s", eviction: "7.62s" } };

function second(heartbeat: string): Rhythm {
  return { registersAt: "10ms", phases: { heartbeat, eviction: "4.1s" } };
}

function node(name: string, mebibytes: number, rhythm: Rhythm, transition: string): NodeScenario {
  const kubelet = {
    evictionHard: { "memory.available": "500Mi" },
    evictionPressureTransitionPeriod: transition,
  };
  return { node: nodeObject(name, mebibytes), system: "500Mi", kubelet, ...rhythm };
}

function named(kind: string, name: string): Owner {
  return { kind, namespace: "shop", name };
}

/** An owner of one pod, or of one on each node. */
function podOf({ kind, name }: Owner, request: string, pod = {}): KubernetesObject {
  const resources = { requests: { memory: request } };
  const containers = [{ name: "app", image: "app", resources }];
  const count = kind === "DaemonSet" ? {} : { replicas: 1 };
  return owner(kind, name, count, { containers, ...pod }) as KubernetesObject;
}

function steady(memory: string) {
  return { base: memory, growthPerSecond: "0", max: memory };
}

function tolerates(tolerationSeconds: number): object {
  const tolerations = ["not-ready", "unreachable"].map((condition) => ({
    key: `node.kubernetes.io/${condition}`,
    operator: "Exists",
    effect: "NoExecute",
    tolerationSeconds,
  }));
  return { tolerations };
}

const web = named("Deployment", "web");
const cart = named("Deployment", "cart");
const logs = named("DaemonSet", "logs");
const store = named("StatefulSet", "store");

/**
 * A pod comes back to the node that evicts it, before that node's taint is there; the other node
 * has no room for it. After 160 s all is as it was.
 */
const returns: Scenario = {
  id: "returns to the node that evicts it",
  minutes: 4,
  nodes: [node("worker-1", 4096, first, "20s"), node("worker-2", 1024, second("1.2s"), "20s")],
  workloads: [
    { owner: web, memory: steady("200Mi") },
    { owner: cart, memory: { base: "200Mi", growthPerSecond: "130Mi", max: "3000Mi" } },
  ],
  changes: [
    { at: "3.137s", create: podOf(web, "300Mi") },
    { at: "14.137s", create: podOf(cart, "600Mi") },
  ],
};

/**
 * A node loses its network. Its pod goes after the 20 s that it tolerates, and its replacement tips
 * the other node over: pods are evicted there in turn, and one waits. Then the network is back.
 */
const lost: Scenario = {
  id: "a lost node tips the other one over",
  minutes: 4.25,
  nodes: [node("worker-1", 4096, first, "30s"), node("worker-2", 3072, second("6.2s"), "30s")],
  workloads: [
    { owner: cart, memory: { base: "900Mi", growthPerSecond: "20Mi", max: "1500Mi" } },
    { owner: store, memory: { base: "700Mi", growthPerSecond: "10Mi", max: "900Mi" } },
    { owner: logs, memory: steady("50Mi") },
  ],
  changes: [
    { at: "3.137s", create: podOf(logs, "50Mi") },
    { at: "8.137s", create: podOf(cart, "900Mi", tolerates(20)) },
    { at: "14.137s", create: podOf(store, "300Mi") },
    { at: "40.351s", disconnect: "worker-1" },
    { at: "195.351s", reconnect: "worker-1" },
  ],
};

export const SCENARIOS: readonly Scenario[] = [returns, lost];
