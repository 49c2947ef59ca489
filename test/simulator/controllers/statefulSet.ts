/** StatefulSets: pods by their ordinals, one after another or all at once. */
import type { Draw } from "../draw.ts";
import type { Change, KubernetesObject, Scenario } from "../scenario.ts";
import {
  type Controller,
  inOrder,
  moment,
  NAMESPACE,
  nodeScenarios,
  ownerObject,
  ownerOf,
  standingOwner,
  standingPod,
  type Tree,
  twoMoments,
} from "./controller.ts";

const OWNER = ownerOf("StatefulSet");

export const statefulSet: Controller = {
  name: "StatefulSet",
  draw: (draw, id) => (draw.happens(0.5) ? standing(draw, id) : fresh(draw, id)),
};

function drawSpec(draw: Draw, replicas: number): Tree {
  return {
    replicas,
    serviceName: "app",
    ...(draw.happens(0.5) ? { podManagementPolicy: "Parallel" } : {}),
    ...(draw.happens(0.2) ? { minReadySeconds: draw.integer(0, 12) } : {}),
    ...(draw.happens(0.2) ? { ordinals: { start: draw.integer(0, 3) } } : {}),
  };
}

function startOf(spec: Tree): number {
  return (spec.ordinals as { start: number } | undefined)?.start ?? 0;
}

function drawScales(draw: Draw, chance: number): Change[] {
  const changes: Change[] = [];
  for (const at of twoMoments(draw, 13, 60)) {
    if (draw.happens(chance)) changes.push({ at, scale: OWNER, replicas: draw.integer(0, 5) });
  }
  return changes;
}

function fresh(draw: Draw, id: string): Scenario {
  const replicas = draw.integer(0, 5);
  const nodes = nodeScenarios(draw, 1, 3);
  const spec = drawSpec(draw, replicas);
  const resources = { requests: { cpu: `${draw.integer(2, 7)}` } };
  const pod = draw.happens(0.3) ? { containers: [{ name: "main", image: "app", resources }] } : {};
  const create = ownerObject(OWNER, spec, pod);
  const changes = drawScales(draw, 1);
  if (replicas > 0 && draw.happens(0.5)) {
    // Where all of them have come, and none has gone.
    const ordinal = startOf(spec) + draw.integer(0, Math.min(1, replicas - 1));
    const named = { kind: "Pod", namespace: NAMESPACE, name: `${OWNER.name}-${ordinal}` };
    if (changes.length === 0) changes.push({ at: moment(draw, 25, 60), delete: named });
  }
  const first: Change = { at: "3.137s", create };
  return { id, minutes: 1.2, nodes, workloads: [], changes: [first, ...inOrder(changes)] };
}

/** One with some of its pods, and some beyond its replicas. */
function standing(draw: Draw, id: string): Scenario {
  const nodes = nodeScenarios(draw, 1, 3);
  const names = nodes.map(({ node }) => node.metadata.name);
  const replicas = draw.integer(0, 5);
  // A pod without the hash of a revision is one that a rollout would replace.
  const spec = { ...drawSpec(draw, replicas), updateStrategy: { type: "OnDelete" } };
  const pods: KubernetesObject[] = [];
  for (let ordinal = 0; ordinal < 7; ordinal++) {
    if (draw.happens(ordinal < replicas ? 0.75 : 0.25)) pods.push(drawPod(draw, ordinal, names));
  }
  const owner = standingOwner(ownerObject(OWNER, spec));
  const changes = inOrder(drawScales(draw, 0.6));
  return { id, minutes: 1.2, nodes, workloads: [], standing: [owner, ...pods], changes };
}

function drawPod(draw: Draw, ordinal: number, nodes: readonly string[]): KubernetesObject {
  const name = `${OWNER.name}-${ordinal}`;
  const labels = {
    "statefulset.kubernetes.io/pod-name": name,
    "apps.kubernetes.io/pod-index": `${ordinal}`,
  };
  const pod = { name, owner: OWNER, node: draw.of(nodes), created: 100, labels };
  const named = { spec: { containers: [{ name: "main", image: "app" }], hostname: name } };
  if (draw.happens(0.12)) return standingPod({ ...pod, phase: draw.of(["Failed", "Succeeded"]) });
  return standingPod({ ...pod, phase: "Running", ready: 90, ...named });
}
