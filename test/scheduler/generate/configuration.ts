/** KubeSchedulerConfigurations that kube-scheduler starts with. */
import type { JsonObject } from "../../vectors/notation.ts";
import { nodeAffinity } from "./pod.ts";
import type { Draw } from "./source.ts";
import { defaultConstraints } from "./spread.ts";
import { EXTENDED } from "./words.ts";

const API_VERSION = "kubescheduler.config.k8s.io/v1";

/** The plugins that filter or score and can be left out. */
const PLUGINS = [
  "NodeUnschedulable",
  "NodeName",
  "TaintToleration",
  "NodeAffinity",
  "NodePorts",
  "NodeResourcesFit",
  "PodTopologySpread",
  "InterPodAffinity",
  "NodeResourcesBalancedAllocation",
  "ImageLocality",
] as const;
const SCORING = [
  "TaintToleration",
  "NodeAffinity",
  "NodeResourcesFit",
  "PodTopologySpread",
  "InterPodAffinity",
  "NodeResourcesBalancedAllocation",
  "ImageLocality",
] as const;

export function configuration(draw: Draw, nodes: readonly string[]): JsonObject | undefined {
  const sampled = draw.shows("sampling", 40);
  if (!sampled && !draw.shows("configuration", 80)) return undefined;
  const percentage = { percentageOfNodesToScore: draw.pick([0, 1, 5, 30, 50, 99, 100]) };
  const configured = draw.shows("configuration");
  return {
    apiVersion: API_VERSION,
    kind: "KubeSchedulerConfiguration",
    ...(sampled ? percentage : {}),
    ...(configured ? { profiles: profiles(draw, nodes) } : {}),
  };
}

function profiles(draw: Draw, nodes: readonly string[]): JsonObject[] {
  const first = { schedulerName: "default-scheduler", ...profile(draw, nodes) };
  if (!draw.chance(25)) return [first];
  return [first, { schedulerName: "second-scheduler", ...profile(draw, nodes) }];
}

function profile(draw: Draw, nodes: readonly string[]): JsonObject {
  return {
    ...draw.maybe(10, () => ({ percentageOfNodesToScore: draw.pick([0, 10, 60, 100]) })),
    ...draw.maybe(50, () => ({ plugins: plugins(draw) })),
    ...draw.maybe(75, () => ({ pluginConfig: pluginConfig(draw, nodes) })),
  };
}

function plugins(draw: Draw): JsonObject {
  switch (draw.weighted({ disabled: 40, weights: 40, score: 10, one: 10 })) {
    case "disabled":
      return { multiPoint: { disabled: draw.some(PLUGINS, 25).map((name) => ({ name })) } };
    case "weights":
      return { score: reweighted(draw, draw.some(SCORING, 45)) };
    case "score":
      return { score: { disabled: [{ name: "*" }] } };
    default:
      return {
        score: { disabled: [{ name: "*" }], enabled: weighted(draw, [draw.pick(SCORING)]) },
      };
  }
}

/** A weight is changed by taking the plugin out and putting it back. */
function reweighted(draw: Draw, names: readonly string[]): JsonObject {
  return { disabled: names.map((name) => ({ name })), enabled: weighted(draw, names) };
}

function weighted(draw: Draw, names: readonly string[]): JsonObject[] {
  return names.map((name) => ({ name, weight: draw.pick([1, 2, 3, 5, 10, 100, 1000]) }));
}

function pluginConfig(draw: Draw, nodes: readonly string[]): JsonObject[] {
  const all = {
    NodeResourcesFit: () => fitArgs(draw),
    NodeResourcesBalancedAllocation: () => ({ resources: scored(draw, 1) }),
    PodTopologySpread: () => spreadArgs(draw),
    InterPodAffinity: () => ({
      hardPodAffinityWeight: draw.pick([0, 1, 5, 100]),
      ...draw.maybe(40, () => ({ ignorePreferredTermsOfExistingPods: draw.chance(70) })),
    }),
    NodeAffinity: () => addedAffinity(draw, nodes),
  };
  const names = draw.some(Object.keys(all) as (keyof typeof all)[], 45);
  return names.map((name) => ({ name, args: all[name]() }));
}

function fitArgs(draw: Draw): JsonObject {
  return {
    ...draw.maybe(15, () => ({ ignoredResources: [draw.pick(EXTENDED.slice(0, 2))] })),
    ...draw.maybe(10, () => ({ ignoredResourceGroups: ["example.com"] })),
    ...draw.maybe(85, () => ({ scoringStrategy: scoringStrategy(draw) })),
  };
}

function scoringStrategy(draw: Draw): JsonObject {
  const type = draw.pick(["LeastAllocated", "MostAllocated", "RequestedToCapacityRatio"]);
  const resources = draw.maybe(75, () => ({ resources: scored(draw, 10) }));
  if (type !== "RequestedToCapacityRatio") return { type, ...resources };
  return { type, ...resources, requestedToCapacityRatio: { shape: shape(draw) } };
}

/** Utilisation goes up; scores are from 0 to 10. */
function shape(draw: Draw): JsonObject[] {
  const points = draw.chance(50)
    ? [0, 100]
    : [0, 20, 33, 50, 90, 100].filter(() => draw.chance(60));
  const used = points.length > 0 ? points : [50];
  return used.map((utilization) => ({ utilization, score: draw.below(11) }));
}

function scored(draw: Draw, weightMax: number): JsonObject[] {
  const names = draw.some(["cpu", "memory", "ephemeral-storage", ...EXTENDED.slice(0, 2)], 50);
  const used = names.length > 0 ? names : ["cpu"];
  return used.map((name) => ({ name, weight: draw.between(1, weightMax) }));
}

function spreadArgs(draw: Draw): JsonObject {
  if (draw.chance(30)) return { defaultingType: "System" };
  return {
    defaultingType: "List",
    ...draw.maybe(85, () => ({ defaultConstraints: defaultConstraints(draw) })),
  };
}

function addedAffinity(draw: Draw, nodes: readonly string[]): JsonObject {
  const affinity = nodeAffinity(draw, nodes);
  return Object.keys(affinity).length > 0 ? { addedAffinity: affinity } : {};
}
