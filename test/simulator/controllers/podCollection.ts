/** The collector of pods that ended: which go, and when. */
import type { Draw } from "../draw.ts";
import type { KubernetesObject, Scenario } from "../scenario.ts";
import { type Controller, nodeScenarios, standingPod } from "./controller.ts";

export const podCollection: Controller = { name: "PodCollection", draw: drawScenario };

function drawScenario(draw: Draw, id: string): Scenario {
  const nodes = nodeScenarios(draw, 1, 3);
  const names = nodes.map(({ node }) => node.metadata.name);
  const pods = Array.from({ length: draw.integer(1, 9) }, (_, index) =>
    drawPod(draw, `pod-${index}`, draw.of(names)),
  );
  const terminatedPodThreshold = draw.integer(0, 6);
  const rest = { workloads: [], changes: [], terminatedPodThreshold };
  return { id, minutes: 0.6, nodes, standing: pods, ...rest };
}

function drawPod(draw: Draw, name: string, node: string): KubernetesObject {
  const created = draw.integer(10, 400);
  const phase = draw.of(["Running", "Failed", "Failed", "Succeeded"]);
  if (phase === "Running") return standingPod({ name, node, created, phase, ready: created - 1 });
  const status = phase === "Failed" && draw.happens(0.5) ? { reason: "Evicted" } : {};
  return standingPod({ name, node, created, phase, status });
}
