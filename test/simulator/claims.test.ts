/**
 * A verdict holds when the cluster is simulated far beyond it: what repeats goes on repeating, what
 * settled stays so, and every pod is accounted for. small.ts draws the clusters.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../module/compile.ts";
import { playSmall, refuted } from "./claims.ts";
import { drawSmall } from "./small.ts";

const SIMULATOR = new WebAssembly.Module(readFileSync(join(ROOT, "dist/plimsoll-simulator.wasm")));

test.each([...Array(12).keys()])("the verdict on drawn cluster %i holds", (seed) => {
  expect(refuted(SIMULATOR, drawSmall(seed + 30))).toBeUndefined();
});

test("the numbers of a StatefulSet's pods are part of a state", () => {
  expect(refuted(SIMULATOR, drawSmall(53))).toBeUndefined();
});

function node(name: string, memory: string) {
  const amounts = { cpu: "8", memory, pods: "110" };
  const labels = { "kubernetes.io/hostname": name };
  return {
    kind: "Node",
    metadata: { name, labels },
    status: { capacity: amounts, allocatable: amounts },
  };
}

function deployment(name: string, replicas: number, memory: string, pod: object = {}) {
  const labels = { app: name };
  const containers = [{ name: "app", image: "app", resources: { requests: { memory } } }];
  const template = { metadata: { labels }, spec: { containers, ...pod } };
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: { namespace: "shop", name },
    spec: { replicas, selector: { matchLabels: labels }, template },
  };
}

const cart = { kind: "Deployment", namespace: "shop", name: "cart" };

test("the times at which long waiting pods are tried are part of a state", () => {
  // Pressure lasts for more than five minutes, and ends half a second behind such a time.
  const cluster = {
    objects: [node("worker-1", "4Gi"), deployment("cart", 1, "256Mi")],
    scenario: {
      kubelet: {
        evictionHard: { "memory.available": "500Mi" },
        evictionPressureTransitionPeriod: "314s",
      },
      system: { memory: "1Gi" },
      nodes: [{ name: "worker-1", heartbeat: "0.5s", evictionStep: "0s" }],
      workloads: [{ owner: cart, memory: { base: "200Mi", growth: "13Mi/s", max: "2650Mi" } }],
    },
  };
  expect(playSmall(SIMULATOR, cluster).verdict.verdict).toBe("thrashes");
  expect(refuted(SIMULATOR, cluster)).toBeUndefined();
});

test("a pod that is being deleted does not count where pods are spread", () => {
  const constraint = {
    maxSkew: 1,
    topologyKey: "kubernetes.io/hostname",
    whenUnsatisfiable: "DoNotSchedule",
    labelSelector: { matchLabels: { app: "cart" } },
  };
  const objects = [
    node("worker-1", "8Gi"),
    node("worker-2", "64Gi"),
    deployment("cart", 4, "1Gi", { topologySpreadConstraints: [constraint] }),
  ];
  const first = playSmall(SIMULATOR, { objects, scenario: {} }).events;
  const there = first.filter(({ kind, node }) => kind === "Scheduled" && node === "worker-1");
  // The second one that comes again takes the place of the first one that went.
  const changes = there.map(({ pod }, index) => ({
    at: `${index + 1}m`,
    delete: { kind: "Pod", namespace: "shop", name: pod?.name },
  }));
  // By what is free they would go to worker-2, where one would be the third against one.
  const { verdict } = playSmall(SIMULATOR, { objects, scenario: { changes } });
  expect(verdict.nodes.map(({ pods }) => pods)).toEqual([2, 2]);
});

test("a container that the kernel ends on a full node counts like one at its limit", () => {
  const cluster = {
    objects: [node("worker-1", "2Gi"), deployment("cart", 1, "256Mi")],
    scenario: {
      kubelet: { evictionHard: { "memory.available": "0%" } },
      workloads: [{ owner: cart, memory: { base: "1Gi", growth: "64Mi/s" } }],
    },
  };
  const { events, verdict } = playSmall(SIMULATOR, cluster);
  expect(events.some(({ kind }) => kind === "OOMKilled")).toBe(true);
  expect(verdict.verdict).toBe("thrashes");
});

test("a Job counts restarts of its containers up to its limit, however alike they are", () => {
  const resources = { limits: { memory: "100Mi" } };
  const spec = {
    restartPolicy: "OnFailure",
    containers: [{ name: "app", image: "app", resources }],
  };
  const migration = { kind: "Job", namespace: "shop", name: "migration" };
  const job = {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { namespace: "shop", name: "migration" },
    spec: { backoffLimit: 30, template: { spec } },
  };
  // From the seventh on, every restart waits for five minutes.
  const cluster = {
    objects: [node("worker-1", "4Gi"), job],
    scenario: { workloads: [{ owner: migration, memory: { base: "50Mi", growth: "1Mi/s" } }] },
  };
  const { events, verdict } = playSmall(SIMULATOR, cluster);
  expect(verdict.verdict).toBe("settles");
  expect(events.filter(({ kind }) => kind === "Restarted")).toHaveLength(30);
});
