/**
 * Small clusters in which a drain is likely to get stuck: strict budgets, full, cordoned and
 * tainted nodes, and pods that tolerate some of it, with and without the ReplicaSets that own them.
 */
import { Random } from "../parsers/random.ts";
import type { DrainCase, KubernetesObject } from "./drainCase.ts";

const NODE = "drained";
const NAMESPACE = "shop";
const APPS = ["cart", "orders", "search"];
const CORDON = { key: "node.kubernetes.io/unschedulable", effect: "NoSchedule" };
const GPU = { key: "gpu", value: "yes", effect: "NoSchedule" };

interface App {
  readonly name: string;
  readonly pods: readonly KubernetesObject[];
  readonly objects: readonly KubernetesObject[];
}

function drawNode(random: Random, name: string): KubernetesObject {
  const isCordoned = random.chance(name === NODE ? 20 : 30);
  const taints = [...(isCordoned ? [CORDON] : []), ...(random.chance(25) ? [GPU] : [])];
  const cpu = String(name === NODE ? 16 : random.below(10));
  return {
    ...{ apiVersion: "v1", kind: "Node" },
    metadata: { name, labels: { "kubernetes.io/hostname": name, disk: random.pick(["a", "b"]) } },
    spec: { ...(isCordoned ? { unschedulable: true } : {}), taints },
    status: { allocatable: { cpu, memory: "64Gi", pods: "110" } },
  };
}

function drawTolerations(random: Random): readonly object[] {
  if (random.chance(10)) return [{ operator: "Exists" }];
  if (random.chance(10)) return [{ ...CORDON, operator: "Exists" }];
  return random.chance(20) ? [{ key: GPU.key, operator: "Exists" }] : [];
}

/** Like a Deployment's: the ReplicaSet is named for the hash of its template. */
function drawApp(random: Random, name: string, index: number): App {
  const hash = `${5 + index}b9d7c`;
  const owner = `${name}-${hash}`;
  const isBare = random.chance(10);
  const reference = { apiVersion: "apps/v1", kind: "ReplicaSet", name: owner, controller: true };
  const labels = { app: name, tier: random.pick(["web", "db"]), "pod-template-hash": hash };
  const spec = {
    tolerations: drawTolerations(random),
    ...(random.chance(15) ? { nodeSelector: { disk: random.pick(["a", "b"]) } } : {}),
    ...(random.chance(10) ? { volumes: [{ name: "scratch", emptyDir: {} }] } : {}),
    containers: [{ name: "main", resources: { requests: { cpu: String(1 + random.below(4)) } } }],
  };
  const replicas = 1 + random.below(4);
  const pods = Array.from({ length: replicas }, (_, pod) => {
    const place = random.pick([NODE, NODE, NODE, "other", null]);
    const ready = place !== null && random.chance(85) ? "True" : "False";
    return {
      ...{ apiVersion: "v1", kind: "Pod" },
      metadata: {
        ...{ namespace: NAMESPACE, name: `${owner}-${pod}`, labels },
        ...(isBare ? {} : { ownerReferences: [{ ...reference, uid: `uid-${owner}` }] }),
      },
      spec: { ...spec, ...(place === null ? {} : { nodeName: place }) },
      status: {
        phase: place === null ? "Pending" : "Running",
        conditions: [{ type: "Ready", status: ready }],
      },
    };
  });
  const set = {
    ...{ apiVersion: "apps/v1", kind: "ReplicaSet" },
    metadata: { namespace: NAMESPACE, name: owner, uid: `uid-${owner}` },
    spec: { replicas },
  };
  return { name, pods, objects: isBare || random.chance(40) ? [] : [set] };
}

type Labels = Readonly<Record<string, string>>;

/** With the status that the disruption controller has written for these pods. */
function drawBudget(random: Random, index: number, pods: readonly KubernetesObject[]) {
  const [key, value] = random.pick([
    ...APPS.map((app) => ["app", app] as const),
    ["tier", random.pick(["web", "db"])] as const,
  ]);
  const selected = pods.filter(({ metadata }) => (metadata.labels as Labels)[key] === value);
  const expectedPods = selected.length;
  const bound = random.pick(["minAvailable", "maxUnavailable"]);
  const amount = random.chance(70) ? random.below(4) : random.pick([0, 34, 50, 100]);
  const isPercent = amount > 3 || random.chance(20);
  const part = isPercent ? Math.ceil((amount * expectedPods) / 100) : amount;
  const desiredHealthy = bound === "minAvailable" ? part : Math.max(expectedPods - part, 0);
  const currentHealthy = selected.filter(isHealthy).length;
  const allowed = expectedPods > 0 ? Math.max(currentHealthy - desiredHealthy, 0) : 0;
  return {
    ...{ apiVersion: "policy/v1", kind: "PodDisruptionBudget" },
    metadata: { namespace: NAMESPACE, name: `budget-${index}`, generation: 1 },
    spec: {
      selector: { matchLabels: { [key]: value } },
      [bound]: isPercent ? `${amount}%` : amount,
    },
    status: {
      ...{ observedGeneration: 1, expectedPods, currentHealthy, desiredHealthy },
      disruptionsAllowed: allowed,
    },
  };
}

function isHealthy({ status }: KubernetesObject): boolean {
  const { conditions } = status as { readonly conditions: readonly { readonly status: string }[] };
  return conditions.some((each) => each.status === "True");
}

/** The cluster of a number: the same in every run. */
export function drawStuck(seed: number, number: number): DrainCase {
  const random = new Random(Math.imul(seed, 1_000_003) + number);
  const nodes = [NODE, "other", "third"].map((name) => drawNode(random, name));
  const apps = APPS.slice(0, 1 + random.below(APPS.length)).map((name, index) =>
    drawApp(random, name, index),
  );
  const pods = apps.flatMap((app) => app.pods);
  const budgets = Array.from({ length: random.below(4) }, (_, index) =>
    drawBudget(random, index, pods),
  );
  return {
    objects: [...nodes, ...apps.flatMap(({ objects }) => objects), ...pods, ...budgets],
    request: { node: NODE, deleteEmptyDir: random.chance(70), force: random.chance(70) },
  };
}
