/** Draws small clusters, other ones than draw.ts: disks, limits, Jobs, cordons, owners that go. */
import { splitMix } from "./splitMix.ts";

type Tree = Readonly<Record<string, unknown>>;

export interface SmallCluster {
  readonly objects: readonly Tree[];
  readonly scenario: Tree;
}

interface OwnerName {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

const KINDS = ["Deployment", "Deployment", "ReplicaSet", "StatefulSet", "DaemonSet", "Job"];

class Dice {
  readonly #unit: () => number;

  constructor(seed: number) {
    this.#unit = splitMix(seed);
  }

  integer(least: number, most: number): number {
    return least + Math.floor(this.#unit() * (most - least + 1));
  }

  happens(chance: number): boolean {
    return this.#unit() < chance;
  }

  /** The members, or none of them. */
  maybe(chance: number, members: () => Tree): Tree {
    return this.happens(chance) ? members() : {};
  }

  of<T>(items: readonly T[]): T {
    return items[this.integer(0, items.length - 1)] as T;
  }

  mebibytes(least: number, most: number): string {
    return `${this.integer(least, most)}Mi`;
  }

  seconds(least: number, most: number): string {
    return `${this.integer(least, most)}s`;
  }
}

export function drawSmall(seed: number): SmallCluster {
  const dice = new Dice(seed);
  const names = Array.from({ length: dice.integer(1, 4) }, (_, index) => `node-${index}`);
  const owners: OwnerName[] = [];
  for (let index = dice.integer(1, 4); index > 0; index--) {
    owners.push({ kind: dice.of(KINDS), namespace: "shop", name: `app-${index}` });
  }
  const nodes = names.map((name) => drawNode(dice, name));
  const objects = [...nodes, ...owners.map((owner) => drawOwner(dice, owner, names))];
  return { objects, scenario: drawScenario(dice, names, owners) };
}

function drawNode(dice: Dice, name: string): Tree {
  const memory = dice.integer(2, 10) * 1024;
  const disk = dice.integer(20, 200);
  const amounts = (bytes: number, pods: number) => ({
    cpu: "4",
    memory: `${bytes}Mi`,
    "ephemeral-storage": `${disk}Gi`,
    pods: `${pods}`,
  });
  const effect = dice.of(["NoExecute", "NoSchedule", "PreferNoSchedule"]);
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: { name, labels: { "kubernetes.io/hostname": name } },
    ...dice.maybe(0.15, () => ({ spec: { taints: [{ key: "maintenance", effect }] } })),
    status: {
      capacity: amounts(memory, 20),
      allocatable: amounts(memory - dice.integer(0, 800), dice.integer(3, 20)),
    },
  };
}

function drawOwner(dice: Dice, { kind, namespace, name }: OwnerName, nodes: readonly string[]) {
  const labels = { app: name };
  const template = { metadata: { labels }, spec: drawPod(dice, kind, nodes) };
  const isJob = kind === "Job";
  const count = isJob
    ? { parallelism: dice.integer(1, 3), backoffLimit: dice.integer(0, 4) }
    : { replicas: dice.integer(0, 5), selector: { matchLabels: labels } };
  const isParallel = kind === "StatefulSet" && dice.happens(0.5);
  return {
    apiVersion: isJob ? "batch/v1" : "apps/v1",
    kind,
    metadata: { namespace, name },
    spec: { ...count, ...(isParallel ? { podManagementPolicy: "Parallel" } : {}), template },
  };
}

function drawPod(dice: Dice, kind: string, nodes: readonly string[]): Tree {
  const containers = Array.from({ length: dice.happens(0.25) ? 2 : 1 }, (_, index) => ({
    name: `c${index}`,
    image: "app",
    resources: {
      ...dice.maybe(0.7, () => ({
        requests: { memory: dice.mebibytes(50, 1500), cpu: `${dice.integer(50, 1500)}m` },
      })),
      ...dice.maybe(0.3, () => ({ limits: { memory: dice.mebibytes(1500, 3000) } })),
    },
  }));
  const maintenance = { key: "maintenance", operator: "Exists", effect: "NoExecute" };
  const lasts = dice.maybe(0.7, () => ({ tolerationSeconds: dice.integer(0, 300) }));
  return {
    containers,
    tolerations: dice.happens(0.2) ? [{ ...maintenance, ...lasts }] : [],
    ...dice.maybe(0.2, () => ({ priority: dice.integer(0, 100) })),
    ...dice.maybe(0.1, () => ({ nodeName: dice.of(nodes) })),
    ...(kind === "Job" ? { restartPolicy: dice.of(["Never", "OnFailure"]) } : {}),
  };
}

function drawScenario(dice: Dice, nodes: readonly string[], owners: readonly OwnerName[]): Tree {
  const workloads = owners.filter(() => dice.happens(0.85)).map((owner) => drawUse(dice, owner));
  const phase = () => `${dice.integer(0, 9)}.${dice.integer(0, 9)}s`;
  const phases = (name: string) => ({ name, heartbeat: phase(), evictionStep: phase() });
  return {
    seed: dice.integer(0, 1e6),
    // What failed long ago goes from a cycle by itself.
    terminatedPodThreshold: 0,
    kubelet: drawKubelet(dice),
    system: { memory: dice.mebibytes(100, 900), disk: `${dice.integer(1, 10)}Gi` },
    workloads,
    changes: drawChanges(dice, nodes, owners),
    ...dice.maybe(0.5, () => ({ nodes: nodes.map(phases) })),
  };
}

function drawUse(dice: Dice, owner: OwnerName): Tree {
  const base = dice.integer(20, 900);
  const spike = () => ({
    at: dice.seconds(10, 500),
    for: dice.seconds(5, 100),
    add: dice.mebibytes(100, 1500),
    ...dice.maybe(0.7, () => ({ every: `${dice.integer(2, 10)}m` })),
  });
  const memory = {
    base: `${base}Mi`,
    growth: `${dice.integer(0, 12)}Mi/s`,
    max: `${base + dice.integer(0, 2500)}Mi`,
    ...dice.maybe(0.25, () => ({ spikes: [spike()] })),
  };
  const write = () => `${dice.integer(0, 60)}Mi/s`;
  return {
    owner,
    memory,
    ...dice.maybe(0.35, () => ({ disk: { write: write(), max: `${dice.integer(20, 150)}Gi` } })),
    ...dice.maybe(0.2, () => ({ restart: "keeps" })),
  };
}

function drawKubelet(dice: Dice): Tree {
  const available = dice.happens(0.2) ? `${dice.integer(3, 20)}%` : dice.mebibytes(100, 900);
  const soft = () => ({
    evictionSoft: { "memory.available": "1500Mi" },
    evictionSoftGracePeriod: { "memory.available": dice.seconds(5, 60) },
  });
  return {
    evictionHard: {
      "memory.available": available,
      "nodefs.available": `${dice.integer(5, 30)}%`,
    },
    ...dice.maybe(0.6, () => ({ evictionPressureTransitionPeriod: dice.seconds(5, 400) })),
    ...dice.maybe(0.25, soft),
  };
}

function drawChanges(dice: Dice, nodes: readonly string[], owners: readonly OwnerName[]): Tree[] {
  const changes: Tree[] = [];
  const at = () => dice.seconds(30, 1500);
  const node = () => ({ kind: "Node", name: dice.of(nodes) });
  const taints = [{ key: "maintenance", effect: "NoExecute" }];
  if (dice.happens(0.2)) changes.push({ at: at(), apply: { ...node(), unschedulable: true } });
  if (dice.happens(0.15)) changes.push({ at: at(), apply: { ...node(), taints } });
  if (dice.happens(0.12)) changes.push({ at: at(), disconnect: dice.of(nodes) });
  const scaled = owners.filter(({ kind }) => /^(Deployment|ReplicaSet|StatefulSet)$/.test(kind));
  if (dice.happens(0.15) && scaled.length > 0) {
    changes.push({ at: at(), apply: { ...dice.of(scaled), replicas: dice.integer(0, 6) } });
  }
  if (dice.happens(0.08)) changes.push({ at: at(), delete: dice.of(owners) });
  return changes;
}
