/** Deployments: their ReplicaSet follows them. */
import type { Draw } from "../draw.ts";
import type { Change, KubernetesObject, Owner, Scenario } from "../scenario.ts";
import {
  type Controller,
  deletions,
  inOrder,
  nodeScenarios,
  ownerObject,
  ownerOf,
  standingOwner,
  standingPod,
  type Tree,
  twoMoments,
  uidOf,
} from "./controller.ts";

const OWNER = ownerOf("Deployment");
const REPLICAS_MAX = 6;

export const deployment: Controller = {
  name: "Deployment",
  draw: (draw, id) => (draw.happens(0.5) ? standing(draw, id) : fresh(draw, id)),
};

function drawSpec(draw: Draw, replicas: number): Tree {
  const strategy = draw.happens(0.3) ? { strategy: { type: "Recreate" } } : {};
  const ready = draw.happens(0.3) ? { minReadySeconds: draw.integer(0, 20) } : {};
  return { replicas, ...strategy, ...ready, ...(draw.happens(0.15) ? { paused: true } : {}) };
}

function drawScales(draw: Draw): Change[] {
  const changes: Change[] = [];
  for (const at of twoMoments(draw, 35, 60)) {
    changes.push({ at, scale: OWNER, replicas: draw.integer(0, REPLICAS_MAX) });
  }
  return changes;
}

function fresh(draw: Draw, id: string): Scenario {
  const replicas = draw.integer(0, REPLICAS_MAX);
  const nodes = nodeScenarios(draw, 1, 3);
  const spec = drawSpec(draw, replicas);
  const create = ownerObject(OWNER, spec);
  // One that is paused makes nothing at first.
  const made = spec.paused === true ? 0 : replicas;
  const changes = [...deletions(draw, OWNER, made, 0.2), ...drawScales(draw)];
  const first: Change = { at: "3.137s", create };
  return { id, minutes: 1.2, nodes, workloads: [], changes: [first, ...inOrder(changes)] };
}

/** One whose rollouts are over: only the ReplicaSet of its template has pods. */
function standing(draw: Draw, id: string): Scenario {
  const nodes = nodeScenarios(draw, 1, 3);
  const names = nodes.map(({ node }) => node.metadata.name);
  const count = draw.integer(0, REPLICAS_MAX);
  const replicas = draw.happens(0.7) ? count : draw.integer(0, REPLICAS_MAX);
  const deployed = standingOwner(ownerObject(OWNER, drawSpec(draw, replicas)));
  const sets = [setOf("app-6d4b", "6d4b", count, "main", "2")];
  if (draw.happens(0.4)) sets.push(setOf("app-5c3a", "5c3a", 0, "other", "1"));
  const pods = Array.from({ length: count }, (_, index) =>
    standingPod({
      name: `app-6d4b-p${index}`,
      owner: ownerOf("ReplicaSet", "app-6d4b"),
      node: draw.of(names),
      phase: "Running",
      created: 100 + index,
      ready: 100 + index,
      labels: { app: "app", "pod-template-hash": "6d4b" },
    }),
  );
  const changes = inOrder(drawScales(draw));
  return {
    id,
    minutes: 1.2,
    nodes,
    workloads: [],
    standing: [deployed, ...sets, ...pods],
    changes,
  };
}

/** A ReplicaSet of the Deployment; that of its template has the same container. */
function setOf(
  name: string,
  hash: string,
  replicas: number,
  container: string,
  revision: string,
): KubernetesObject {
  const owner: Owner = ownerOf("ReplicaSet", name);
  const labels = { app: "app", "pod-template-hash": hash };
  const spec = {
    replicas,
    selector: { matchLabels: labels },
    template: { metadata: { labels }, spec: { containers: [{ name: container, image: "app" }] } },
  };
  const reference = {
    apiVersion: "apps/v1",
    kind: "Deployment",
    name: OWNER.name,
    uid: uidOf(OWNER),
    controller: true,
    blockOwnerDeletion: true,
  };
  const object = standingOwner(ownerObject(owner, spec));
  const metadata = {
    ...object.metadata,
    labels,
    annotations: { "deployment.kubernetes.io/revision": revision },
    ownerReferences: [reference],
  };
  return { ...object, metadata };
}
