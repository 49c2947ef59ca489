/** Jobs: pods that fail, back-off, and how often they may. */
import type { Draw } from "../draw.ts";
import type { Change, KubernetesObject, Scenario, Workload } from "../scenario.ts";
import {
  before,
  type Controller,
  inOrder,
  moment,
  nodeScenarios,
  ownerObject,
  ownerOf,
  standingOwner,
  standingPod,
  type Tree,
  uidOf,
} from "./controller.ts";

const OWNER = ownerOf("Job");

export const job: Controller = {
  name: "Job",
  draw: (draw, id) => (draw.happens(0.5) ? standing(draw, id) : fresh(draw, id)),
};

function drawSpec(draw: Draw): Tree {
  return {
    ...(draw.happens(0.8) ? { parallelism: draw.integer(0, 4) } : {}),
    ...(draw.happens(0.5) ? { completions: draw.integer(0, 6) } : {}),
    ...(draw.happens(0.8) ? { backoffLimit: draw.integer(0, 4) } : {}),
    ...(draw.happens(0.15) ? { activeDeadlineSeconds: draw.integer(10, 150) } : {}),
    ...(draw.happens(0.1) ? { suspend: draw.happens(0.7) } : {}),
    ...(draw.happens(0.15)
      ? { podReplacementPolicy: draw.of(["Failed", "TerminatingOrFailed"]) }
      : {}),
  };
}

function drawPodSpec(draw: Draw): Tree {
  const resources = { limits: { memory: "200Mi" }, requests: { memory: "100Mi" } };
  return {
    containers: [{ name: "main", image: "app", resources }],
    restartPolicy: draw.of(["Never", "OnFailure"]),
  };
}

/** Containers reach their limit after some time, or never. */
function drawWorkloads(draw: Draw): Workload[] {
  if (draw.happens(0.4)) return [];
  const growth = draw.integer(2, 30);
  const memory = { base: "100Mi", growthPerSecond: `${growth}Mi`, max: "300Mi" };
  return [{ owner: OWNER, memory }];
}

function fresh(draw: Draw, id: string): Scenario {
  const nodes = nodeScenarios(draw, 1, 2);
  const spec = drawSpec(draw);
  const create = ownerObject(OWNER, spec, drawPodSpec(draw));
  const workloads = drawWorkloads(draw);
  const wanted = Math.min(Number(spec.parallelism ?? 1), Number(spec.completions ?? 9));
  const changes: Change[] = [];
  if (workloads.length === 0 && spec.suspend !== true) {
    for (let number = 1; number <= wanted; number++) {
      if (!draw.happens(0.4)) continue;
      changes.push({ at: moment(draw, 7, 9), deletePod: OWNER, number });
    }
  }
  const first: Change = { at: "3.137s", create };
  return { id, minutes: 3, nodes, workloads, changes: [first, ...inOrder(changes)] };
}

/** One that has counted pods that succeeded or failed before. */
function standing(draw: Draw, id: string): Scenario {
  const nodes = nodeScenarios(draw, 1, 2);
  const names = nodes.map(({ node }) => node.metadata.name);
  const spec = drawSpec(draw);
  const podSpec = drawPodSpec(draw);
  const object = ownerObject(OWNER, spec, podSpec);
  const labels = { "batch.kubernetes.io/controller-uid": uidOf(OWNER) };
  const running = draw.integer(0, 3);
  const pods = Array.from({ length: running }, (_, index) =>
    drawPod(draw, `app-p${index}`, draw.of(names), podSpec, labels),
  );
  const ended = draw.happens(0.2) ? [drawCondition(draw)] : [];
  const status = {
    startTime: before(draw.integer(1, 100)),
    active: pods.length,
    ...(draw.happens(0.4) ? { succeeded: draw.integer(1, 5) } : {}),
    ...(draw.happens(0.4) ? { failed: draw.integer(1, 5) } : {}),
    ...(ended.length > 0 ? { conditions: ended } : {}),
  };
  const owner = withStatus(standingOwner(object), labels, status);
  // Existing pods start and end at whole seconds, as a deadline does.
  const workloads = "activeDeadlineSeconds" in spec ? [] : drawWorkloads(draw);
  return {
    id,
    minutes: 3,
    nodes,
    workloads,
    standing: [owner, ...pods],
    changes: [],
  };
}

function drawCondition(draw: Draw): Tree {
  const type = draw.of(["Complete", "Failed"]);
  return { type, status: "True", lastTransitionTime: before(1), lastProbeTime: before(1) };
}

/** The selector and the labels that the API server has given it. */
function withStatus(object: KubernetesObject, labels: Tree, status: Tree): KubernetesObject {
  const spec = object.spec as { template: { metadata: { labels: Tree } } };
  const metadata = { labels: { ...spec.template.metadata.labels, ...labels } };
  const selector = { matchLabels: labels };
  return {
    ...object,
    spec: { ...spec, selector, template: { ...spec.template, metadata } },
    status,
  };
}

function drawPod(
  draw: Draw,
  name: string,
  node: string,
  spec: Tree,
  labels: Tree,
): KubernetesObject {
  const created = draw.integer(20, 90);
  const metadata = { finalizers: ["batch.kubernetes.io/job-tracking"] };
  const pod = { name, owner: OWNER, node, created, spec: { ...spec, nodeName: node }, labels };
  const kind = draw.integer(0, 9);
  // Those that ended have been counted, so the controller has nothing more to do with them.
  if (kind === 0) return standingPod({ ...pod, phase: "Succeeded" });
  if (kind === 1) return standingPod({ ...pod, phase: "Failed" });
  return standingPod({ ...pod, phase: "Running", ready: created - 10, metadata });
}
