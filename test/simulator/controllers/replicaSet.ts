/** ReplicaSets: pods that are missing, pods that are too many, and which of them go. */
import type { Draw } from "../draw.ts";
import type { Change, KubernetesObject, Scenario } from "../scenario.ts";
import {
  type Controller,
  deletions,
  inOrder,
  moment,
  nodeScenarios,
  ownerObject,
  ownerOf,
  standingOwner,
  standingPod,
  twoMoments,
} from "./controller.ts";

const OWNER = ownerOf("ReplicaSet");

export const replicaSet: Controller = {
  name: "ReplicaSet",
  draw: (draw, id) => (draw.happens(0.5) ? standing(draw, id) : fresh(draw, id)),
};

/** One that is created, and whose pods come and go. */
function fresh(draw: Draw, id: string): Scenario {
  const replicas = draw.integer(0, 6);
  const nodes = nodeScenarios(draw, 1, 3);
  const create = ownerObject(OWNER, { replicas }, podSpec(draw));
  const changes: Change[] = deletions(draw, OWNER, replicas, 0.2);
  for (const at of twoMoments(draw, 35, 60)) {
    changes.push({ at, scale: OWNER, replicas: draw.integer(0, 7) });
  }
  const first: Change = { at: "3.137s", create };
  return { id, minutes: 1.2, nodes, workloads: [], changes: [first, ...inOrder(changes)] };
}

/** Some pods stay without a node. */
function podSpec(draw: Draw) {
  const resources = { requests: { cpu: `${draw.integer(1, 5)}` } };
  return draw.happens(0.3) ? { containers: [{ name: "main", image: "app", resources }] } : {};
}

/** One with pods in every state, scaled to fewer or more. */
function standing(draw: Draw, id: string): Scenario {
  const nodes = nodeScenarios(draw, 1, 3);
  const names = nodes.map(({ node }) => node.metadata.name);
  const pods = Array.from({ length: draw.integer(1, 7) }, (_, index) =>
    drawPod(draw, index, names),
  );
  const replicas = draw.integer(0, pods.length + 1);
  const owner = standingOwner(ownerObject(OWNER, { replicas: pods.filter(isActive).length }));
  const changes: Change[] = [{ at: moment(draw, 5, 50), scale: OWNER, replicas }];
  return { id, minutes: 1.2, nodes, workloads: [], standing: [owner, ...pods], changes };
}

function isActive({ status }: KubernetesObject): boolean {
  return !/Failed|Succeeded/.test(`${(status as { phase: string }).phase}`);
}

/** No two became ready in one second: of such pods any goes first. */
function drawPod(draw: Draw, index: number, nodes: readonly string[]): KubernetesObject {
  const node = draw.of(nodes);
  const created = index + 8 * draw.of([4, 12, 12, 120, 600, draw.integer(2, 12_000)]);
  const name = `app-p${index}`;
  const pod = { name, owner: OWNER, node, created };
  const kind = draw.integer(0, 9);
  if (kind === 0) return standingPod({ ...pod, phase: draw.of(["Failed", "Succeeded"]) });
  const cost = draw.happens(0.2)
    ? { "controller.kubernetes.io/pod-deletion-cost": drawCost(draw) }
    : {};
  const metadata = { annotations: cost };
  const ready = draw.happens(0.5) ? created : index + 8 * draw.integer(0, Math.floor(created / 8));
  const restartCount = draw.happens(0.2) ? draw.integer(0, 2) : 0;
  const status = { containerStatuses: [{ name: "main", restartCount, ready: true }] };
  return standingPod({ ...pod, phase: "Running", ready, metadata, status });
}

function drawCost(draw: Draw): string {
  return draw.of(["-5", "0", "1", "10", "2147483647", `${draw.integer(-3, 3)}`]);
}
