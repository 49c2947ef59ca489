/**
 * Placements of the real kube-scheduler v1.35.8 with parallelism 1, as a digest of lines of pod and
 * node. It scheduled the same nodes and pods in one process, each pod assumed before the next.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { SchedulerAction } from "../../assembly/abi.ts";

const wasm = new WebAssembly.Module(
  readFileSync(new URL("../../dist/plimsoll-scheduler.wasm", import.meta.url)),
);

type Verb = (...numbers: number[]) => number;

function cluster() {
  const { memory, ...verbs } = new WebAssembly.Instance(wasm).exports;
  const bytes = () => new Uint8Array((memory as WebAssembly.Memory).buffer);
  const call = (name: string, ...numbers: number[]) => (verbs[name] as Verb)(...numbers);
  const give = (document: unknown) => {
    const text = new TextEncoder().encode(JSON.stringify(document));
    bytes().set(text, call("inputOffset"));
    return text.length;
  };
  const answer = () => {
    const start = call("outputOffset");
    return new TextDecoder().decode(bytes().subarray(start, start + call("outputSize")));
  };
  return { call, give, answer };
}

function node(index: number) {
  const name = `node-${String(index).padStart(5, "0")}`;
  return {
    kind: "Node",
    metadata: {
      name,
      labels: {
        "kubernetes.io/hostname": name,
        "topology.kubernetes.io/zone": `zone-${index % 3}`,
      },
    },
    status: { allocatable: { pods: "110", cpu: "4", memory: "32Gi" } },
  };
}

const CPU = ["50m", "100m", "250m", "500m", "1"];
const MEMORY = ["64Mi", "128Mi", "500Mi", "1Gi", "3Gi"];

function podName(index: number): string {
  return `pod-${String(index).padStart(6, "0")}`;
}

function pod(index: number, mixed: boolean) {
  const cpu = mixed ? CPU[index % 5] : "100m";
  const memory = mixed ? MEMORY[Math.floor(index / 5) % 5] : "500Mi";
  return {
    kind: "Pod",
    metadata: { namespace: "default", name: podName(index) },
    spec: { containers: [{ name: "pause", resources: { requests: { cpu, memory } } }] },
  };
}

function placementsOf(nodes: number, pods: number, mixed: boolean): string {
  const { call, give, answer } = cluster();
  const items = [
    ...Array.from({ length: nodes }, (_, index) => node(index)),
    ...Array.from({ length: pods }, (_, index) => pod(index, mixed)),
  ];
  const configuration = {
    apiVersion: "kubescheduler.config.k8s.io/v1",
    kind: "KubeSchedulerConfiguration",
    plimsoll: { kubernetesVersion: "1.35" },
  };
  expect(call("configure", give(configuration))).toBe(0);
  expect(call("objects", give({ kind: "List", items }))).toBe(0);
  const digest = createHash("sha256");
  for (let index = 0; index < pods; index++) {
    const action = call("schedule", 0);
    expect(call("report", 0)).toBeGreaterThan(0);
    const decided = JSON.parse(answer()) as { pod: { name: string }; node?: string };
    expect(decided.pod.name).toBe(podName(index));
    if (action === SchedulerAction.Scheduled) call("assume");
    digest.update(`${decided.pod.name} ${decided.node ?? "-"}\n`);
  }
  expect(call("schedule", 0)).toBe(SchedulerAction.Done);
  return digest.digest("hex").slice(0, 12);
}

describe("placements are the real scheduler's", () => {
  test.each([
    ["500 equal pods on 500 nodes", 500, 500, false, "48d1c4640094"],
    ["1,500 equal pods on 5,000 nodes", 5000, 1500, false, "1d61fd34cfb0"],
    ["1,500 pods of 25 sizes on 5,000 nodes", 5000, 1500, true, "48781bf8bbf8"],
    ["3,000 pods of 25 sizes on 500 nodes", 500, 3000, true, "10e141711bac"],
  ])("%s", (_, nodes, pods, mixed, digest) => {
    expect(placementsOf(nodes, pods, mixed)).toBe(digest);
  });
});

describe("a pod that fits nowhere", () => {
  const { call, give, answer } = cluster();
  const tainted = { ...node(2), spec: { taints: [{ key: "a", effect: "NoSchedule" }] } };
  const cordoned = { ...node(3), spec: { unschedulable: true } };
  const labeled = { ...node(4), metadata: { name: "node-00004", labels: { disk: "hdd" } } };
  const large = pod(0, false);
  const resources = { requests: { cpu: "5", memory: "33Gi", "example.com/gpu": "1" } };
  const spec = { nodeSelector: { "topology.kubernetes.io/zone": "zone-1" } };
  const pending = { ...large, spec: { ...spec, containers: [{ name: "c", resources }] } };
  const items = [node(0), node(1), tainted, cordoned, labeled, pending];

  test("gets the scheduler's message and the reasons of each node", () => {
    expect(call("objects", give({ kind: "List", items }))).toBe(0);
    expect(call("schedule", 0)).toBe(SchedulerAction.Unschedulable);
    expect(call("report", 1)).toBeGreaterThan(0);
    const decided = JSON.parse(answer());
    expect(decided.message).toBe(
      "0/5 nodes are available: 1 Insufficient cpu, 1 Insufficient example.com/gpu, " +
        "1 Insufficient memory, 1 node(s) had untolerated taint(s), " +
        "1 node(s) were unschedulable, 2 node(s) didn't match Pod's node affinity/selector. " +
        "preemption: 0/5 nodes are available: 5 Preemption is not helpful for scheduling.",
    );
    const refused = Object.fromEntries(
      decided.nodes.map((each: { name: string; filter: { plugin: string } }) => [
        each.name,
        each.filter.plugin,
      ]),
    );
    expect(refused).toEqual({
      "node-00000": "NodeAffinity",
      "node-00001": "NodeResourcesFit",
      "node-00002": "TaintToleration",
      "node-00003": "NodeUnschedulable",
      "node-00004": "NodeAffinity",
    });
  });
});
