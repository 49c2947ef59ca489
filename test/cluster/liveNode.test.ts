/** Commands that ask a cluster that runs, as people run them, against the real API server. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commandLine } from "../hosts/cli/commandLine.ts";
import { type Cluster, NODE } from "./cluster.ts";
import { clusterForTests } from "./clusterForTests.ts";
import { runPod } from "./pods.ts";

const MEBIBYTE = 1_048_576;
/** What a kubelet serves a user with this right alone, and the API server a reader. */
const STATS_ROLE = {
  metadata: { name: "plimsoll-stats-alone" },
  rules: [
    { apiGroups: [""], resources: ["nodes/stats"], verbs: ["get"] },
    { apiGroups: [""], resources: ["nodes"], verbs: ["get", "list"] },
    { apiGroups: [""], resources: ["pods"], verbs: ["list"] },
  ],
};
/** What every command here needs with nodes/proxy. */
const NODES_ROLE = {
  metadata: { name: "plimsoll-list-nodes" },
  rules: [{ apiGroups: [""], resources: ["nodes"], verbs: ["list"] }],
};
const ROLES = "/apis/rbac.authorization.k8s.io/v1/clusterroles";

let cluster: Cluster;
let kubeconfig = "";
let uid = "";
let available = 450;
beforeAll(async () => {
  cluster = await clusterForTests();
  const metadata = { name: "shop" };
  await cluster.create("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata });
  for (const role of [STATS_ROLE, NODES_ROLE]) {
    const head = { apiVersion: "rbac.authorization.k8s.io/v1", kind: "ClusterRole" };
    await cluster.create(ROLES, { ...head, ...role });
  }
  uid = await runPod(cluster, "cart", {}, "256Mi");
  const config = { evictionHard: { "memory.available": "500Mi" } };
  cluster.kubelet.documents.set("/configz", JSON.stringify({ kubeletconfig: config }));
  const pods = await cluster.admin.get(`/api/v1/pods?fieldSelector=spec.nodeName%3D${NODE}`);
  cluster.kubelet.documents.set("/pods", pods.toString());
  cluster.kubelet.documents.set("/stats/summary", summaryText);
  ({ path: kubeconfig } = await cluster.kubeconfig());
});
beforeEach(() => {
  cluster.kubelet.hasFineGrainedRights = true;
  available = 450;
});
afterAll(() => cluster?.stop());

function summaryText(): string {
  const time = new Date().toISOString();
  const memory = (used: number) => ({ time, workingSetBytes: used * MEBIBYTE });
  return JSON.stringify({
    node: { nodeName: NODE, memory: { ...memory(7700), availableBytes: available * MEBIBYTE } },
    pods: [
      {
        podRef: { namespace: "shop", name: "cart", uid },
        containers: [{ name: "main", memory: memory(3000) }],
        memory: memory(3000),
      },
    ],
  });
}

/** The words with the kubeconfig of the bound account; tokens are in no output. */
async function run(words: string) {
  const all = [...words.split(" "), "--kubeconfig", kubeconfig];
  const ended = await commandLine(all, { environment: { PATH: process.env.PATH ?? "" } });
  expect(ended.stdout + ended.stderr).not.toMatch(/eyJ[\w-]+\./);
  return ended;
}

/** `cluster.bind` waits for the roles of the manifests, and for no other. */
async function bindAlone(name: string): Promise<void> {
  await cluster.bind();
  await alsoBind(name);
}

async function alsoBind(name: string): Promise<void> {
  const group = "rbac.authorization.k8s.io";
  await cluster.create(`/apis/${group}/v1/clusterrolebindings`, {
    apiVersion: `${group}/v1`,
    kind: "ClusterRoleBinding",
    metadata: { name },
    roleRef: { apiGroup: group, kind: "ClusterRole", name },
    subjects: [{ kind: "ServiceAccount", namespace: "plimsoll", name: "plimsoll" }],
  });
}

/** A role that was bound a moment ago is waited for by asking until what it gives is there. */
async function until(words: string, exitCode: number) {
  for (;;) {
    const ended = await run(words);
    if (ended.exitCode === exitCode) return ended;
    await pause(100);
  }
}

describe("explain --node", () => {
  test("asks the node through the API server, with nodes/proxy", async () => {
    await cluster.bind("plimsoll-observe-apiserver");
    const { exitCode, stdout, stderr } = await run(`explain --node ${NODE} --all`);
    expect(stderr).toBe("");
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^✖ shop\/cart is evicted at /);
    expect(stdout).toContain("memory.available<500Mi");
  });

  test("without that right, the sentence names it", async () => {
    await cluster.bind("plimsoll-observe-kubelet");
    const { exitCode, stderr } = await run(`explain --node ${NODE}`);
    expect(exitCode).toBe(3);
    expect(stderr).toContain('cannot get resource "nodes/proxy"');
  });

  test("asks the kubelet itself, with nodes/stats alone", async () => {
    await bindAlone("plimsoll-stats-alone");
    const ca = join(cluster.directory, "kubelet-ca.crt");
    writeFileSync(ca, cluster.authority.certificate);
    const kubelet = `https://127.0.0.1:${cluster.kubelet.port}`;
    const words = `explain --node ${NODE} --kubelet ${kubelet} --kubelet-ca ${ca} --all`;
    const { stdout } = await until(words, 0);
    expect(stdout).toContain("memory.available<100Mi");
    expect(stdout).toMatch(/1 +shop\/cart/);
    const said = stdout.replace(/\s+/g, " ");
    expect(said).toMatch(
      /Node worker-3: its configz cannot be read \(403\); assuming the kubelet's defaults/,
    );
    expect(said).toMatch(/its kubelet does not serve its pods \(403\); using those/);
  });
});

describe("next", () => {
  beforeAll(async () => {
    await cluster.bind("plimsoll-observe-apiserver");
    await alsoBind("plimsoll-list-nodes");
    const body = { apiVersion: "v1", kind: "Node", metadata: { name: "worker-4" } };
    await cluster.admin.request({ method: "POST", path: "/api/v1/nodes", body });
  });

  test("shows every node of the cluster, and why one cannot be read", async () => {
    const words = "next --interval 1s --output json";
    await until("next --samples 1", 0);
    const before = available;
    const falling = setInterval(() => {
      available -= 1;
    }, 100);
    const { stdout, stderr } = await run(words).finally(() => clearInterval(falling));
    expect(stderr).toBe("");
    const { nodes, unread } = JSON.parse(stdout);
    expect(nodes.map(({ node }: { node: string }) => node)).toEqual([NODE]);
    const [{ signals, kubelet, nodeConditions }] = nodes;
    expect(kubelet).toBe("v1.35.8");
    expect(nodeConditions).toEqual(["MemoryPressure"]);
    expect(signals[0]).toMatchObject({
      signal: "memory.available",
      value: "500Mi",
      pressingHard: true,
      trend: { samples: 2 },
      secondsUntil: 0,
      first: { namespace: "shop", name: "cart", uid },
    });
    expect(signals[0].available).toBeLessThan(before * MEBIBYTE);
    expect(signals[0].trend.perSecond).toBeLessThan(0);
    expect(unread).toEqual([{ node: "worker-4", reason: expect.stringContaining("worker-4") }]);
  });

  test("check --nodes reads the configz of every node", async () => {
    const { exitCode, stdout, stderr } = await run("check --nodes --output json");
    expect(exitCode).toBe(3);
    // Its Node object has no address, so that the API server cannot ask its kubelet.
    expect(stderr).toMatch(/^plimsoll: Node worker-4: GET .*worker-4\/proxy\/configz/);
    const { configurations } = JSON.parse(stdout);
    expect(configurations).toHaveLength(1);
    expect(configurations[0]).toMatchObject({ nodes: [NODE], name: `configz of node ${NODE}` });
  });

  test("without the right to list nodes, the sentence names it", async () => {
    await cluster.bind("plimsoll-observe-apiserver");
    const { stderr } = await until("next --samples 1", 3);
    expect(stderr).toContain('cannot list resource "nodes"');
  });
});
