/** The collector of pods that ended: which go, and when. */
import type { Draw } from "../draw.ts";
import type { KubernetesObject, Story } from "../story.ts";
import { type Controller, nodeStories, standingPod } from "./controller.ts";

export const podCollection: Controller = { name: "PodCollection", draw: drawStory };

function drawStory(draw: Draw, id: string): Story {
  const nodes = nodeStories(draw, 1, 3);
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
