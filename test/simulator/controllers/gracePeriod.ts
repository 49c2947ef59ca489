/** Pods whose grace period is 0, and others, that are deleted, scaled down or evicted by taints. */
import type { Draw } from "../draw.ts";
import type { Change, Scenario } from "../scenario.ts";
import {
  type Controller,
  deletions,
  inOrder,
  moment,
  NAMESPACE,
  nodeScenarios,
  ownerObject,
  ownerOf,
  standingPod,
  type Tree,
  twoMoments,
} from "./controller.ts";

const KINDS = ["ReplicaSet", "Deployment", "StatefulSet", "Job"] as const;

export const gracePeriod: Controller = { name: "GracePeriod", draw: drawScenario };

function drawScenario(draw: Draw, id: string): Scenario {
  const nodes = nodeScenarios(draw, 1, 2);
  const names = nodes.map(({ node }) => node.metadata.name);
  const owner = ownerOf(draw.of(KINDS));
  const count = draw.integer(1, 4);
  const isJob = owner.kind === "Job";
  const counts = isJob ? { parallelism: count, completions: count } : { replicas: count };
  const replacement = draw.happens(0.5) ? { podReplacementPolicy: "Failed" } : {};
  const resources = { requests: { cpu: isJob ? "1" : `${draw.integer(1, 5)}` } };
  const object = ownerObject(
    owner,
    { ...counts, ...(isJob ? replacement : {}) },
    {
      containers: [{ name: "main", image: "app", resources }],
      ...drawGrace(draw),
      ...(isJob ? { restartPolicy: "Never" } : {}),
    },
  );
  const alone = Array.from({ length: draw.integer(0, 2) }, (_, index) => {
    const node = draw.of(names);
    const spec = { containers: [{ name: "main", image: "app" }], nodeName: node };
    const name = `alone-${index}`;
    const more = { ...spec, ...drawGrace(draw) };
    return standingPod({ name, node, created: 100, phase: "Running", ready: 90, spec: more });
  });
  const changes: Change[] = alone
    .filter(() => draw.happens(0.6))
    .map(({ metadata: { name } }) => ({
      at: moment(draw, 10, 33),
      delete: { kind: "Pod", namespace: NAMESPACE, name },
    }));
  if (isJob) changes.push(...deletions(draw, owner, count, 0.5));
  else if (draw.happens(0.4)) {
    changes.push({ at: moment(draw, 35, 70), taint: draw.of(names), key: "maintenance" });
  }
  const isScaled = owner.kind === "ReplicaSet" || owner.kind === "StatefulSet";
  if (isScaled && draw.happens(0.5)) {
    for (const at of twoMoments(draw, 34, 70)) {
      changes.push({ at, scale: owner, replicas: draw.integer(0, 4) });
    }
  } else if (owner.kind === "Deployment") changes.push(...deletions(draw, owner, count, 0.4));
  const first: Change = { at: "3.137s", create: object };
  const standing = alone.length > 0 ? { standing: alone } : {};
  return {
    id,
    minutes: 2,
    nodes,
    workloads: [],
    ...standing,
    changes: [first, ...inOrder(changes)],
  };
}

function drawGrace(draw: Draw): Tree {
  if (draw.happens(0.2)) return {};
  return { terminationGracePeriodSeconds: draw.happens(0.7) ? 0 : draw.integer(1, 60) };
}
