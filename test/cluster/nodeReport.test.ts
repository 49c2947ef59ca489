import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Decision } from "../../analysis/engine/decision.ts";
import type { NodeReport } from "../../hosts/daemon/actuators/kubernetes/nodeReport.ts";
import { KubernetesActuator } from "../../hosts/daemon/actuators/kubernetes.ts";
import type { Condition, Taint } from "../../hosts/daemon/kubernetes/objects.ts";
import { type Cluster, NODE } from "./cluster.ts";
import { clusterForTests } from "./clusterForTests.ts";

const TAINT: Taint = { key: "plimsoll/pressure", effect: "NoSchedule" };

let cluster: Cluster;
beforeAll(async () => {
  cluster = await clusterForTests();
});
afterAll(() => cluster?.stop());

async function actuator(report: NodeReport): Promise<KubernetesActuator> {
  const client = await cluster.client();
  return new KubernetesActuator({ client, node: NODE, method: "eviction", report, dryRun: false });
}

function decisionAt(minute: string): Decision {
  return { time: `2026-11-21T10:${minute}:30Z` } as unknown as Decision;
}

async function node() {
  const path = `/api/v1/nodes/${NODE}`;
  return cluster.admin.getObject<{
    metadata: { resourceVersion: string };
    spec: { taints?: readonly Taint[] };
    status: { conditions: readonly (Condition & { lastHeartbeatTime?: string })[] };
  }>(path);
}

describe("a condition of its own", () => {
  beforeAll(() => cluster.bind("plimsoll-node-condition"));

  test("begins, lasts and ends next to the kubelet's", async () => {
    const act = await actuator({ conditionPrefix: "Plimsoll" });
    const begun = await act.setNodeConditions(["MemoryPressure"], decisionAt("01"));
    expect(begun).toEqual({
      done: true,
      sentence: "Node worker-3 reports PlimsollMemoryPressure.",
    });
    await act.setNodeConditions(["MemoryPressure"], decisionAt("02"));
    const during = Object.fromEntries((await node()).status.conditions.map((c) => [c.type, c]));
    expect(during.Ready).toMatchObject({ status: "True" });
    expect(during.PlimsollMemoryPressure).toMatchObject({
      status: "True",
      lastTransitionTime: "2026-11-21T10:01:30Z",
      lastHeartbeatTime: "2026-11-21T10:02:30Z",
    });
    expect(during.PlimsollDiskPressure).toMatchObject({ status: "False" });

    const ended = await act.setNodeConditions([], decisionAt("03"));
    expect(ended.sentence).toBe("Node worker-3 reports no condition of pressure.");
    const after = Object.fromEntries((await node()).status.conditions.map((c) => [c.type, c]));
    expect(after.PlimsollMemoryPressure).toMatchObject({
      status: "False",
      lastTransitionTime: "2026-11-21T10:03:30Z",
    });
  });

  test("is an outcome when the account may not", async () => {
    await cluster.bind("plimsoll-node-taint");
    const act = await actuator({ conditionPrefix: "Plimsoll" });
    const { done, sentence } = await act.setNodeConditions(["PIDPressure"], decisionAt("04"));
    expect(done).toBe(false);
    expect(sentence).toContain('cannot patch resource "nodes/status"');
  });
});

describe("a taint", () => {
  beforeAll(() => cluster.bind("plimsoll-node-taint"));

  test("is there as long as there is pressure, next to those of others", async () => {
    const others = (await node()).spec.taints ?? [];
    expect(others).toMatchObject([{ key: "node.kubernetes.io/not-ready" }]);
    const act = await actuator({ taint: TAINT });
    const outcome = await act.setNodeConditions(["DiskPressure"], decisionAt("05"));
    expect(outcome.sentence).toBe("Node worker-3 has the taint plimsoll/pressure:NoSchedule.");
    expect((await node()).spec.taints).toMatchObject([...others, TAINT]);

    const { resourceVersion } = (await node()).metadata;
    await act.setNodeConditions(["DiskPressure"], decisionAt("06"));
    expect((await node()).metadata.resourceVersion).toBe(resourceVersion);

    const ended = await act.setNodeConditions([], decisionAt("07"));
    expect(ended.sentence).toBe(
      "Node worker-3 has no longer the taint plimsoll/pressure:NoSchedule.",
    );
    expect((await node()).spec.taints).toEqual(others);
  });

  test("survives others who write taints at the same moment", async () => {
    const client = await cluster.client();
    const look = client.getObject.bind(client);
    let looks = 0;
    client.getObject = async <T>(path: string): Promise<T> => {
      const found = await look<T>(path);
      looks += 1;
      if (looks === 1) await taintByAnother();
      return found;
    };
    const act = new KubernetesActuator({
      client,
      node: NODE,
      method: "eviction",
      dryRun: false,
      report: { taint: TAINT },
    });
    expect((await act.setNodeConditions(["PIDPressure"], decisionAt("08"))).done).toBe(true);
    expect(looks).toBe(2);
    const keys = (await node()).spec.taints?.map(({ key }) => key);
    expect(keys).toEqual(["example.org/drained", "plimsoll/pressure"]);
  });
});

async function taintByAnother(): Promise<void> {
  await cluster.admin.request({
    method: "PATCH",
    path: `/api/v1/nodes/${NODE}`,
    contentType: "application/strategic-merge-patch+json",
    body: { spec: { taints: [{ key: "example.org/drained", effect: "NoSchedule" }] } },
  });
}

test("nothing is written unless it is asked for by name", async () => {
  const { resourceVersion } = (await node()).metadata;
  const outcome = await (await actuator({})).setNodeConditions(["PIDPressure"], decisionAt("09"));
  expect(outcome.done).toBe(false);
  expect(outcome.sentence).toContain("give --node-condition or --node-taint");
  expect((await node()).metadata.resourceVersion).toBe(resourceVersion);
});
