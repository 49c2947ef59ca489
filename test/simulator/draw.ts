/** Draws scenarios: the same number draws the same scenario. */

import {
  type Change,
  type KubernetesObject,
  type NodeScenario,
  nodeObject,
  type Owner,
  type Scenario,
  type Workload,
} from "./scenario.ts";
import { mixedSplitMix } from "./splitMix.ts";

const MINUTES = 40;
const KINDS = ["Deployment", "Deployment", "StatefulSet", "DaemonSet", "ReplicaSet"] as const;

export class Draw {
  readonly unit: () => number;

  constructor(seed: number) {
    this.unit = mixedSplitMix(seed);
  }

  integer(least: number, most: number): number {
    return least + Math.floor(this.unit() * (most - least + 1));
  }

  happens(chance: number): boolean {
    return this.unit() < chance;
  }

  of<T>(items: readonly T[]): T {
    return items[this.integer(0, items.length - 1)] as T;
  }
}

export function drawScenario(seed: number): Scenario {
  const draw = new Draw(seed);
  const nodes = Array.from({ length: draw.integer(1, 4) }, (_, index) => drawNode(draw, index));
  const names = nodes.map(({ node }) => node.metadata.name);
  const owners: { owner: Owner; object: KubernetesObject }[] = [];
  const workloads: Workload[] = [];
  for (let index = draw.integer(1, 3); index > 0; index--) {
    const owner = { kind: draw.of(KINDS), namespace: "shop", name: `app${owners.length + 1}` };
    owners.push({ owner, object: drawOwner(draw, owner, names) });
    workloads.push({ owner, memory: drawMemory(draw) });
  }
  // One after the other: of owners that come at once any order of their pods is legal.
  const creations = owners.map(({ object }, index) => ({
    at: `${3 + index * 11}.137s`,
    create: object,
  }));
  const changes = [...creations, ...drawChanges(draw, names, owners)];
  return { id: `${seed}`, minutes: MINUTES, nodes, workloads, changes };
}

export function mebibytes(draw: Draw, least: number, most: number): string {
  return `${draw.integer(least, most)}Mi`;
}

function drawNode(draw: Draw, index: number): NodeScenario {
  const name = `worker-${index + 1}`;
  const memory = draw.integer(4, 12) * 1024;
  const phase = () => `${draw.integer(0, 9)}.${draw.integer(100, 899)}s`;
  return {
    node: nodeObject(name, memory),
    registersAt: `${index * 10}ms`,
    system: mebibytes(draw, 200, 800),
    kubelet: drawKubelet(draw),
    phases: { heartbeat: phase(), eviction: phase() },
  };
}

function drawKubelet(draw: Draw): Readonly<Record<string, unknown>> {
  const available = (least: number, most: number) => ({
    "memory.available": mebibytes(draw, least, most),
  });
  const soft = {
    evictionSoft: available(900, 1500),
    evictionSoftGracePeriod: { "memory.available": `${draw.integer(10, 90)}s` },
    evictionMaxPodGracePeriod: 30,
  };
  return {
    evictionHard: available(100, 800),
    ...(draw.happens(0.3) ? soft : {}),
    ...(draw.happens(0.5) ? { evictionPressureTransitionPeriod: `${draw.integer(20, 300)}s` } : {}),
    ...(draw.happens(0.2) ? { evictionMinimumReclaim: available(100, 500) } : {}),
  };
}

function drawOwner(draw: Draw, owner: Owner, nodes: readonly string[]): KubernetesObject {
  const { kind, namespace, name } = owner;
  const labels = { app: name };
  const isDaemonSet = kind === "DaemonSet";
  const requests = draw.happens(0.7) ? { requests: { memory: mebibytes(draw, 50, 1500) } } : {};
  const tolerations: object[] = [];
  if (!isDaemonSet && draw.happens(0.15)) {
    const key = "node.kubernetes.io/memory-pressure";
    tolerations.push({ key, operator: "Exists", effect: "NoSchedule" });
  }
  if (draw.happens(0.15)) {
    const seconds = draw.happens(0.7) ? { tolerationSeconds: draw.integer(0, 200) } : {};
    tolerations.push({ key: "maintenance", operator: "Exists", effect: "NoExecute", ...seconds });
  }
  const apart = {
    podAntiAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: [
        { labelSelector: { matchLabels: labels }, topologyKey: "kubernetes.io/hostname" },
      ],
    },
  };
  const spec = {
    containers: [{ name: "app", image: "app", resources: requests }],
    tolerations,
    ...(draw.happens(0.2) ? { priority: draw.integer(0, 1000) } : {}),
    ...(!isDaemonSet && draw.happens(0.1) ? { affinity: apart } : {}),
    ...(draw.happens(0.15) ? { nodeSelector: { "kubernetes.io/hostname": draw.of(nodes) } } : {}),
  };
  const parallel = draw.happens(0.5) ? { podManagementPolicy: "Parallel" } : {};
  return {
    apiVersion: "apps/v1",
    kind,
    metadata: { namespace, name },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec },
      ...(isDaemonSet ? {} : { replicas: draw.integer(1, 4) }),
      ...(kind === "StatefulSet" ? { serviceName: name, ...parallel } : {}),
    },
  };
}

function drawMemory(draw: Draw): Workload["memory"] {
  const base = draw.integer(50, 700);
  const spike = () => ({
    at: `${draw.integer(60, 600)}s`,
    for: `${draw.integer(10, 120)}s`,
    ...(draw.happens(0.6) ? { every: `${draw.integer(3, 10) * 60}s` } : {}),
    add: mebibytes(draw, 200, 2000),
  });
  return {
    base: `${base}Mi`,
    growthPerSecond: mebibytes(draw, 0, 10),
    max: `${base + draw.integer(0, Math.floor(draw.unit() * 2400))}Mi`,
    ...(draw.happens(0.25) ? { spikes: [spike()] } : {}),
  };
}

function drawChanges(
  draw: Draw,
  nodes: readonly string[],
  owners: readonly { readonly owner: Owner }[],
): Change[] {
  const changes: Change[] = [];
  const at = () => `${draw.integer(60, 1800)}.${draw.integer(100, 899)}s`;
  const scaled = owners.map(({ owner }) => owner).filter(({ kind }) => kind !== "DaemonSet");
  if (draw.happens(0.2)) changes.push({ at: at(), cordon: draw.of(nodes) });
  if (draw.happens(0.15)) changes.push({ at: at(), taint: draw.of(nodes), key: "maintenance" });
  if (draw.happens(0.2) && scaled.length > 0) {
    changes.push({ at: at(), scale: draw.of(scaled), replicas: draw.integer(0, 5) });
  }
  if (draw.happens(0.12)) {
    const node = draw.of(nodes);
    const second = draw.integer(60, 900);
    changes.push({ at: `${second}.351s`, disconnect: node });
    const back = second + draw.integer(30, 700);
    if (draw.happens(0.6)) changes.push({ at: `${back}.351s`, reconnect: node });
  }
  return changes;
}
