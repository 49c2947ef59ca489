/** A cluster in the worker is read as the command line reads it. */
import { expect, test } from "vitest";
import { ClusterSession } from "../../../../../hosts/browser/features/simulator/clusterSession.ts";
import { DrainSession } from "../../../../../hosts/browser/features/simulator/drainSession.ts";
import { loadModule } from "../../../../../hosts/system/modules.ts";

const loop = await loadModule("simulator");
const core = await loadModule("eviction");
const cluster = await loadModule("scheduler");
const ROLE = "node-role.kubernetes.io/control-plane";
const allocatable = { cpu: "4", memory: "8Gi", pods: "10" };

function node(name: string) {
  const status = { allocatable, nodeInfo: { kubeletVersion: "v1.33.5" } };
  return { apiVersion: "v1", kind: "Node", metadata: { name }, status };
}

const OWNER = { apiVersion: "apps/v1", kind: "ReplicaSet", name: "cart-6f7", controller: true };
const POD = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: {
    namespace: "shop",
    name: "cart-6f7-x",
    uid: "x",
    labels: { app: "cart", "pod-template-hash": "6f7" },
    ownerReferences: [{ ...OWNER, uid: "owner" }],
  },
  spec: { nodeName: "n0", containers: [{ name: "main", image: "cart" }] },
  status: { phase: "Running" },
};
const LIST = { apiVersion: "v1", kind: "List", items: [node("n0"), node("n1"), POD] };
const objects = [{ name: "dump.json", content: new Blob([JSON.stringify(LIST)]) }];
const NOTES = [
  "ReplicaSets that are not among the objects are inferred from their pods: shop/cart-6f7.",
  "kube-scheduler 1.33 is followed, because the newest kubelet of the nodes is v1.33.5.",
];

test("a drain has the ReplicaSets that only pods name, and the release of the nodes", async () => {
  const texts = { objects, scenario: null };
  const { drain, notes } = await DrainSession.begin({ kind: "drain", texts, cluster, node: "n0" });
  expect(notes).toEqual(NOTES);
  // kubectl would refuse a pod whose ReplicaSet is not there.
  expect(drain.result).toBe("Drained");
});

test("a simulation has them too: the pod that is deleted is replaced", async () => {
  const deleted = { kind: "Pod", namespace: "shop", name: "cart-6f7-x" };
  const scenario = JSON.stringify({ changes: [{ at: "10s", delete: deleted }] });
  const session = await ClusterSession.begin({
    kind: "open",
    texts: { objects, scenario },
    loop,
    core,
  });
  expect(session.notes).toEqual(NOTES);
  const kinds = session.run(null).events.map(({ kind }) => kind);
  expect(kinds).toContain("Created");
});

const CONTROL = { ...node("control"), spec: { taints: [{ key: ROLE, effect: "NoSchedule" }] } };
const LABELED = node("control");
Object.assign(LABELED.metadata, { labels: { [ROLE]: "" } });
const READY = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
const ELSEWHERE = { ...POD, spec: { ...POD.spec, nodeName: "n1" }, status: READY };
const BUDGET = {
  apiVersion: "policy/v1",
  kind: "PodDisruptionBudget",
  metadata: { namespace: "shop", name: "cart" },
  spec: { minAvailable: 1, selector: { matchLabels: { app: "cart" } } },
  status: { currentHealthy: 1, desiredHealthy: 1, disruptionsAllowed: 0, expectedPods: 1 },
};
const OTHER = { ...POD, metadata: { namespace: "shop", name: "alone", uid: "y" } };

test.each<[string, readonly object[], string | null, string]>([
  ["that is chosen", [node("n0"), node("n1"), POD], "n1", "n1"],
  ["with pods, before one without", [node("n0"), node("n1"), ELSEWHERE], null, "n1"],
  ["whose pods are blocked first", [node("n0"), node("n1"), ELSEWHERE, BUDGET, OTHER], null, "n1"],
  ["that has no taint of a control plane", [CONTROL, node("n0")], null, "n0"],
  ["that has no label of a control plane", [LABELED, node("n0")], null, "n0"],
  ["of a control plane where there is no other", [CONTROL], null, "control"],
])("a drain is of the node %s", async (_, items, chosen, drained) => {
  const content = new Blob([JSON.stringify({ apiVersion: "v1", kind: "List", items })]);
  const texts = { objects: [{ name: "dump.json", content }], scenario: null };
  const session = await DrainSession.begin({ kind: "drain", texts, cluster, node: chosen });
  expect(session.node).toBe(drained);
});

test("objects without a node are refused with what to drop", async () => {
  const content = new Blob([JSON.stringify(POD)]);
  const texts = { objects: [{ name: "pod.json", content }], scenario: null };
  const session = DrainSession.begin({ kind: "drain", texts, cluster, node: null });
  await expect(session).rejects.toThrow("contain no Node; drop the output of: kubectl get nodes");
});

const NODE = { create: node("n0"), at: "0s" };
const alone = (scenario: object) =>
  ClusterSession.begin({
    kind: "open",
    texts: { objects: [], scenario: JSON.stringify(scenario) },
    loop,
    core,
  });

test("a scenario that creates its cluster needs no objects", async () => {
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { namespace: "shop", name: "cart" },
    spec: { containers: [{ name: "main", image: "cart" }] },
  };
  const session = await alone({ until: "1m", changes: [NODE, { at: "1s", create: pod }] });
  expect(session.run(null).events.map(({ kind }) => kind)).toContain("Started");
});

test("any other scenario says which objects it lacks", async () => {
  const owner = { kind: "Deployment", namespace: "shop", name: "cart" };
  const workloads = [{ owner, memory: { base: "1Gi" } }];
  const refusal = /^The scenario lacks the objects of its cluster\. Drop them too/;
  await expect(alone({ workloads })).rejects.toThrow(refusal);
  await expect(alone({ workloads, changes: [NODE] })).rejects.toThrow(refusal);
});
