import type { JsonObject } from "../../vectors/notation.ts";
import type { Feature, Release, Scenario } from "../scenario.ts";
import { configuration } from "./configuration.ts";
import { nodes } from "./node.ts";
import { namespaces, owners, priorityClasses } from "./owners.ts";
import { namespacesOf, pods, type Surroundings } from "./pod.ts";
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
  const objects = [
    ...nodeObjects,
    ...namespaces(draw, around.namespaces),
    ...owners(draw, around.namespaces),
    ...classes,
    ...standing(draw, around),
    ...waiting(draw, around),
  ];
  return { id: `${seed}-${number}`, release, objects, ...(config === undefined ? {} : { config }) };
}

function schedulersOf(config: JsonObject | undefined): string[] {
  const profiles = (config?.profiles ?? []) as readonly JsonObject[];
  const names = profiles.map(({ schedulerName }) => schedulerName as string);
  return names.length > 0 ? names : ["default-scheduler"];
}

/** Pods that have a node, few of them over or going. */
function standing(draw: Draw, around: Surroundings): JsonObject[] {
  const count = draw.below(1 + Math.min(60, 4 * around.nodes.length));
  return pods(draw, count, "on", around, () => ({
    nodeName: draw.chance(98) ? draw.pick(around.nodes) : "gone",
    ...(draw.chance(4) ? { status: { phase: draw.pick(["Succeeded", "Failed"]) } } : {}),
  }));
}

function waiting(draw: Draw, around: Surroundings): JsonObject[] {
  return pods(draw, draw.between(2, 12), "new", around, () => ({
    ...(draw.shows("gates", 15) ? { schedulingGates: [{ name: "example.com/gate" }] } : {}),
    ...(draw.shows("nominated", 25)
      ? { status: { nominatedNodeName: draw.pick(around.nodes) } }
      : {}),
  }));
}
