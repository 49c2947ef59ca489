/** Clusters with owners of every kind, budgets of every form, and pods in every state. */
import { Random } from "../parsers/random.ts";
import type { DrainCase, KubernetesObject } from "./drainCase.ts";

const NODE = "drained";
const APPS = ["cart", "orders", "search"];
const NAMESPACE = "shop";

type Draw<T> = (random: Random) => T;

/** Kinds of owners with what the disruption controller knows of their scale. */
const OWNERS: readonly { readonly apiVersion: string; readonly kind: string }[] = [
  { apiVersion: "apps/v1", kind: "ReplicaSet" },
  { apiVersion: "apps/v1", kind: "ReplicaSet" },
  { apiVersion: "apps/v1", kind: "StatefulSet" },
  { apiVersion: "v1", kind: "ReplicationController" },
  { apiVersion: "apps/v1", kind: "DaemonSet" },
  { apiVersion: "batch/v1", kind: "Job" },
  { apiVersion: "argoproj.io/v1alpha1", kind: "Rollout" },
  // One that takes the name of a DaemonSet: kubectl treats it as any other.
  { apiVersion: "apps.kruise.io/v1alpha1", kind: "DaemonSet" },
];

interface Owner {
  readonly reference: object | null;
  readonly app: string;
  readonly objects: readonly KubernetesObject[];
  readonly pods: number;
}

function drawOwner(random: Random, index: number): Owner {
  const app = random.pick(APPS);
  const pods = 1 + random.below(4);
  if (random.chance(15)) return { reference: null, app, objects: [], pods };
  const { apiVersion, kind } = random.pick(OWNERS);
  const name = `${app}-${index}`;
  const uid = `uid-${name}`;
  const reference = { apiVersion, kind, name, uid, controller: true };
  const replicas = random.chance(70) ? pods : random.below(6);
  const metadata = { namespace: NAMESPACE, name, uid };
  // One that is gone, whose pods are left.
  if (kind !== "DaemonSet" && random.chance(4)) return { reference, app, objects: [], pods };
  const own = { apiVersion, kind, metadata, spec: { replicas } };
  if (kind !== "ReplicaSet" || random.chance(50)) return { reference, app, objects: [own], pods };
  const above = { apiVersion, kind: "Deployment", name: `of-${name}`, uid: `of-${uid}` };
  const deployment = {
    ...{ apiVersion, kind: above.kind },
    metadata: { namespace: NAMESPACE, name: above.name, uid: above.uid },
    spec: { replicas: random.chance(80) ? replicas : random.below(6) },
  };
  const owned = { ...metadata, ownerReferences: [{ ...above, controller: true }] };
  return { reference, app, objects: [deployment, { ...own, metadata: owned }], pods };
}

const drawPhase: Draw<string> = (random) =>
  random.chance(75) ? "Running" : random.pick(["Pending", "Succeeded", "Failed", "Running"]);

function drawPod(random: Random, name: string, { reference, app }: Owner): KubernetesObject {
  const place = random.pick([NODE, NODE, "other", "third", null]);
  const phase = place === null ? "Pending" : drawPhase(random);
  const ready =
    place === null ? null : random.pick(["True", "True", "True", "False", "Unknown", null]);
  const isLocal = random.chance(15);
  return {
    ...{ apiVersion: "v1", kind: "Pod" },
    metadata: {
      ...{ namespace: NAMESPACE, name, uid: `uid-${name}` },
      labels: random.chance(8) ? { tier: "back" } : { app, tier: random.pick(["front", "back"]) },
      ...(reference === null ? {} : { ownerReferences: [reference] }),
      ...(random.chance(5) ? { annotations: { "kubernetes.io/config.mirror": "mirror" } } : {}),
      ...(random.chance(8) ? { deletionTimestamp: "2026-11-25T12:00:00Z" } : {}),
    },
    spec: {
      ...(place === null ? {} : { nodeName: place }),
      containers: [{ name: "main", resources: { requests: { cpu: `${1 + random.below(3)}` } } }],
      ...(isLocal ? { volumes: [{ name: "scratch", emptyDir: {} }] } : {}),
    },
    status: {
      phase,
      conditions: ready === null ? [] : [{ type: "Ready", status: ready }],
    },
  };
}

/** An owner has replaced a pod that has ended or that is being deleted, but for a StatefulSet. */
function withNext(pod: KubernetesObject, { reference }: Owner): readonly KubernetesObject[] {
  const { metadata, spec, status } = pod as unknown as OwnedPod;
  const isOver = ["Succeeded", "Failed"].includes(status.phase) || "deletionTimestamp" in metadata;
  const kind = (reference as { kind?: string } | null)?.kind ?? "StatefulSet";
  if (!isOver || ["StatefulSet", "DaemonSet", "Job"].includes(kind)) return [pod];
  const { deletionTimestamp: _, ...kept } = metadata;
  const name = `${metadata.name}-next`;
  const next = { ...pod, metadata: { ...kept, name, uid: `uid-${name}` } };
  const conditions = [{ type: "Ready", status: "True" }];
  const there = { spec: { ...spec, nodeName: "other" }, status: { phase: "Running", conditions } };
  return [pod, { ...next, ...there }];
}

interface OwnedPod {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
  readonly spec: object;
  readonly status: { readonly phase: string };
}

const drawSelector: Draw<object | null> = (random) => {
  const app = random.pick(APPS);
  return random.pick([
    { matchLabels: { app } },
    { matchLabels: { app } },
    { matchLabels: { app, tier: "front" } },
    { matchExpressions: [{ key: "app", operator: "In", values: [app, random.pick(APPS)] }] },
    { matchExpressions: [{ key: "app", operator: "NotIn", values: [app] }] },
    { matchExpressions: [{ key: "app", operator: "DoesNotExist" }] },
    random.pick([{}, null]),
  ]);
};

const drawAmount: Draw<number | string> = (random) =>
  random.chance(60) ? random.below(4) : `${random.pick([0, 1, 25, 33, 34, 50, 66, 75, 99, 100])}%`;

function drawBudget(random: Random, index: number): KubernetesObject {
  const selector = drawSelector(random);
  const policy = random.pick([null, null, "IfHealthyBudget", "AlwaysAllow"]);
  const bound = random.pick(["minAvailable", "maxUnavailable"]);
  return {
    ...{ apiVersion: "policy/v1", kind: "PodDisruptionBudget" },
    metadata: { namespace: NAMESPACE, name: `budget-${index}`, generation: 1 },
    spec: {
      ...(selector === null ? {} : { selector }),
      [bound]: drawAmount(random),
      ...(policy === null ? {} : { unhealthyPodEvictionPolicy: policy }),
    },
  };
}

function drawNode(name: string, cpu: number): KubernetesObject {
  const allocatable = { cpu: String(cpu), memory: "64Gi", pods: "110" };
  return { apiVersion: "v1", kind: "Node", metadata: { name }, status: { allocatable } };
}

/** The case of a number: the same in every run. */
export function drawCase(seed: number, number: number): DrainCase {
  const random = new Random(Math.imul(seed, 1_000_003) + number);
  const owners = Array.from({ length: 1 + random.below(4) }, (_, index) =>
    drawOwner(random, index),
  );
  const pods = owners.flatMap((owner, index) =>
    Array.from({ length: owner.pods }, (_, pod) =>
      withNext(drawPod(random, `p-${index}-${pod}`, owner), owner),
    ).flat(),
  );
  const budgets = Array.from({ length: random.below(4) }, (_, index) => drawBudget(random, index));
  const nodes = [NODE, "other", "third"].map((name) => drawNode(name, random.below(17)));
  return {
    objects: [...nodes, ...owners.flatMap(({ objects }) => objects), ...pods, ...budgets],
    request: {
      node: NODE,
      ignoreDaemonSets: random.chance(85),
      deleteEmptyDir: random.chance(85),
      force: random.chance(75),
    },
  };
}
