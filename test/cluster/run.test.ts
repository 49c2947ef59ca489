/** `plimsoll run` as people run it: a process of its own, against the real API server. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Cluster, NODE } from "./cluster.ts";
import { clusterForTests } from "./clusterForTests.ts";
import { breaker, livePod, runPod } from "./pods.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/plimsoll.mjs", import.meta.url));
const MEBIBYTE = 1_048_576;
const PODS = `/api/v1/pods?fieldSelector=spec.nodeName%3D${NODE}`;

/** Memory requested and used. `db` uses most, and `cart` exceeds its request by most. */
const NODE_PODS: Readonly<Record<string, { request: string; usedMebibytes: number }>> = {
  db: { request: "4Gi", usedMebibytes: 3900 },
  cart: { request: "256Mi", usedMebibytes: 2500 },
  report: { request: "64Mi", usedMebibytes: 900 },
};

interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let cluster: Cluster;
const uids = new Map<string, string>();
let summaries = 0;
beforeAll(async () => {
  cluster = await clusterForTests();
  mkdirSync(join(cluster.directory, "state"));
  const metadata = { name: "shop" };
  await cluster.create("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata });
  await cluster.bind("plimsoll-observe-apiserver", "plimsoll-evict", "plimsoll-act");
  await cluster.create("/api/v1/namespaces/plimsoll/configmaps", breaker());
  for (const [name, { request }] of Object.entries(NODE_PODS)) {
    uids.set(name, await runPod(cluster, name, {}, request));
  }
  const config = { evictionHard: { "memory.available": "100Mi" } };
  cluster.kubelet.documents.set("/configz", JSON.stringify({ kubeletconfig: config }));
  cluster.kubelet.documents.set("/stats/summary", () => {
    summaries += 1;
    return summaryText();
  });
});
afterAll(() => cluster?.stop());

/** Measured now, as a kubelet does: stats of before are not acted upon. */
function summaryText(): string {
  const time = new Date().toISOString();
  const memory = (usedMebibytes: number) => ({
    time,
    workingSetBytes: usedMebibytes * MEBIBYTE,
  });
  return JSON.stringify({
    node: { nodeName: NODE, memory: { ...memory(7792), availableBytes: 400 * MEBIBYTE } },
    pods: Object.entries(NODE_PODS).map(([name, { usedMebibytes }]) => ({
      podRef: { namespace: "shop", name, uid: uids.get(name) },
      containers: [{ name: "main", memory: memory(usedMebibytes) }],
      memory: memory(usedMebibytes),
    })),
  });
}

function start(words: readonly string[]): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [PROGRAM, ...words], { env: { PATH: process.env.PATH } });
}

async function ended(child: ChildProcessWithoutNullStreams): Promise<Ended> {
  const texts = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    texts.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    texts.stderr += text;
  });
  const [exitCode] = (await once(child, "close")) as [number | null];
  return { exitCode, ...texts };
}

/** Resolves when the child has printed it, on stdout or stderr. */
function said(child: ChildProcessWithoutNullStreams, pattern: RegExp): Promise<void> {
  return new Promise((resolve) => {
    let text = "";
    const read = (chunk: string) => {
      text += chunk;
      if (pattern.test(text)) resolve();
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
  });
}

async function runWords(steps: number, more: readonly string[] = []): Promise<string[]> {
  const { path } = await cluster.kubeconfig();
  const state = join(cluster.directory, "state");
  const source = ["run", "--source", "apiserver", "--node", NODE, "--kubeconfig", path];
  return [...source, "--state-dir", state, "--interval", "1s", "--steps", String(steps), ...more];
}

async function evictedPods(): Promise<readonly string[]> {
  const { items } = await cluster.admin.getObject<{
    items: readonly { metadata: { name: string; deletionTimestamp?: string } }[];
  }>(PODS);
  const deleted = items.filter(({ metadata }) => metadata.deletionTimestamp !== undefined);
  return deleted.map(({ metadata }) => metadata.name);
}

async function evictedEvents(): Promise<readonly string[]> {
  const { items } = await cluster.admin.getObject<{
    items: readonly { reason: string; involvedObject: { name: string } }[];
  }>("/api/v1/namespaces/shop/events");
  const evicted = items.filter(({ reason }) => reason === "Evicted");
  return evicted.map(({ involvedObject }) => involvedObject.name);
}

/** The pods that a replay of the same documents evicts. */
async function replayed(): Promise<string> {
  const file = (name: string, text: string): string => {
    const path = join(cluster.directory, name);
    writeFileSync(path, text);
    return path;
  };
  const pods = file("pods.json", (await cluster.admin.get(PODS)).toString());
  const summary = file("summary.json", summaryText());
  const words = ["--summary", summary, "--pods", pods, "--output", "ndjson"];
  const hard = ["--eviction-hard", "memory.available<500Mi"];
  const { stdout } = await ended(start(["replay", ...words, ...hard]));
  return JSON.parse(stdout).evictions[0].name;
}

test("without --act nothing is touched", async () => {
  const { exitCode } = await ended(start(await runWords(2)));
  expect(exitCode).toBe(0);
  expect(await evictedPods()).toEqual([]);
});

test("with --act it refuses to evict at the kubelet's own thresholds", async () => {
  const { exitCode, stderr } = await ended(start(await runWords(1, ["--act", "kubernetes"])));
  expect(stderr).toContain("--act kubernetes must act before the kubelet");
  expect(exitCode).toBe(2);
  expect(await evictedPods()).toEqual([]);
});

test("a dry run asks the server and changes nothing", async () => {
  const words = ["--act", "kubernetes", "--act-before", "10%", "--warm-up", "0s", "--dry-run"];
  const { exitCode, stdout } = await ended(start(await runWords(1, words)));
  expect(exitCode).toBe(0);
  expect(stdout).toContain(
    "Dry run of kubernetes, and the API server agrees: shop/cart would be evicted by the " +
      "Eviction API, grace period 1s.",
  );
  expect(await evictedPods()).toEqual([]);
  expect(await evictedEvents()).toEqual([]);
  const leases = "/apis/coordination.k8s.io/v1/namespaces/plimsoll/leases";
  const { items } = await cluster.admin.getObject<{ items: readonly object[] }>(leases);
  expect(items).toEqual([]);
});

test("with --act it evicts the pod that a replay names; its restart evicts none", async () => {
  const name = await replayed();
  expect(name).toBe("cart");
  const acting = ["--act", "kubernetes", "--act-before", "10%", "--warm-up", "0s"];
  const first = await ended(start(await runWords(3, acting)));
  expect(first).toMatchObject({ exitCode: 0 });
  expect(first.stdout).toContain("shop/cart is evicted by the Eviction API, grace period 1s.");
  expect(await evictedPods()).toEqual([name]);
  expect(await evictedEvents()).toEqual([name]);
  expect((await livePod(cluster, name)).metadata.deletionGracePeriodSeconds).toBe(1);

  const second = await ended(start(await runWords(3, acting)));
  expect(second).toMatchObject({ exitCode: 0 });
  expect(await evictedPods()).toEqual([name]);
  expect(await evictedEvents()).toEqual([name]);
});

test("it lives through an API server that goes away and comes back", async () => {
  const child = start(await runWords(60));
  const end = ended(child);
  const until = async (count: number) => {
    const wanted = summaries + count;
    while (summaries < wanted) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  await until(1);
  const complaint = said(child, /has no answer|the fault is behind the server/);
  await cluster.stopApiServer();
  await complaint;
  await cluster.startApiServer();
  await until(2);
  child.kill("SIGTERM");
  expect((await end).exitCode).toBe(0);
});

test("a kubelet is watched by itself, under the configuration it has itself", async () => {
  await cluster.bind("plimsoll-observe-kubelet");
  const { items } = JSON.parse((await cluster.admin.get(PODS)).toString());
  const podList = { kind: "PodList", apiVersion: "v1", metadata: {}, items };
  cluster.kubelet.documents.set("/pods", JSON.stringify(podList));
  const { tokenFile } = await cluster.kubeconfig();
  const authority = join(cluster.directory, "ca.crt");
  const trust = ["--kubelet-ca", authority, "--kubelet-token-file", tokenFile];
  const address = ["--kubelet", `https://127.0.0.1:${cluster.kubelet.port}`];
  const words = ["run", "--source", "kubelet", ...address, ...trust, "--steps", "1"];
  const { exitCode, stdout } = await ended(start(words));
  expect(exitCode).toBe(0);
  expect(stdout).toContain("memory.available");
  expect(stdout).toContain("100Mi");
});

test("no word of the token is printed anywhere", async () => {
  const { path, tokenFile } = await cluster.kubeconfig();
  writeFileSync(tokenFile, "a-secret-that-nobody-knows");
  const words = ["run", "--source", "apiserver", "--node", NODE, "--kubeconfig", path];
  const { exitCode, stdout, stderr } = await ended(start(words));
  expect(exitCode).toBe(3);
  expect(stdout).toBe("");
  expect(stderr).toContain("401");
  expect(stderr).not.toContain("a-secret");
});
