/** Taint eviction: which pods go from a tainted node, when, and which evictions are cancelled. */
import type { Draw } from "../draw.ts";
import type { Change, KubernetesObject, Scenario } from "../scenario.ts";
import {
  type Controller,
  inOrder,
  moment,
  nodeScenarios,
  standingPod,
  type Tree,
} from "./controller.ts";

const KEYS = ["maintenance", "broken", "slow"];
const VALUES = ["a", "b"];

export const taintEviction: Controller = { name: "TaintEviction", draw: drawScenario };

function drawScenario(draw: Draw, id: string): Scenario {
  const nodes = nodeScenarios(draw, 1, 2);
  const names = nodes.map(({ node }) => node.metadata.name);
  const standing = Array.from({ length: draw.integer(1, 5) }, (_, index) =>
    drawPod(draw, `pod-${index}`, draw.of(names)),
  );
  const changes: Change[] = [];
  for (let count = draw.integer(1, 5); count > 0; count--) {
    const key = draw.of(KEYS);
    const at = moment(draw, 5, 90);
    const value = draw.happens(0.5) ? { value: draw.of(VALUES) } : {};
    if (draw.happens(0.6)) changes.push({ at, taint: draw.of(names), key, ...value });
    else changes.push({ at, untaint: draw.of(names), key });
  }
  return { id, minutes: 3, nodes, workloads: [], standing, changes: inOrder(changes) };
}

function drawPod(draw: Draw, name: string, node: string): KubernetesObject {
  const tolerations: Tree[] = [];
  for (let count = draw.integer(0, 3); count > 0; count--) tolerations.push(drawToleration(draw));
  const spec = { containers: [{ name: "main", image: "app" }], nodeName: node, tolerations };
  return standingPod({ name, node, created: 100, phase: "Running", ready: 90, spec });
}

function drawToleration(draw: Draw): Tree {
  const value = draw.happens(0.5) ? { operator: "Equal", value: draw.of(VALUES) } : undefined;
  const seconds = { tolerationSeconds: draw.of([-1, 0, 1, 10, 30, draw.integer(1, 100)]) };
  return {
    ...(draw.happens(0.9)
      ? { key: draw.of(KEYS), ...(value ?? { operator: "Exists" }) }
      : { operator: "Exists" }),
    ...(draw.happens(0.8) ? { effect: "NoExecute" } : {}),
    ...(draw.happens(0.7) ? seconds : {}),
  };
}
