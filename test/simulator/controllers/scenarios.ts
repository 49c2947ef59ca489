/** The controllers that are compared by themselves, and their scenarios. */
import { PINNED_RELEASE } from "../../fidelity/scenario.ts";
import { Draw } from "../draw.ts";
import type { Scenario } from "../scenario.ts";
import { type Controller, standingPod } from "./controller.ts";
import { daemonSet } from "./daemonSet.ts";
import { deployment } from "./deployment.ts";
import { gracePeriod } from "./gracePeriod.ts";
import { job } from "./job.ts";
import { nodeFlaps } from "./nodeFlaps.ts";
import { nodeLifecycle } from "./nodeLifecycle.ts";
import { podCollection } from "./podCollection.ts";
import { preemption } from "./preemption.ts";
import { replicaSet } from "./replicaSet.ts";
import { statefulSet } from "./statefulSet.ts";
import { taintEviction } from "./taintEviction.ts";

export const CONTROLLERS: readonly Controller[] = [
  replicaSet,
  deployment,
  statefulSet,
  daemonSet,
  job,
  podCollection,
  taintEviction,
  nodeLifecycle,
  nodeFlaps,
  preemption,
  gracePeriod,
];

/** The scenario of a seed. */
export function scenarioOf(
  controller: Controller,
  seed: number,
  release = PINNED_RELEASE,
): Scenario {
  const scenario = controller.draw(new Draw(seed), `${seed}`);
  return { ...scenario, ...withClock(scenario), betweenStarts: "1ms", release };
}

/**
 * The module takes the latest start in documents for the moment at which a scenario begins.
 */
function withClock({ nodes, standing }: Scenario): Partial<Scenario> {
  const [first] = nodes;
  if (standing === undefined || first === undefined) return {};
  const node = first.node.metadata.name;
  const spec = { containers: [{ name: "main", image: "app" }], nodeName: node };
  const clock = standingPod({
    name: "clock",
    node,
    phase: "Running",
    created: 0,
    ready: 0,
    spec: { ...spec, tolerations: [{ operator: "Exists" }] },
  });
  return { standing: [...standing, clock] };
}
