/** Evictions as a real API server answers them, compared with the first round of a drain. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DrainEvent } from "../../analysis/engine/drain.ts";
import { SchedulerEngine } from "../../analysis/engine/schedulerEngine.ts";
import { loadModule } from "../../hosts/system/modules.ts";
import { Random } from "../parsers/random.ts";
import type { Cluster } from "./cluster.ts";
import { clusterForTests } from "./clusterForTests.ts";

const SEED = Number(process.env.FUZZ_SEED ?? 20261125);
const CASES = 150;
const STATUS_PATCH = "application/merge-patch+json";
const SELECTOR = { matchLabels: { app: "cart" } };

let cluster: Cluster;
beforeAll(async () => {
  cluster = await clusterForTests();
});
afterAll(() => cluster?.stop());

interface Answer {
  readonly code: number;
  readonly message?: string;
  readonly cause?: string;
}

const random = new Random(SEED);

/** A budget as its author wrote it, and as the disruption controller may have left it. */
function budget(name: string) {
  const desired = random.below(4);
  const current = random.below(5);
  const allowed = random.chance(40) ? 0 : random.below(3);
  const condition = random.pick([
    null,
    { status: "False", reason: "SyncFailed", message: "found no controllers for pod cart" },
    { status: "False", reason: "SyncFailed", message: "" },
    { status: "False", reason: "InsufficientPods", message: "" },
    { status: "False", reason: "InsufficientPods", message: "none are left" },
    { status: "True", reason: "SufficientPods", message: "some are left" },
  ]);
  const disrupted = random.chance(20) ? { "cart-9": "2026-11-21T10:00:00Z" } : {};
  const policy = random.pick([null, "IfHealthyBudget", "AlwaysAllow"]);
  return {
    object: {
      apiVersion: "policy/v1",
      kind: "PodDisruptionBudget",
      metadata: { name },
      spec: {
        minAvailable: 1,
        ...(random.chance(10) ? {} : { selector: random.chance(10) ? {} : SELECTOR }),
        ...(policy === null ? {} : { unhealthyPodEvictionPolicy: policy }),
      },
    },
    status: {
      observedGeneration: random.chance(10) ? 0 : 1,
      currentHealthy: current,
      desiredHealthy: desired,
      expectedPods: current,
      disruptionsAllowed: allowed,
      disruptedPods: disrupted,
      conditions:
        condition === null
          ? []
          : [
              {
                type: "DisruptionAllowed",
                lastTransitionTime: "2026-11-21T10:00:00Z",
                observedGeneration: 1,
                ...condition,
              },
            ],
    },
  };
}

async function setStatus(path: string, status: object): Promise<void> {
  const body = { status };
  const contentType = STATUS_PATCH;
  await cluster.admin.request({ method: "PATCH", path: `${path}/status`, contentType, body });
}

/** One namespace with a pod and its budgets; answers the objects as the server lists them. */
async function situation(namespace: string): Promise<object> {
  await cluster.create("/api/v1/namespaces", {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: { name: namespace },
  });
  const pods = `/api/v1/namespaces/${namespace}/pods`;
  await cluster.create(pods, {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "cart", ...(random.chance(10) ? {} : { labels: { app: "cart" } }) },
    spec: { nodeName: "drained", containers: [{ name: "main", image: "registry.invalid/main" }] },
  });
  await setStatus(`${pods}/cart`, {
    phase: random.pick(["Running", "Running", "Running", "Running", "Pending", "Succeeded"]),
    conditions: [{ type: "Ready", status: random.pick(["True", "True", "False", "Unknown"]) }],
  });
  const budgets = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
  const count = random.pick([0, 1, 1, 1, 1, 1, 2]);
  for (let index = 0; index < count; index++) {
    const { object, status } = budget(`budget-${index}`);
    await cluster.create(budgets, object);
    await setStatus(`${budgets}/budget-${index}`, status);
  }
  const lists = await Promise.all(
    [pods, budgets].map((path) => cluster.admin.getObject<{ items: object[] }>(path)),
  );
  const node = { kind: "Node", metadata: { name: "drained" } };
  const kinds = ["Pod", "PodDisruptionBudget"];
  const items = lists.flatMap(({ items }, index) =>
    items.map((item) => ({ ...item, kind: kinds[index] })),
  );
  return { kind: "List", items: [node, ...items] };
}

async function serverAnswer(namespace: string): Promise<Answer> {
  const { status, body } = await cluster.admin.answer({
    method: "POST",
    path: `/api/v1/namespaces/${namespace}/pods/cart/eviction?dryRun=All`,
    body: {
      apiVersion: "policy/v1",
      kind: "Eviction",
      metadata: { name: "cart", namespace },
    },
  });
  const { message, details } = JSON.parse(body.toString());
  if (status < 300) return { code: 201 };
  const [cause] = (details?.causes ?? []) as { message: string }[];
  return { code: status, message, ...(cause === undefined ? {} : { cause: cause.message }) };
}

function ourAnswer([event]: readonly DrainEvent[]): Answer {
  if (event?.kind === "Evicted") return { code: 201 };
  if (event?.kind !== "Blocked") throw new Error(`unexpected event ${event?.kind}`);
  const { code, message, cause } = event;
  return { code, message, ...(cause === undefined ? {} : { cause }) };
}

test(`${CASES} evictions are answered as the server answers them, seed ${SEED}`, async () => {
  const engine = new SchedulerEngine(await loadModule("scheduler"));
  const codes = new Map<number, number>();
  for (let index = 0; index < CASES; index++) {
    const namespace = `drain-${index}`;
    const objects = await situation(namespace);
    const theirs = await serverAnswer(namespace);
    engine.clear();
    engine.configure(JSON.stringify({ plimsoll: { kubernetesVersion: "1.35" } }));
    engine.objects(JSON.stringify(objects));
    const { events } = engine.drain({ node: "drained", force: true }).parse();
    expect({ ours: ourAnswer(events), objects }).toEqual({ ours: theirs, objects });
    codes.set(theirs.code, (codes.get(theirs.code) ?? 0) + 1);
  }
  // Each kind of answer was among them.
  expect([...codes.keys()].sort()).toEqual([201, 429, 500]);
}, 300_000);
