/** Leases, the breaker and dry runs, under the roles of the acting manifests. */
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Decision } from "../../analysis/engine/decision.ts";
import { GuardRailReports } from "../../hosts/daemon/acting/guardRailReports.ts";
import { readBreaker } from "../../hosts/daemon/actuators/kubernetes/cluster/breaker.ts";
import { Slots, slotName } from "../../hosts/daemon/actuators/kubernetes/cluster/slots.ts";
import { KubernetesCluster } from "../../hosts/daemon/actuators/kubernetes/cluster.ts";
import { KubernetesActuator } from "../../hosts/daemon/actuators/kubernetes.ts";
import type { KubeletPolicy } from "../../hosts/daemon/kubelet/kubeletPolicy.ts";
import type { ApiClient } from "../../hosts/daemon/kubernetes/client.ts";
import { Lease } from "../../hosts/daemon/kubernetes/lease.ts";
import { type Cluster, NODE } from "./cluster.ts";
import { clusterForTests } from "./clusterForTests.ts";
import { breaker, createBudget, evictionOf, finishDeletion, livePod, runPod } from "./pods.ts";

const NAMESPACE = "plimsoll";
const BREAKER = `/api/v1/namespaces/${NAMESPACE}/configmaps`;
const LEASES = `/apis/coordination.k8s.io/v1/namespaces/${NAMESPACE}/leases`;
const DECISION = { time: "2026-11-21T10:12:30.5Z", nodeConditions: [] } as unknown as Decision;

let cluster: Cluster;
let client: ApiClient;
beforeAll(async () => {
  cluster = await clusterForTests();
  const metadata = { name: "shop" };
  await cluster.create("/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata });
  await cluster.bind("plimsoll-evict", "plimsoll-act");
  client = await cluster.client();
  // The API server learns of the role of the namespace from a watch.
  const look = () => client.answer({ method: "GET", path: `${LEASES}/none` });
  while ((await look()).status !== 404) await pause(20);
});
afterAll(() => cluster?.stop());

/** Time passes when a test says so. */
class Clock {
  passed = 0n;
  now = () => 1_764_000_000_000_000_000n + this.passed;
  elapsed = () => this.passed;
  sleep = async () => {};
  pass(seconds: number): void {
    this.passed += BigInt(seconds) * 1_000_000_000n;
  }
}

const CLOCK = new Clock();

function lease(name: string, identity: string, clock = CLOCK, dryRun = false): Lease {
  const holder = { client, namespace: NAMESPACE, name, identity, clock, dryRun };
  return new Lease({ ...holder, durationSeconds: 50 });
}

describe("a Lease", () => {
  test("is held by one, renewed, given back, and taken by the next", async () => {
    const [first, second] = [lease("one", "a"), lease("one", "b")];
    expect(await first.hold()).toBeNull();
    expect(await first.hold()).toBeNull();
    expect(await second.hold()).toEqual({ holder: "a" });
    await first.release();
    expect(await second.hold()).toBeNull();
    expect(await first.hold()).toEqual({ holder: "b" });
    const { spec } = await client.getObject<{ spec: object }>(`${LEASES}/one`);
    expect(spec).toMatchObject({
      holderIdentity: "b",
      leaseDurationSeconds: 50,
      leaseTransitions: 1,
    });
  });

  test("lapses when it was seen unchanged for as long as it lasts", async () => {
    const clock = new Clock();
    const [first, second] = [lease("lapse", "a"), lease("lapse", "b", clock)];
    await first.hold();
    clock.pass(3600);
    expect(await second.hold()).toEqual({ holder: "a" });
    clock.pass(49);
    expect(await second.hold()).toEqual({ holder: "a" });
    // A renewal that changes nothing, its time included, would be none.
    CLOCK.pass(1);
    await first.hold();
    clock.pass(1);
    expect(await second.hold()).toEqual({ holder: "a" });
    clock.pass(50);
    expect(await second.hold()).toBeNull();
    // The one who let it lapse finds out before it acts.
    expect(await first.hold()).toEqual({ holder: "b" });
  });

  test("is not written by a dry run", async () => {
    expect(await lease("dry", "a", CLOCK, true).hold()).toBeNull();
    expect((await client.answer({ method: "GET", path: `${LEASES}/dry` })).status).toBe(404);
  });
});

test("of ten nodes that want to act at once, three may, until a slot is free", async () => {
  const clock = new Clock();
  const nodes = Array.from(
    { length: 10 },
    (_, node) => new Slots(clock, (slot) => lease(slotName(slot), `node-${node}`, clock)),
  );
  const refused = async () => {
    const answers = await Promise.all(nodes.map((slots) => slots.take(3)));
    return answers.filter((answer) => answer !== null);
  };
  // A writer that was overtaken is refused once and asks again with its next step.
  await refused();
  expect(await refused()).toHaveLength(7);
  expect((await refused())[0]).toMatch(/^3 of 3 nodes act already \(node-\d, node-\d, node-\d\)$/);
  clock.pass(300);
  await nodes[Number(/node-(\d)/.exec((await holders())[0] ?? "")?.[1])]?.giveBack();
  expect((await holders()).filter((holder) => holder === "")).toHaveLength(1);
});

async function holders(): Promise<readonly string[]> {
  const { items } = await cluster.admin.getObject<{
    items: readonly { metadata: { name: string }; spec: { holderIdentity: string } }[];
  }>(LEASES);
  const slots = items.filter(({ metadata }) => metadata.name.startsWith("plimsoll-acting-"));
  return slots.map(({ spec }) => spec.holderIdentity);
}

test("the breaker stops all acting unless it is there and says allow", async () => {
  expect(await readBreaker(client, NAMESPACE)).toMatchObject({
    reason: expect.stringContaining("there is no ConfigMap plimsoll/plimsoll-acting"),
  });
  await cluster.create(BREAKER, breaker({ maxNodes: "5" }));
  expect(await readBreaker(client, NAMESPACE)).toEqual({ maxNodes: 5 });
  await cluster.admin.request({
    method: "PUT",
    path: `${BREAKER}/plimsoll-acting`,
    body: breaker({ acting: "stop" }),
  });
  expect(await readBreaker(client, NAMESPACE)).toMatchObject({
    reason: 'ConfigMap plimsoll/plimsoll-acting says acting: "stop"',
  });
});

test("the roles of the acting manifests suffice for every question", async () => {
  const path = `${BREAKER}/plimsoll-acting`;
  await cluster.admin.request({ method: "PUT", path, body: breaker({ maxNodes: "9" }) });
  const errors: string[] = [];
  const kubelet = { own: async () => ({ thresholds: [], policy: {} }) };
  const asked = new KubernetesCluster({
    ...{ client: await cluster.client(), node: NODE, namespace: NAMESPACE, identity: "a" },
    kubelet: kubelet as unknown as KubeletPolicy,
    guardRailReports: new GuardRailReports((sentence) => void errors.push(sentence)),
    clock: { ...CLOCK, sleep: () => pause(20) },
    dryRun: false,
  });
  asked.start();
  const measured = { configurationJson: "{}", summary: new Uint8Array(), time: 0n };
  expect(await asked.stop()).toBeNull();
  expect(await asked.otherDaemon()).toBeNull();
  expect(await asked.fleetBound()).toBeNull();
  expect(await asked.namespaceOptOut("shop")).toBeNull();
  expect(await asked.kubeletPressure(measured)).toBeNull();
  await cluster.admin.request({
    method: "PATCH",
    path: "/api/v1/namespaces/shop",
    contentType: "application/merge-patch+json",
    body: { metadata: { annotations: { "plimsoll.dev/evict": "never" } } },
  });
  expect(await asked.namespaceOptOut("shop")).toContain('of namespace shop is "never"');
  const stop = breaker({ acting: "stop" });
  await cluster.admin.request({ method: "PUT", path, body: stop });
  await expect.poll(() => errors.join()).toContain("acting-stopped withholds every eviction");
  await asked.close();
  const held = await cluster.admin.getObject<{ spec: { holderIdentity?: string } }>(
    `${LEASES}/plimsoll-${NODE}`,
  );
  expect(held.spec.holderIdentity ?? "").toBe("");
});

describe("a dry run of the server", () => {
  const actuator = () =>
    new KubernetesActuator({ client, node: NODE, method: "eviction", report: {}, dryRun: true });

  test("leaves the pod and its events as they are", async () => {
    const uid = await runPod(cluster, "cart");
    const { done, sentence } = await actuator().evict(evictionOf("cart", uid), DECISION);
    expect([done, sentence]).toEqual([
      false,
      "Dry run of kubernetes, and the API server agrees: shop/cart would be evicted by the " +
        "Eviction API, grace period 1s.",
    ]);
    expect((await livePod(cluster, "cart")).metadata.deletionTimestamp).toBeUndefined();
    const events = await cluster.admin.getObject<{ items: readonly object[] }>(
      "/api/v1/namespaces/shop/events",
    );
    expect(events.items).toEqual([]);
    await finishDeletion(cluster, "cart");
  });

  test("asks budgets, the uid and RBAC", async () => {
    await createBudget(cluster, "full", 0);
    const kept = await runPod(cluster, "db-0", { budget: "full" });
    const budget = await actuator().evict(evictionOf("db-0", kept), DECISION);
    expect(budget.sentence).toContain("would violate the pod's disruption budget");
    const other = await actuator().evict(evictionOf("db-0", "another"), DECISION);
    expect(other.sentence).toContain("it is another pod now");
    await cluster.bind("plimsoll-act");
    const right = await actuator().evict(evictionOf("db-0", kept), DECISION);
    expect(right.sentence).toContain("grant it by RBAC");
    await cluster.bind("plimsoll-evict", "plimsoll-act");
  });
});
