/** KubeSchedulerConfigurations that kube-scheduler starts with. */
import type { JsonObject } from "../../vectors/notation.ts";
import { nodeAffinity } from "./pod.ts";
import { refused } from "./refusedConfiguration.ts";
import type { Draw } from "./source.ts";
import { defaultConstraints } from "./spread.ts";
import { EXTENDED, FOREIGN_PLUGIN } from "./words.ts";

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
const FILTERING = [
  "NodeUnschedulable",
  "NodeName",
  "TaintToleration",
  "NodeAffinity",
  "NodePorts",
  "NodeResourcesFit",
  "VolumeZone",
  "PodTopologySpread",
  "InterPodAffinity",
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
  const isRefused = draw.shows("refused", 6);
  if (!sampled && !isRefused && !draw.shows("configuration", 80)) return undefined;
  const percentage = { percentageOfNodesToScore: draw.pick([0, 1, 5, 30, 50, 99, 100]) };
  const configured = isRefused || draw.shows("configuration");
  const drawn = {
    apiVersion: API_VERSION,
    kind: "KubeSchedulerConfiguration",
    ...(sampled ? percentage : {}),
    ...draw.maybe(10, () => ({ parallelism: draw.pick([1, 8, 16]) })),
    ...(configured ? { profiles: profiles(draw, nodes) } : {}),
    ...(configured ? draw.maybe(2, () => ({ extenders: extenders(draw) })) : {}),
  };
  return isRefused ? refused(draw, drawn) : drawn;
}

function profiles(draw: Draw, nodes: readonly string[]): JsonObject[] {
  const named = draw.chance(90) ? { schedulerName: "default-scheduler" } : {};
  const first = profile(draw, nodes);
  if (!draw.chance(25)) return [{ ...named, ...first }];
  return [
    { schedulerName: "default-scheduler", ...first },
    { schedulerName: "second-scheduler", ...profile(draw, nodes) },
  ];
}

function profile(draw: Draw, nodes: readonly string[]): JsonObject {
  return {
    ...draw.maybe(10, () => ({ percentageOfNodesToScore: draw.pick([0, 10, 60, 100]) })),
    ...draw.maybe(60, () => ({ plugins: plugins(draw) })),
    ...draw.maybe(75, () => ({ pluginConfig: pluginConfig(draw, nodes) })),
  };
}

/** Extenders: with one, every pod is reported as not evaluated. */
function extenders(draw: Draw): JsonObject[] {
  return [
    {
      urlPrefix: "http://127.0.0.1:8888/scheduler",
      filterVerb: "filter",
      ...draw.maybe(50, () => ({ prioritizeVerb: "prioritize", weight: draw.between(1, 5) })),
    },
  ];
}

type Entry = { readonly name: string; readonly weight?: number };

function plugins(draw: Draw): JsonObject {
  switch (
    draw.weighted({
      disabled: 21,
      after: 4,
      weights: 25,
      score: 8,
      one: 8,
      point: 15,
      order: 8,
      again: 10,
      whole: 8,
      gates: 4,
      foreign: 2,
    })
  ) {
    case "disabled":
      return { multiPoint: { disabled: entries(draw.some(PLUGINS, 25)) } };
    case "after":
      return afterChoice(draw);
    case "weights":
      return { score: reweighted(draw, draw.some(SCORING, 45)) };
    case "score":
      return { score: { disabled: [{ name: "*" }] } };
    case "point":
      return { [draw.pick(["preFilter", "filter", "preScore", "score"])]: atPoint(draw) };
    case "order":
      return {
        filter: { disabled: [{ name: "*" }], enabled: entries(inAnyOrder(draw, FILTERING)) },
      };
    case "again":
      return { multiPoint: { enabled: draw.some(SCORING, 40).map((name) => again(draw, name)) } };
    case "whole":
      return { multiPoint: { disabled: [{ name: "*" }], enabled: whole(draw) } };
    case "gates":
      return {
        preEnqueue: {
          disabled: entries([draw.pick(["SchedulingGates", "*"])]),
          ...draw.maybe(30, () => ({ enabled: entries(["SchedulingGates"]) })),
        },
      };
    case "foreign":
      return {
        [draw.pick(["multiPoint", "filter", "score"])]: { enabled: entries([FOREIGN_PLUGIN]) },
      };
    default:
      return {
        score: { disabled: [{ name: "*" }], enabled: weighted(draw, [draw.pick(SCORING)]) },
      };
  }
}

function entries(names: readonly string[]): Entry[] {
  return names.map((name) => ({ name }));
}

/** One point with other plugins than `multiPoint` gives it. */
function atPoint(draw: Draw): JsonObject {
  return {
    disabled: entries(draw.some(PLUGINS, 12)),
    ...draw.maybe(20, () => ({ enabled: entries(["NodeAffinity"]) })),
  };
}

/** A point at which no node is chosen; without a plugin at `postFilter`, no pod is preempted. */
function afterChoice(draw: Draw): JsonObject {
  const point = draw.pick(["postFilter", "reserve", "permit", "preBind", "postBind"]);
  const own = { postFilter: ["DefaultPreemption"], reserve: ["VolumeBinding"] }[point] ?? [];
  const enabled = draw.maybe(30, () => ({ enabled: entries(own) }));
  return { [point]: { disabled: entries([draw.pick(["*", ...own])]), ...enabled } };
}

function inAnyOrder(draw: Draw, names: readonly string[]): string[] {
  return draw.shuffled(names).filter(() => draw.chance(85));
}

/** A plugin that is there by default, with another weight or with none. */
function again(draw: Draw, name: string): Entry {
  return draw.chance(50) ? { name } : { name, weight: draw.pick([1, 4, 50]) };
}

/** Nothing by default: what the scheduler needs, and others in any order. */
function whole(draw: Draw): Entry[] {
  const chosen = inAnyOrder(draw, PLUGINS).map((name) => again(draw, name));
  return [{ name: "PrioritySort" }, ...chosen, { name: "DefaultBinder" }];
}

/** A weight is changed by taking the plugin out and putting it back. */
function reweighted(draw: Draw, names: readonly string[]): JsonObject {
  return { disabled: names.map((name) => ({ name })), enabled: weighted(draw, names) };
}

function weighted(draw: Draw, names: readonly string[]): Entry[] {
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
    DefaultPreemption: () => ({ minCandidateNodesPercentage: draw.pick([1, 50]) }),
    VolumeBinding: () => ({ bindTimeoutSeconds: 30 }),
    [FOREIGN_PLUGIN]: () => ({ permitWaitingTimeSeconds: 10 }),
  };
  const names = draw.some(Object.keys(all) as (keyof typeof all)[], 40);
  return names.map((name) => {
    const kind = { apiVersion: API_VERSION, kind: `${name}Args` };
    const typed = name !== FOREIGN_PLUGIN && draw.chance(30) ? kind : {};
    return draw.chance(3) ? { name } : { name, args: { ...typed, ...all[name]() } };
  });
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

/** Utilization goes up; scores are from 0 to 10. */
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
