import type { JsonObject } from "../../vectors/notation.ts";
import type { Feature, Release, Scenario } from "../scenario.ts";
import { configuration } from "./configuration.ts";
import { nodes } from "./node.ts";
import { namespaces, owners, priorityClasses } from "./owners.ts";
import { namespacesOf, pods, type Surroundings } from "./pod.ts";
import { withPreemption } from "./preemption.ts";
import { Draw } from "./source.ts";

/** The scenario of a seed and a number: the same on every machine. */
export function drawScenario(
  seed: number,
  number: number,
  release: Release,
  features?: readonly Feature[],
): Scenario {
  const draw = new Draw(seed, number, release, features);
  const nodeObjects = nodes(draw);
  const names = nodeObjects.map(({ metadata }) => (metadata as JsonObject).name as string);
  const config = configuration(draw, names);
  const classes = priorityClasses(draw);
  const around: Surroundings = {
    nodes: names,
    schedulers: schedulersOf(config),
    priorityClasses: classes.map(({ metadata }) => (metadata as JsonObject).name as string),
    namespaces: namespacesOf(draw),
  };
  const objects: JsonObject[] = [
    ...nodeObjects,
    ...namespaces(draw, around.namespaces),
    ...owners(draw, around.namespaces),
    ...classes,
    ...standing(draw, around),
    ...waiting(draw, around),
  ];
  const preemption = draw.shows("preemption", 40);
  return {
    id: `${seed}-${number}`,
    release,
    objects: preemption ? withPreemption(draw, objects) : objects,
    ...(config === undefined ? {} : { config }),
    ...(preemption ? { preemption } : {}),
  };
}

function schedulersOf(config: JsonObject | undefined): string[] {
  const profiles = (config?.profiles ?? []) as readonly JsonObject[];
  const names = profiles.map(({ schedulerName }) => (schedulerName ?? DEFAULT) as string);
  return names.length > 0 ? names : [DEFAULT];
}

const DEFAULT = "default-scheduler";

const LOWEST = -1_000_000;

/** Pods that have a node, few of them over or going. */
function standing(draw: Draw, around: Surroundings): JsonObject[] {
  const count = draw.below(1 + Math.min(60, 4 * around.nodes.length));
  return pods(draw, count, "on", around, () => ({
    nodeName: draw.chance(98) ? draw.pick(around.nodes) : "gone",
    ...(draw.chance(4) ? { status: { phase: draw.pick(["Succeeded", "Failed"]) } } : {}),
  }));
}

function waiting(draw: Draw, around: Surroundings): JsonObject[] {
  const made = pods(draw, draw.between(2, 12), "new", around, () => ({
    ...(draw.shows("gates", 15) ? { schedulingGates: [{ name: "example.com/gate" }] } : {}),
  }));
  const [first, ...others] = made;
  if (first === undefined || !draw.shows("nominated", 60)) return made;
  // On its node it counts for pods of no higher priority, and for the oracle, which has no queue to
  // find it in, it has none: the others get more.
  return [
    {
      ...withPriority(first, LOWEST),
      status: { nominatedNodeName: draw.pick(around.nodes) },
    },
    ...others.map((pod) => withPriority(pod, draw.pick([1, 1, 5]))),
  ];
}

function withPriority(pod: JsonObject, priority: number): JsonObject {
  const { priorityClassName: _, ...spec } = pod.spec as JsonObject;
  return { ...pod, spec: { ...spec, priority } };
}
