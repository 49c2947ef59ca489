/** Preemption of the scheduler: whom a pod drives from which node, and what follows. */
import type { Draw } from "../draw.ts";
import type { Change, KubernetesObject, Scenario } from "../scenario.ts";
import { type Controller, NAMESPACE, nodeScenario, standingPod } from "./controller.ts";

const APPS = ["web", "db", "job"];

export const preemption: Controller = { name: "Preemption", draw: drawScenario };

function drawScenario(draw: Draw, id: string): Scenario {
  const nodes = Array.from({ length: draw.integer(1, 4) }, (_, index) =>
    nodeScenario(index, { cpu: "4", pods: draw.happens(0.2) ? draw.integer(1, 4) : 110 }),
  );
  const pods: KubernetesObject[] = [];
  for (const { node } of nodes) {
    let free = 4;
    for (let count = draw.integer(1, 4); count > 0 && free > 0; count--) {
      const cpu = draw.integer(1, free);
      free -= cpu;
      pods.push(drawPod(draw, `pod-${pods.length}`, node.metadata.name, cpu));
    }
  }
  const budgets = APPS.filter(() => draw.happens(0.35)).map((app) => drawBudget(draw, app, pods));
  const changes: Change[] = [];
  // The module's budgets stay as they are: the second pod would find others.
  for (let count = budgets.length > 0 ? 1 : draw.integer(1, 2); count > 0; count--) {
    const create = newPod(draw, `new-${changes.length}`);
    changes.push({ at: `${5 + changes.length * 12}.137s`, create });
  }
  return { id, minutes: 0.6, nodes, workloads: [], standing: [...pods, ...budgets], changes };
}

function drawPod(draw: Draw, name: string, node: string, cpu: number): KubernetesObject {
  // Nodes that are alike in everything else differ in when their pods started.
  const created = 1000 + draw.integer(0, 100_000);
  const containers = [{ name: "main", image: "app", resources: { requests: { cpu: `${cpu}` } } }];
  const spec = { containers, nodeName: node, priority: draw.of([-10, 0, 0, 1, 5, 10, 100]) };
  const labels = { app: draw.of(APPS) };
  return standingPod({ name, node, created, phase: "Running", ready: created, spec, labels });
}

function newPod(draw: Draw, name: string): KubernetesObject {
  const cpu = `${draw.integer(1, 4)}`;
  const never = draw.happens(0.1) ? { preemptionPolicy: "Never" } : {};
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name, namespace: NAMESPACE, labels: { app: "new" } },
    spec: {
      containers: [{ name: "main", image: "app", resources: { requests: { cpu } } }],
      priority: draw.of([0, 1, 6, 10, 50, 200, 1000]),
      ...never,
    },
  };
}

/** A budget as its controller has counted it. */
function drawBudget(draw: Draw, app: string, pods: readonly KubernetesObject[]): KubernetesObject {
  const healthy = pods.filter(
    ({ metadata }) => (metadata.labels as { app: string }).app === app,
  ).length;
  const minAvailable = draw.integer(0, healthy + 1);
  return {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name: app, namespace: NAMESPACE, generation: 1, uid: `22222222-${app}` },
    spec: { minAvailable, selector: { matchLabels: { app } } },
    status: {
      observedGeneration: 1,
      currentHealthy: healthy,
      desiredHealthy: minAvailable,
      expectedPods: healthy,
      disruptionsAllowed: Math.max(0, healthy - minAvailable),
    },
  };
}
