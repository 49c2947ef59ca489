import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Decision } from "../../analysis/engine/decision.ts";
import type { MethodName } from "../../hosts/daemon/actuators/kubernetes/methods.ts";
import { KubernetesActuator } from "../../hosts/daemon/actuators/kubernetes.ts";
import { type Cluster, NODE } from "./cluster.ts";
import { clusterForTests } from "./clusterForTests.ts";
import { createBudget, evictionOf, finishDeletion, livePod, runPod } from "./pods.ts";

const ROLES: Readonly<Record<MethodName, string>> = {
  eviction: "plimsoll-evict",
  status: "plimsoll-evict-by-status",
  delete: "plimsoll-evict-by-delete",
};
const METHODS: readonly MethodName[] = ["eviction", "status", "delete"];
const DECISION = { time: "2026-11-21T10:12:30.5Z", nodeConditions: [] } as unknown as Decision;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await clusterForTests();
  await cluster.create("/api/v1/namespaces", {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: "shop" },
  });
});
afterAll(() => cluster?.stop());

async function actuator(method: MethodName, report = {}): Promise<KubernetesActuator> {
  const client = await cluster.client();
  return new KubernetesActuator({ client, node: NODE, method, report, dryRun: false });
}

interface LiveEvent {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  readonly [member: string]: unknown;
}

async function eventsOf(uid: string): Promise<readonly LiveEvent[]> {
  const selector = new URLSearchParams({ fieldSelector: `involvedObject.uid=${uid}` });
  const path = `/api/v1/namespaces/shop/events?${selector}`;
  return (await cluster.admin.getObject<{ items: readonly LiveEvent[] }>(path)).items;
}

describe("by the Eviction API", () => {
  beforeAll(() => cluster.bind(ROLES.eviction));

  test("a pod is evicted with the decision's grace period, and the server says why", async () => {
    const uid = await runPod(cluster, "cart");
    const outcome = await (await actuator("eviction")).evict(evictionOf("cart", uid), DECISION);
    expect(outcome).toEqual({
      done: true,
      sentence: "shop/cart is evicted by the Eviction API, grace period 1s.",
    });
    const { metadata, status } = await livePod(cluster, "cart");
    expect(metadata.deletionTimestamp).toBeDefined();
    expect(metadata.deletionGracePeriodSeconds).toBe(1);
    expect(status.conditions).toContainEqual(
      expect.objectContaining({ type: "DisruptionTarget", reason: "EvictionByEvictionAPI" }),
    );
    await finishDeletion(cluster, "cart");
  });

  test("a budget without room keeps the pod, and one with room gives it once", async () => {
    await createBudget(cluster, "full", 0);
    await createBudget(cluster, "one", 1);
    const act = await actuator("eviction");
    const kept = await runPod(cluster, "db-0", { budget: "full" });
    const refused = await act.evict(evictionOf("db-0", kept), DECISION);
    expect(refused.done).toBe(false);
    expect(refused.sentence).toBe(
      "shop/db-0 is not evicted: Cannot evict pod as it would violate the pod's disruption " +
        "budget: The disruption budget full needs 1 healthy pods and has 1 currently; it is " +
        "retried later; --method status or delete would ignore its PodDisruptionBudget.",
    );
    expect((await livePod(cluster, "db-0")).metadata.deletionTimestamp).toBeUndefined();
    expect(await eventsOf(kept)).toEqual([]);

    const first = await runPod(cluster, "web-0", { budget: "one" });
    const second = await runPod(cluster, "web-1", { budget: "one" });
    expect((await act.evict(evictionOf("web-0", first), DECISION)).done).toBe(true);
    expect((await act.evict(evictionOf("web-1", second), DECISION)).done).toBe(false);
  });
});

describe("by status", () => {
  beforeAll(() => cluster.bind(ROLES.status));

  test("a pod is marked as the kubelet marks it, and no longer ready", async () => {
    const uid = await runPod(cluster, "cart");
    const eviction = evictionOf("cart", uid);
    const outcome = await (await actuator("status")).evict(eviction, DECISION);
    expect(outcome.sentence).toBe(
      "shop/cart is marked Failed, reason Evicted; its kubelet stops it, grace period 1s.",
    );
    const { status, metadata } = await livePod(cluster, "cart");
    expect(metadata.deletionTimestamp).toBeUndefined();
    expect(status).toMatchObject({
      phase: "Failed",
      reason: "Evicted",
      message: eviction.message,
    });
    const conditions = Object.fromEntries(status.conditions.map((each) => [each.type, each]));
    expect(conditions.DisruptionTarget).toMatchObject({
      status: "True",
      reason: "TerminationByKubelet",
      message: eviction.message,
      lastTransitionTime: "2026-11-21T10:12:30Z",
    });
    expect(conditions.Ready).toMatchObject({ status: "False", reason: "PodFailed" });
    expect(conditions.ContainersReady).toMatchObject({ status: "False", reason: "PodFailed" });
    await finishDeletion(cluster, "cart");
  });

  test("a pod over its local storage limit gets no condition of disruption", async () => {
    const uid = await runPod(cluster, "cart");
    const eviction = evictionOf("cart", uid, { cause: "emptyDirLimit" });
    expect((await (await actuator("status")).evict(eviction, DECISION)).done).toBe(true);
    const { status } = await livePod(cluster, "cart");
    expect(status.phase).toBe("Failed");
    expect(status.conditions.map(({ type }) => type)).not.toContain("DisruptionTarget");
    await finishDeletion(cluster, "cart");
  });

  test("a pod that has ended is left alone", async () => {
    const uid = await runPod(cluster, "cart");
    const act = await actuator("status");
    await act.evict(evictionOf("cart", uid), DECISION);
    const again = await act.evict(evictionOf("cart", uid), DECISION);
    expect(again).toEqual({
      done: false,
      sentence: "shop/cart is not evicted: it has ended already (Failed).",
    });
    await finishDeletion(cluster, "cart");
  });
});

describe("by delete", () => {
  beforeAll(() => cluster.bind(ROLES.delete));

  test("a pod is deleted with the decision's grace period, but never with none", async () => {
    const act = await actuator("delete");
    const soft = await runPod(cluster, "soft");
    const hard = await runPod(cluster, "hard");
    await act.evict(evictionOf("soft", soft, { gracePeriodSeconds: 20 }), DECISION);
    await act.evict(evictionOf("hard", hard, { gracePeriodSeconds: 0 }), DECISION);
    expect((await livePod(cluster, "soft")).metadata.deletionGracePeriodSeconds).toBe(20);
    expect((await livePod(cluster, "hard")).metadata.deletionGracePeriodSeconds).toBe(1);
  });
});

describe.each(METHODS)("by %s", (method) => {
  const name = `pod-${method}`;
  beforeAll(() => cluster.bind(ROLES[method]));

  test("the event says what a kubelet's would, once", async () => {
    const uid = await runPod(cluster, name);
    const eviction = evictionOf(name, uid);
    const act = await actuator(method);
    await act.evict(eviction, DECISION);
    await act.evict(eviction, DECISION);
    const events = await eventsOf(uid);
    expect(events).toHaveLength(1);
    expect(events[0]).toMatchObject({
      type: "Warning",
      reason: "Evicted",
      message: eviction.message,
      source: { component: "plimsoll", host: NODE },
      firstTimestamp: "2026-11-21T10:12:30Z",
    });
    expect(events[0]?.metadata.annotations).toEqual(eviction.annotations);
    await finishDeletion(cluster, name);
  });

  test("another pod of the same name is never touched", async () => {
    const uid = await runPod(cluster, name);
    await finishDeletion(cluster, name);
    const other = await runPod(cluster, name);
    const outcome = await (await actuator(method)).evict(evictionOf(name, uid), DECISION);
    expect(outcome).toEqual({
      done: false,
      sentence:
        `shop/${name} stays: it is another pod now, with uid ${other}; ` +
        `the one to evict, with uid ${uid}, is gone.`,
    });
    expect(await livePod(cluster, name)).toMatchObject({ status: { phase: "Running" } });
    await finishDeletion(cluster, name);
  });

  test("a pod that is gone is an outcome", async () => {
    const outcome = await (await actuator(method)).evict(evictionOf("gone", "no-uid"), DECISION);
    expect(outcome).toEqual({
      done: false,
      sentence: "shop/gone is gone already; there is nothing to evict.",
    });
  });

  test("what the account may not do is an outcome that names the right it lacks", async () => {
    const uid = await runPod(cluster, name);
    const act = await actuator(method);
    await cluster.bind("plimsoll-observe-kubelet");
    const outcome = await act.evict(evictionOf(name, uid), DECISION);
    expect(outcome.done).toBe(false);
    expect(outcome.sentence).toContain("cannot get resource");
    expect(outcome.sentence).toContain("grant it by RBAC");
    expect(await livePod(cluster, name)).toMatchObject({ status: { phase: "Running" } });
    await cluster.bind(ROLES[method]);
    await finishDeletion(cluster, name);
  });
});

async function replace(name: string): Promise<void> {
  await finishDeletion(cluster, name);
  await runPod(cluster, name);
}

describe("the uid that goes with each request", () => {
  beforeAll(() => cluster.bind(...Object.values(ROLES)));

  // The look at the pod comes first, so the precondition is tried where the look saw the old pod.
  test.each(METHODS)("keeps %s from a pod that was replaced after the look", async (method) => {
    const uid = await runPod(cluster, "swap");
    const client = await cluster.client();
    const look = client.getObject.bind(client);
    client.getObject = async <T>(path: string): Promise<T> => {
      const found = await look<T>(path);
      if (path.endsWith("/pods/swap")) await replace("swap");
      return found;
    };
    const act = new KubernetesActuator({ client, node: NODE, method, report: {}, dryRun: false });
    const outcome = await act.evict(evictionOf("swap", uid), DECISION);
    expect(outcome.done).toBe(false);
    expect(outcome.sentence).toMatch(
      /^shop\/swap stays, because it has changed since the decision: /,
    );
    const now = await livePod(cluster, "swap");
    expect(now.status.phase).toBe("Running");
    expect(now.metadata.deletionTimestamp).toBeUndefined();
    await finishDeletion(cluster, "swap");
  });
});
