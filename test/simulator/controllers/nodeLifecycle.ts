/** Node lifecycle: nodes that are not heard, and what their taints and conditions become. */
import type { Draw } from "../draw.ts";
import type { Change, Scenario } from "../scenario.ts";
import { type Controller, inOrder, moment, nodeScenario } from "./controller.ts";

export const nodeLifecycle: Controller = { name: "NodeLifecycle", draw: drawScenario };

function drawScenario(draw: Draw, id: string): Scenario {
  const phase = () => `${draw.integer(0, 9)}.${draw.integer(400, 899)}s`;
  const nodes = Array.from({ length: draw.integer(1, 5) }, (_, index) =>
    nodeScenario(index, { phases: { heartbeat: phase(), eviction: phase() } }),
  );
  const changes: Change[] = [];
  for (const { node } of nodes) {
    const { name } = node.metadata;
    if (draw.happens(0.2)) changes.push({ at: moment(draw, 15, 200), cordon: name });
    if (draw.happens(0.2)) changes.push({ at: moment(draw, 201, 300), uncordon: name });
    if (!draw.happens(0.6)) continue;
    const lost = draw.integer(15, 60);
    changes.push({ at: `${lost}.351s`, disconnect: name });
    const back = lost + draw.integer(1, 150);
    if (draw.happens(0.7)) changes.push({ at: `${back}.351s`, reconnect: name });
  }
  return { id, minutes: 5, nodes, workloads: [], changes: inOrder(changes) };
}
