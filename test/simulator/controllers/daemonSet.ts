/** DaemonSets: on which nodes a pod comes, stays and goes. */
import type { Draw } from "../draw.ts";
import type { Change, KubernetesObject, NodeScenario, Scenario } from "../scenario.ts";
import {
  type Controller,
  inOrder,
  moment,
  nodeScenario,
  ownerObject,
  ownerOf,
  standingOwner,
  standingPod,
  type Tree,
} from "./controller.ts";

const OWNER = ownerOf("DaemonSet");
const KEYS = ["dedicated", "maintenance"];
const EFFECTS = ["NoSchedule", "NoExecute", "PreferNoSchedule"];

export const daemonSet: Controller = { name: "DaemonSet", draw: drawScenario };

function drawScenario(draw: Draw, id: string): Scenario {
  const nodes = Array.from({ length: draw.integer(1, 4) }, (_, index) => drawNode(draw, index));
  const names = nodes.map(({ node }) => node.metadata.name);
  // A pod without the hash of a revision is one that a rollout would replace.
  const object = ownerObject(OWNER, { updateStrategy: { type: "OnDelete" } }, drawPodSpec(draw));
  const changes = drawChanges(draw, names);
  if (draw.happens(0.5)) {
    const first: Change = { at: "3.137s", create: object };
    return { id, minutes: 1.2, nodes, workloads: [], changes: [first, ...changes] };
  }
  const pods = names.flatMap((node) => drawPods(draw, node, object));
  return {
    id,
    minutes: 1.2,
    nodes,
    workloads: [],
    standing: [standingOwner(object), ...pods],
    changes,
  };
}

function drawNode(draw: Draw, index: number): NodeScenario {
  const taints = KEYS.filter(() => draw.happens(0.2)).map((key) => ({
    key,
    ...(draw.happens(0.5) ? { value: "a" } : {}),
    effect: draw.of(EFFECTS),
  }));
  const labels = { zone: draw.of(["east", "west"]) };
  return nodeScenario(index, { labels, ...(taints.length > 0 ? { spec: { taints } } : {}) });
}

function drawPodSpec(draw: Draw): Tree {
  const tolerations = KEYS.filter(() => draw.happens(0.3)).map((key) => ({
    key,
    ...(draw.happens(0.3) ? { operator: "Equal", value: "a" } : { operator: "Exists" }),
    ...(draw.happens(0.4) ? { effect: draw.of(EFFECTS) } : {}),
  }));
  return {
    ...(tolerations.length > 0 ? { tolerations } : {}),
    ...(draw.happens(0.4) ? { nodeSelector: { zone: draw.of(["east", "west", "east"]) } } : {}),
  };
}

function drawChanges(draw: Draw, nodes: readonly string[]): Change[] {
  const changes: Change[] = [];
  for (let count = draw.integer(0, 3); count > 0; count--) {
    const at = moment(draw, 8, 60);
    const node = draw.of(nodes);
    const kind = draw.integer(0, 3);
    if (kind === 0) changes.push({ at, cordon: node });
    else if (kind === 1) changes.push({ at, uncordon: node });
    else if (kind === 2) changes.push({ at, taint: node, key: "maintenance" });
    else changes.push({ at, untaint: node, key: "maintenance" });
  }
  return inOrder(changes);
}

/** None, one or two pods of the node, as the controller makes them. */
function drawPods(draw: Draw, node: string, object: KubernetesObject): KubernetesObject[] {
  const spec = (object.spec as { template: { spec: Tree } }).template.spec;
  const fields = [{ key: "metadata.name", operator: "In", values: [node] }];
  const nodeAffinity = {
    requiredDuringSchedulingIgnoredDuringExecution: {
      nodeSelectorTerms: [{ matchFields: fields }],
    },
  };
  const exists = (key: string, effect: string) => ({ key, operator: "Exists", effect });
  const tolerations = [
    ...((spec.tolerations as Tree[] | undefined) ?? []),
    exists("node.kubernetes.io/not-ready", "NoExecute"),
    exists("node.kubernetes.io/unreachable", "NoExecute"),
    exists("node.kubernetes.io/disk-pressure", "NoSchedule"),
    exists("node.kubernetes.io/memory-pressure", "NoSchedule"),
    exists("node.kubernetes.io/pid-pressure", "NoSchedule"),
    exists("node.kubernetes.io/unschedulable", "NoSchedule"),
  ];
  const count = draw.of([0, 1, 1, 1, 1, 2, 3]);
  return Array.from({ length: count }, (_, index) => {
    const created = 100 + index + 3 * draw.integer(0, 20);
    const hasFailed = index === 0 && draw.happens(0.2);
    return standingPod({
      name: `app-${node}-${index}`,
      owner: OWNER,
      node,
      created,
      phase: hasFailed ? "Failed" : "Running",
      ...(hasFailed ? {} : { ready: created - 5 }),
      spec: { ...spec, affinity: { nodeAffinity }, tolerations },
    });
  });
}
