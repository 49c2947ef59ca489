/** `plimsoll upgrade` of a cluster that runs, and of the same objects in files: one answer. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandLine } from "../hosts/cli/commandLine.ts";
import { type Cluster, NODE } from "./cluster.ts";
import { clusterForTests } from "./clusterForTests.ts";

const MERGE = "application/merge-patch+json";
const RBAC = "rbac.authorization.k8s.io";
const SHOP = "namespaces/shop";
/** What `kubectl get` of these writes, a list each. */
const LISTS = [
  "/api/v1/nodes",
  "/api/v1/namespaces",
  "/api/v1/pods",
  "/apis/apps/v1/deployments",
  "/apis/apps/v1/replicasets",
  "/apis/policy/v1/poddisruptionbudgets",
  "/apis/scheduling.k8s.io/v1/priorityclasses",
];
/** A gate that a kubelet of 1.37 no longer knows. */
const CONFIGURATION = {
  ...{ apiVersion: "kubelet.config.k8s.io/v1beta1", kind: "KubeletConfiguration" },
  evictionHard: { "memory.available": "500Mi" },
  featureGates: { SidecarContainers: true },
};
/** More than an eviction may find in a budget. */
const DISRUPTED = 2001;

interface Answer {
  readonly from: string;
  readonly to: string;
  readonly inputs: readonly { readonly input: string; readonly checked: string }[];
  readonly differences: readonly {
    readonly input: string;
    readonly line?: number;
    readonly kind: string;
    readonly subject: string;
  }[];
}

let cluster: Cluster;
let kubeconfig = "";
let files: readonly string[] = [];
beforeAll(async () => {
  cluster = await clusterForTests();
  await cluster.create("/api/v1/namespaces", head("v1", "Namespace", { name: "shop" }));
  await createNodes([NODE, "worker-4", "worker-5"]);
  await createCart();
  const pending = { containers: [container("100")] };
  await cluster.create(`/api/v1/${SHOP}/pods`, pod("waiting", pending));
  const { kind: _, apiVersion: __, ...kubeletconfig } = CONFIGURATION;
  cluster.kubelet.documents.set("/configz", JSON.stringify({ kubeletconfig }));
  ({ path: kubeconfig } = await cluster.kubeconfig());
  await bindReader();
  files = await writtenFiles();
});
afterAll(() => cluster?.stop());

function head(apiVersion: string, kind: string, metadata: object) {
  return { apiVersion, kind, metadata };
}

async function patch(path: string, body: object): Promise<void> {
  await cluster.admin.request({ method: "PATCH", path, contentType: MERGE, body });
}

/** Each with 2Gi of huge pages, and ready: the API server taints new nodes. */
async function createNodes(names: readonly string[]): Promise<void> {
  const amounts = { cpu: "4", memory: "8Gi", pods: "110", "hugepages-2Mi": "2Gi" };
  for (const name of names) {
    if (name !== NODE) await cluster.create("/api/v1/nodes", head("v1", "Node", { name }));
    await patch(`/api/v1/nodes/${name}`, { spec: { taints: null } });
    const status = { capacity: amounts, allocatable: amounts };
    const system = { kubeletVersion: "v1.36.4" };
    const conditions = [{ type: "Ready", status: "True" }];
    await patch(`/api/v1/nodes/${name}/status`, {
      status: { ...status, nodeInfo: system, conditions },
    });
  }
}

function container(cpu: string) {
  return { name: "main", image: "registry.invalid/main", resources: { requests: { cpu } } };
}

function pod(name: string, spec: object, more: object = {}) {
  return { ...head("v1", "Pod", { name, labels: { app: "cart" }, ...more }), spec };
}

/** A Deployment, its ReplicaSet and its pods, with a budget that forgets no eviction. */
async function createCart(): Promise<void> {
  const labels = { app: "cart" };
  const template = { metadata: { labels }, spec: { containers: [container("1")] } };
  const spec = { replicas: 2, selector: { matchLabels: labels }, template };
  const apps = `/apis/apps/v1/${SHOP}`;
  const above = head("apps/v1", "Deployment", { name: "cart" });
  const deployment = await cluster.create(`${apps}/deployments`, { ...above, spec });
  const own = ownedBy("Deployment", "cart", deployment.metadata.uid);
  const set = head("apps/v1", "ReplicaSet", { name: "cart-5b9d7c", labels, ...own });
  const { metadata } = await cluster.create(`${apps}/replicasets`, { ...set, spec });
  for (const [name, nodeName] of [
    ["cart-5b9d7c-a", NODE],
    ["cart-5b9d7c-b", "worker-4"],
  ] as const) {
    const owned = ownedBy("ReplicaSet", "cart-5b9d7c", metadata.uid);
    const body = pod(name, { ...template.spec, nodeName }, owned);
    await cluster.create(`/api/v1/${SHOP}/pods`, body);
    const conditions = [{ type: "Ready", status: "True" }];
    await patch(`/api/v1/${SHOP}/pods/${name}/status`, {
      status: { phase: "Running", conditions },
    });
  }
  const budgets = `/apis/policy/v1/${SHOP}/poddisruptionbudgets`;
  const budget = head("policy/v1", "PodDisruptionBudget", { name: "cart" });
  const selector = { matchLabels: labels };
  await cluster.create(budgets, { ...budget, spec: { maxUnavailable: 1, selector } });
  const time = "2026-12-01T00:00:00Z";
  const gone = Array.from({ length: DISRUPTED }, (_, index) => [`gone-${index}`, time]);
  const counted = { currentHealthy: 2, desiredHealthy: 1, expectedPods: 2, disruptionsAllowed: 1 };
  await patch(`${budgets}/cart/status`, {
    status: { observedGeneration: 1, ...counted, disruptedPods: Object.fromEntries(gone) },
  });
}

function ownedBy(kind: string, name: string, uid: string) {
  return { ownerReferences: [{ apiVersion: "apps/v1", kind, name, uid, controller: true }] };
}

/** The account of the kubeconfig may read everything, as many people may. */
async function bindReader(): Promise<void> {
  const name = "reader-of-everything";
  const group = { apiVersion: `${RBAC}/v1`, metadata: { name } };
  const rules = [{ apiGroups: ["*"], resources: ["*"], verbs: ["get", "list"] }];
  const path = `/apis/${RBAC}/v1`;
  await cluster.create(`${path}/clusterroles`, { ...group, kind: "ClusterRole", rules });
  await cluster.create(`${path}/clusterrolebindings`, {
    ...{ ...group, kind: "ClusterRoleBinding" },
    roleRef: { apiGroup: RBAC, kind: "ClusterRole", name },
    subjects: [{ kind: "ServiceAccount", namespace: "plimsoll", name: "plimsoll" }],
  });
}

async function writtenFiles(): Promise<readonly string[]> {
  const folder = join(cluster.directory, "dump");
  mkdirSync(folder);
  const lists = await Promise.all(
    LISTS.map(async (path) => {
      const file = join(folder, `${path.slice(path.lastIndexOf("/") + 1)}.json`);
      writeFileSync(file, await cluster.admin.get(path));
      return file;
    }),
  );
  const configuration = join(folder, "kubelet.json");
  writeFileSync(configuration, JSON.stringify(CONFIGURATION));
  return [configuration, ...lists];
}

async function upgrade(words: readonly string[]) {
  const environment = { PATH: process.env.PATH ?? "" };
  const all = ["upgrade", "--to", "1.37", ...words];
  return commandLine(all, { environment });
}

/** A role that was bound a moment ago is waited for. */
async function liveUpgrade(words: readonly string[]) {
  for (;;) {
    const ended = await upgrade([...words, "--kubeconfig", kubeconfig]);
    if (ended.exitCode !== 3) return ended;
    await pause(100);
  }
}

/** Apart from what the inputs are called, and from lines: a running kubelet has no file. */
function unnamed({ differences, inputs, from, to }: Answer) {
  return {
    ...{ from, to },
    checked: inputs.map(({ checked }) => checked),
    differences: differences.map(({ input: _, line: __, ...each }) => each),
  };
}

test("a cluster is answered as the lists of its objects are", async () => {
  const live = await liveUpgrade(["-o", "json"]);
  const given = await upgrade([...files, "-o", "json"]);
  const [ours, theirs] = [live, given].map(({ stdout }) => JSON.parse(stdout) as Answer);
  expect(unnamed(ours as Answer)).toEqual(unnamed(theirs as Answer));
  expect([live.exitCode, given.exitCode]).toEqual([1, 1]);
  const kinds = (ours as Answer).differences.map(({ kind, subject }) => `${kind} ${subject}`);
  expect(kinds).toEqual([
    'configuration featureGates["SidecarContainers"]',
    `threshold memory.available on ${NODE}, worker-4 and 1 more`,
    "message shop/waiting",
    `message drain of ${NODE}`,
    "message drain of worker-4",
  ]);
});

test("a person reads what stops the kubelet, and which nodes were not read", async () => {
  const { said, stderr } = await liveUpgrade(["--all"]);
  expect(said).toContain("1.37 brings 1 error that stops the kubelet");
  expect(said).toContain("unrecognized feature gate: SidecarContainers");
  expect(said).toContain("Huge pages of the node do not count as available memory");
  expect(stderr).toMatch(/Node worker-4: .*\n.*Node worker-5: /);
});
