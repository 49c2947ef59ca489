/** A token that is bound to one node's pod, under acting/own-node.yaml. */
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import type { Outcome } from "../../analysis/engine/actuator.ts";
import type { Decision } from "../../analysis/engine/decision.ts";
import type { MethodName } from "../../hosts/daemon/actuators/kubernetes/methods.ts";
import type { NodeReport } from "../../hosts/daemon/actuators/kubernetes/nodeReport.ts";
import { KubernetesActuator } from "../../hosts/daemon/actuators/kubernetes.ts";
import { ApiClient } from "../../hosts/daemon/kubernetes/client.ts";
import { type Cluster, NODE } from "./cluster.ts";
import { clusterForTests } from "./clusterForTests.ts";
import { evictionOf, finishDeletion, livePod, runPod } from "./pods.ts";

const MANIFEST = new URL("../../hosts/daemon/deploy/acting/own-node.yaml", import.meta.url);
const PLURALS: Readonly<Record<string, string>> = {
  ValidatingAdmissionPolicy: "validatingadmissionpolicies",
  ValidatingAdmissionPolicyBinding: "validatingadmissionpolicybindings",
};
const DECISION = { time: "2026-11-21T10:12:30.5Z", nodeConditions: [] } as unknown as Decision;
const OTHER_NODE = "worker-4";

const clients: ApiClient[] = [];
let cluster: Cluster;
let own: ApiClient;
let stolen: ApiClient;
let unbound: ApiClient;

beforeAll(async () => {
  cluster = await clusterForTests();
  const kind = { apiVersion: "v1", kind: "Namespace" };
  await cluster.create("/api/v1/namespaces", { ...kind, metadata: { name: "shop" } });
  const node = { apiVersion: "v1", kind: "Node", metadata: { name: OTHER_NODE } };
  await cluster.create("/api/v1/nodes", node);
  await cluster.bind(
    ...["plimsoll-evict", "plimsoll-evict-by-delete", "plimsoll-evict-by-status"],
    "plimsoll-node-taint",
  );
  own = clientOf(await tokenOfPodOn(NODE));
  stolen = clientOf(await tokenOfPodOn(OTHER_NODE));
  unbound = clientOf(await cluster.token());
  for (const document of parseAllDocuments(readFileSync(MANIFEST, "utf8"))) {
    const object = document.toJS();
    const path = `/apis/${object.apiVersion}/${PLURALS[object.kind]}?fieldValidation=Strict`;
    await cluster.create(path, object);
  }
  await inForce();
});
afterAll(async () => {
  for (const client of clients) client.close();
  await cluster?.stop();
});

function clientOf(token: string): ApiClient {
  const client = new ApiClient(cluster.connection({ token }));
  clients.push(client);
  return client;
}

/** As the kubelet asks for it: bound to a pod of the DaemonSet. */
async function tokenOfPodOn(nodeName: string): Promise<string> {
  const name = `plimsoll-${nodeName}`;
  const { metadata } = await cluster.create("/api/v1/namespaces/plimsoll/pods", {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name },
    spec: {
      nodeName,
      serviceAccountName: "plimsoll",
      securityContext: { runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } },
      containers: [
        {
          name: "plimsoll",
          image: "plimsoll",
          securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ["ALL"] } },
        },
      ],
    },
  });
  const boundObjectRef = { apiVersion: "v1", kind: "Pod", name, uid: metadata.uid };
  const answer = await cluster.admin.request({
    method: "POST",
    path: "/api/v1/namespaces/plimsoll/serviceaccounts/plimsoll/token",
    body: {
      apiVersion: "authentication.k8s.io/v1",
      kind: "TokenRequest",
      spec: { boundObjectRef },
    },
  });
  return JSON.parse(answer.toString()).status.token;
}

function actuator(client: ApiClient, method: MethodName, report: NodeReport = {}, dryRun = false) {
  return new KubernetesActuator({ client, node: NODE, method, report, dryRun });
}

/** The API server learns of a policy, and of the pods it looks up, from a watch. */
async function inForce(): Promise<void> {
  const uid = await runPod(cluster, "probe");
  for (const method of ["eviction", "delete"] as const) {
    const look = () => actuator(stolen, method, {}, true).evict(evictionOf("probe", uid), DECISION);
    while (!(await look()).sentence.includes("token was issued on")) await pause(50);
  }
  await finishDeletion(cluster, "probe");
}

const NOT_THERE = /not on the node that this token was issued on|not of the node that this token/;

describe.each<MethodName>(["eviction", "status", "delete"])("--method %s", (method) => {
  async function evictedBy(client: ApiClient): Promise<{ outcome: Outcome; isThere: boolean }> {
    const name = `cart-${method}`;
    const uid = await runPod(cluster, name);
    const outcome = await actuator(client, method).evict(evictionOf(name, uid), DECISION);
    const { metadata, status } = await livePod(cluster, name);
    const isThere = metadata.deletionTimestamp === undefined && status.phase === "Running";
    await finishDeletion(cluster, name);
    return { outcome, isThere };
  }

  test("evicts a pod of the node that the token was issued on", async () => {
    const { outcome, isThere } = await evictedBy(own);
    expect([outcome.sentence, outcome.done, isThere]).toEqual([expect.anything(), true, false]);
  });

  test.each([
    ["of another node", () => stolen],
    ["of no node", () => unbound],
  ])("is refused with a token %s, and the pod stays", async (_, client) => {
    const { outcome, isThere } = await evictedBy(client());
    expect(outcome.sentence).toMatch(NOT_THERE);
    expect([outcome.done, isThere]).toEqual([false, true]);
  });
});

describe("--node-taint", () => {
  const taint = { key: "plimsoll.dev/pressure", effect: "NoSchedule" } as const;
  const pressed = (client: ApiClient) =>
    actuator(client, "eviction", { taint }).setNodeConditions(["MemoryPressure"], DECISION);

  test("is refused with a token of another node", async () => {
    const { done, sentence } = await pressed(stolen);
    expect([done, sentence]).toEqual([false, expect.stringMatching(NOT_THERE)]);
  });

  test("is written with a token of the node", async () => {
    expect((await pressed(own)).done).toBe(true);
  });
});
