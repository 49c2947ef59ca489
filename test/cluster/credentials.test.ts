import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { processIo } from "../../hosts/cli/processIo.ts";
import { ApiClient } from "../../hosts/daemon/kubernetes/client.ts";
import { inCluster } from "../../hosts/daemon/kubernetes/inCluster.ts";
import { readKubeconfig } from "../../hosts/daemon/kubernetes/kubeconfig.ts";
import { nodeDocuments, throughApiServer } from "../../hosts/daemon/sources/nodeDocuments.ts";
import { PolledSource } from "../../hosts/daemon/sources/polled.ts";
import { type Cluster, NODE } from "./cluster.ts";
import { clusterForTests } from "./clusterForTests.ts";

const PODS = `/api/v1/pods?fieldSelector=spec.nodeName%3D${NODE}`;
const ACCOUNTS = "/api/v1/namespaces/plimsoll/serviceaccounts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await clusterForTests();
  await cluster.bind("plimsoll-observe-apiserver");
  cluster.kubelet.documents.set("/stats/summary", "{}");
});
afterAll(() => cluster?.stop());

/** A new account of the same name: every token of the one before is void. */
async function replaceAccount(): Promise<void> {
  await cluster.admin.request({ method: "DELETE", path: `${ACCOUNTS}/plimsoll` });
  const body = { apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "plimsoll" } };
  await cluster.admin.request({ method: "POST", path: ACCOUNTS, body });
}

/** The API server keeps what it has found out about a token for some seconds. */
async function refused(client: ApiClient): Promise<string> {
  for (;;) {
    const sentence = await client.get(PODS).then(
      () => null,
      (error: Error) => error.message,
    );
    if (sentence !== null) return sentence;
  }
}

test("a token that rotates under a running client is read again", async () => {
  const { path, tokenFile } = await cluster.kubeconfig();
  const client = new ApiClient(await readKubeconfig([path], undefined, processIo()));
  await client.get(PODS);
  await replaceAccount();
  expect(await refused(client)).toContain("with 401, Unauthorized; renew the token");
  writeFileSync(tokenFile, `${await cluster.token()}\n`);
  await expect(client.get(PODS)).resolves.toBeDefined();
  client.close();
});

test("a pod's own account is found where the kubelet mounts it", async () => {
  const { directory, server, authority } = cluster;
  writeFileSync(`${directory}/token`, await cluster.token());
  writeFileSync(`${directory}/ca.crt`, authority.certificate);
  const { hostname, port } = new URL(server);
  const environment = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
  const connection = inCluster(environment, directory);
  if (connection === null) throw new Error("There is a token, and it was not found.");
  const client = new ApiClient(connection);
  await expect(client.get(PODS)).resolves.toBeDefined();
  client.close();
});

test("while the API server is down there is a sentence, and afterwards a snapshot", async () => {
  const clock = { now: () => 0n, sleep: async () => {} };
  const source = new PolledSource(
    nodeDocuments(throughApiServer(await cluster.client(), NODE), PODS),
    clock,
  );
  const { signal } = new AbortController();
  expect((await source.next(signal)).summary).not.toBeNull();
  await cluster.stopApiServer();
  const { summary, summaryError } = await source.next(signal);
  expect(summary).toBeNull();
  expect(summaryError).toMatch(/has no answer: (nothing listens there|the server closed)/);
  await cluster.startApiServer();
  expect((await source.next(signal)).summary).not.toBeNull();
});
