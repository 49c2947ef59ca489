import type { JsonObject } from "../../vectors/notation.ts";
import type { Feature, Release, Scenario } from "../scenario.ts";
import { configuration } from "./configuration.ts";
import { nodes } from "./node.ts";
import { namespaces, owners, priorityClasses } from "./owners.ts";
import { namespacesOf, pods, type Surroundings } from "./pod.ts";
import { withPreemption } from "./preemption.ts";
import { resized } from "./resizes.ts";
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

/** Pods that have a node, few of them over or going. */
function standing(draw: Draw, around: Surroundings): JsonObject[] {
  const count = draw.below(1 + Math.min(60, 4 * around.nodes.length));
  const made = pods(draw, count, "on", around, () => ({
    nodeName: draw.chance(98) ? draw.pick(around.nodes) : "gone",
    ...(draw.chance(4) ? { status: { phase: draw.pick(["Succeeded", "Failed"]) } } : {}),
  }));
  return made.map((pod) => (draw.shows("resizes", 40) ? resized(draw, pod) : pod));
}

function waiting(draw: Draw, around: Surroundings): JsonObject[] {
  const made = pods(draw, draw.between(2, 12), "new", around, () => ({
    ...(draw.shows("gates", 15) ? { schedulingGates: [{ name: "example.com/gate" }] } : {}),
  }));
  if (!draw.shows("nominated", 60)) return made;
  // A nominated pod counts on its node for pods of no higher priority.
  return made.map((pod) => ({
    ...(draw.chance(60) ? withPriority(pod, draw.pick([-5, 0, 0, 1, 1, 5])) : pod),
    ...draw.maybe(30, () => ({ status: { nominatedNodeName: draw.pick(around.nodes) } })),
    ...draw.maybe(20, () => ({ metadata: beingDeleted(pod) })),
  }));
}

/** Metadata of a pod without a node that is there until its finalizer is gone. */
function beingDeleted({ metadata }: JsonObject): JsonObject {
  return {
    ...(metadata as JsonObject),
    finalizers: ["example.com/hold"],
    deletionTimestamp: "2026-01-01T07:00:00Z",
    deletionGracePeriodSeconds: 0,
  };
}

function withPriority(pod: JsonObject, priority: number): JsonObject {
  const { priorityClassName: _, ...spec } = pod.spec as JsonObject;
  return { ...pod, spec: { ...spec, priority } };
}
