/** Nodes that are lost several times: their heartbeats return for so short that looks miss them. */
import type { Draw } from "../draw.ts";
import type { Change, Scenario } from "../scenario.ts";
import { type Controller, inOrder, nodeScenario } from "./controller.ts";

export const nodeFlaps: Controller = { name: "NodeFlaps", draw: drawScenario };

const MINUTES = 8;
/** No node is lost later, so that what follows is also compared. */
const LAST_LOSS = 330;

function drawScenario(draw: Draw, id: string): Scenario {
  const phase = () => `${draw.integer(0, 9)}.${draw.integer(400, 899)}s`;
  const nodes = Array.from({ length: draw.integer(1, 5) }, (_, index) =>
    nodeScenario(index, { phases: { heartbeat: phase(), eviction: phase() } }),
  );
  // Nodes that are lost together make a zone in which taints stay, or are taken away.
  const together = draw.integer(15, 60);
  const changes = nodes
    .filter(() => draw.happens(0.8))
    .flatMap(({ node }) => drawFlaps(draw, node.metadata.name, together));
  return { id, minutes: MINUTES, nodes, workloads: [], changes: inOrder(changes) };
}

/** Losses of a node, with returns between them for less than two heartbeats, or for longer. */
function drawFlaps(draw: Draw, node: string, together: number): Change[] {
  const changes: Change[] = [];
  let at = draw.happens(0.6) ? together + draw.integer(0, 3) : draw.integer(15, 120);
  for (let left = draw.integer(1, 4); left > 0 && at < LAST_LOSS; left--) {
    changes.push({ at: `${at}.351s`, disconnect: node });
    at += draw.happens(0.7) ? draw.integer(40, 130) : draw.integer(1, 40);
    if (left === 1 && draw.happens(0.5)) break;
    changes.push({ at: `${at}.351s`, reconnect: node });
    at += draw.happens(0.7) ? draw.integer(1, 19) : draw.integer(20, 90);
  }
  return changes;
}
