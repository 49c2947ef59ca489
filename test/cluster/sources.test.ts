import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ApiClient } from "../../hosts/daemon/kubernetes/client.ts";
import { headerOfNode, nodeFactsOf } from "../../hosts/daemon/kubernetes/nodes.ts";
import {
  nodeDocuments,
  podsPath,
  readConfigz,
  throughApiServer,
  throughKubelet,
} from "../../hosts/daemon/sources/nodeDocuments.ts";
import { PolledSource } from "../../hosts/daemon/sources/polled.ts";
import { type Cluster, NODE } from "./cluster.ts";
import { clusterForTests } from "./clusterForTests.ts";
import { runPod } from "./pods.ts";

const SUMMARY = JSON.stringify({ node: { nodeName: NODE }, pods: [] });
const CONFIGZ = JSON.stringify({ kubeletconfig: { evictionHard: { "memory.available": "7%" } } });
const SIGNAL = new AbortController().signal;
const CLOCK = { now: () => 1_700_000_000_000_000_000n, sleep: async () => {} };

let cluster: Cluster;
beforeAll(async () => {
  cluster = await clusterForTests();
  const metadata = { name: "shop" };
  await cluster.create("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata });
});
beforeEach(() => {
  const { documents } = cluster.kubelet;
  documents.set("/stats/summary", SUMMARY);
  documents.set("/pods", '{"kind":"PodList","apiVersion":"v1","metadata":{},"items":[]}');
  documents.set("/configz", CONFIGZ);
  cluster.kubelet.hasFineGrainedRights = true;
});
afterAll(() => cluster?.stop());

async function toKubelet(token?: string): Promise<ApiClient> {
  const authority = cluster.authority.certificate;
  return new ApiClient({
    server: new URL(`https://127.0.0.1:${cluster.kubelet.port}`),
    insecureSkipTlsVerify: false,
    credentials: async () => ({ authority, token: token ?? (await cluster.token()) }),
  });
}

function documentsOf(client: ApiClient, node: string = NODE) {
  return nodeDocuments(throughApiServer(client, node), podsPath(node));
}

describe("through the API server", () => {
  beforeAll(() => cluster.bind("plimsoll-observe-apiserver"));

  test("the Summary comes byte for byte, and the pods are those bound to the node", async () => {
    const uid = await runPod(cluster, "cart");
    await cluster.create("/api/v1/namespaces/shop/pods", {
      apiVersion: "v1",
      kind: "Pod",
      metadata: { name: "elsewhere" },
      spec: {
        nodeName: "worker-4",
        containers: [{ name: "main", image: "registry.invalid/main" }],
      },
    });
    const source = new PolledSource(documentsOf(await cluster.client()), CLOCK);
    expect(source.name).toBe(`node worker-3 through ${cluster.server}`);
    const { time, summary, pods } = await source.next(SIGNAL);
    expect(time).toBe(CLOCK.now());
    expect(Buffer.from(summary ?? []).toString()).toBe(SUMMARY);
    const { items } = JSON.parse(Buffer.from(pods ?? []).toString());
    expect(items.map(({ metadata }: { metadata: { uid: string } }) => metadata.uid)).toEqual([uid]);
  });

  test("pods come again only when one of them changed", async () => {
    const source = new PolledSource(documentsOf(await cluster.client()), CLOCK);
    expect((await source.next(SIGNAL)).pods).toBeDefined();
    // A write elsewhere gives the list another version, and no pod of the node another state.
    const metadata = { name: "elsewhere" };
    await cluster.create("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata });
    expect((await source.next(SIGNAL)).pods).toBeUndefined();
    await runPod(cluster, "another");
    expect((await source.next(SIGNAL)).pods).toBeDefined();
  });

  test("the node says its kubelet's release and configuration, and its size", async () => {
    const client = await cluster.client();
    expect(headerOfNode(await nodeFactsOf(client, NODE))).toEqual({
      plimsoll: "capture/1",
      node: NODE,
      kubelet: "v1.35.8",
      capacity: { memory: "8Gi" },
    });
    expect((await readConfigz(throughApiServer(client, NODE))).toString()).toBe(CONFIGZ);
  });

  test("a kubelet that cannot be reached is a snapshot without a Summary", async () => {
    const source = new PolledSource(documentsOf(await cluster.client()), CLOCK);
    cluster.egress.leadTo(null);
    const { summary, summaryError } = await source.next(SIGNAL);
    cluster.egress.leadTo(cluster.kubelet.port);
    expect(summary).toBeNull();
    expect(summaryError).toContain("/api/v1/nodes/worker-3/proxy/stats/summary");
    expect(summaryError).toContain("the fault is behind the server");
    expect((await source.next(SIGNAL)).summary).not.toBeNull();
  });

  test("a node that does not exist is named", async () => {
    const source = new PolledSource(documentsOf(await cluster.client(), "nobody"), CLOCK);
    expect((await source.next(SIGNAL)).summaryError).toContain('404, nodes "nobody" not found');
  });

  test("without the right, the sentence names it", async () => {
    await cluster.bind("plimsoll-observe-kubelet");
    const source = new PolledSource(documentsOf(await cluster.client()), CLOCK);
    const { summary, summaryError } = await source.next(SIGNAL);
    expect(summary).toBeNull();
    expect(summaryError).toContain('cannot get resource "nodes/proxy"');
  });
});

describe("from the kubelet", () => {
  beforeAll(() => cluster.bind("plimsoll-observe-kubelet"));

  test("both documents and the configuration come with narrow rights", async () => {
    const client = await toKubelet();
    const source = new PolledSource(nodeDocuments(throughKubelet(client)), CLOCK);
    const { summary, pods } = await source.next(SIGNAL);
    expect(Buffer.from(summary ?? []).toString()).toBe(SUMMARY);
    expect(Buffer.from(pods ?? []).toString()).toContain('"PodList"');
    expect((await readConfigz(throughKubelet(client))).toString()).toBe(CONFIGZ);
    await source.close();
  });

  test("a kubelet before 1.33 wants nodes/proxy for its pods", async () => {
    cluster.kubelet.hasFineGrainedRights = false;
    const client = await toKubelet();
    const source = new PolledSource(nodeDocuments(throughKubelet(client)), CLOCK);
    expect((await source.next(SIGNAL)).summaryError).toMatch(/^GET \/pods at .* with 403; grant/);
    await cluster.bind("plimsoll-observe-kubelet", "plimsoll-observe-apiserver");
    expect((await source.next(SIGNAL)).summary).not.toBeNull();
    await source.close();
  });

  test("a token it does not know is refused, and appears in no sentence", async () => {
    const client = await toKubelet("not-a-token-of-this-cluster");
    const source = new PolledSource(nodeDocuments(throughKubelet(client)), CLOCK);
    const { summary, summaryError } = await source.next(SIGNAL);
    expect(summary).toBeNull();
    expect(summaryError).toContain("with 401; renew the token or the client certificate.");
    expect(summaryError).not.toContain("not-a-token");
    await source.close();
  });

  test("a client certificate does as well as a token", async () => {
    const { certificate, key } = await cluster.authority.client("kubelet-admin", [
      "system:masters",
    ]);
    const authority = cluster.authority.certificate;
    const client = new ApiClient({
      server: new URL(`https://127.0.0.1:${cluster.kubelet.port}`),
      insecureSkipTlsVerify: false,
      credentials: async () => ({ authority, certificate, key }),
    });
    expect((await client.get("/stats/summary")).toString()).toBe(SUMMARY);
    client.close();
  });
});
