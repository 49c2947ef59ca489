/** Configurations that kube-scheduler does not start with, each for one reason or two. */
import type { JsonObject } from "../../vectors/notation.ts";
import type { Draw } from "./source.ts";

export function refused(draw: Draw, configuration: JsonObject): JsonObject {
  const change = draw.pick(CHANGES);
  return change(draw, configuration);
}

type Change = (draw: Draw, configuration: JsonObject) => JsonObject;

/** Replaces a plugin's arguments in the first profile. */
function withArguments(name: string, drawn: (draw: Draw) => JsonObject): Change {
  return (draw, configuration) =>
    firstProfile(configuration, (profile) => {
      const others = ((profile.pluginConfig ?? []) as readonly JsonObject[]).filter(
        (one) => one.name !== name,
      );
      return { ...profile, pluginConfig: [...others, { name, args: drawn(draw) }] };
    });
}

function withPlugins(drawn: (draw: Draw) => JsonObject): Change {
  return (draw, configuration) =>
    firstProfile(configuration, (profile) => ({ ...profile, plugins: drawn(draw) }));
}

function firstProfile(
  configuration: JsonObject,
  change: (profile: JsonObject) => JsonObject,
): JsonObject {
  const [first = {}, ...others] = (configuration.profiles ?? []) as readonly JsonObject[];
  return { ...configuration, profiles: [change(first), ...others] };
}

const ODD_NUMBERS = [-5, 0, 101, 2000000000] as const;

const CHANGES: readonly Change[] = [
  (draw, all) => ({ ...all, percentageOfNodesToScore: draw.pick([-1, 101]) }),
  (draw, all) => ({ ...all, parallelism: draw.pick([0, -3]) }),
  (draw, all) => ({ ...all, podInitialBackoffSeconds: draw.pick([0, 11]) }),
  (_, all) => ({ ...all, podMaxBackoffSeconds: 0 }),
  (_, all) => ({ ...all, percentageOfNodesToScre: 5 }),
  (draw, all) =>
    firstProfile(all, (profile) => ({
      ...profile,
      percentageOfNodesToScore: draw.pick([-7, 200]),
    })),
  (_, all) => firstProfile(all, (profile) => ({ ...profile, plugin: {} })),
  (_, all) => ({ ...all, profiles: [{ schedulerName: "a" }, {}] }),
  (_, all) => ({ ...all, profiles: [{ schedulerName: "a" }, { schedulerName: "a" }] }),
  (_, all) => ({
    ...all,
    profiles: [
      { schedulerName: "a" },
      { schedulerName: "b", plugins: { queueSort: { enabled: [{ name: "PrioritySort" }] } } },
    ],
  }),
  (_, all) => firstProfile(all, (profile) => ({ ...profile, schedulerName: "" })),
  (_, all) =>
    firstProfile(all, (profile) => {
      const two = { name: "NodeAffinity", args: {} };
      return { ...profile, pluginConfig: [two, two] };
    }),
  (draw, all) => ({
    ...all,
    extenders: [
      { urlPrefix: "http://127.0.0.1:1", prioritizeVerb: "p", weight: draw.pick([0, -1]) },
      { urlPrefix: "http://127.0.0.1:2", bindVerb: "b" },
      ...(draw.chance(50) ? [{ urlPrefix: "http://127.0.0.1:3", bindVerb: "b" }] : []),
    ],
  }),
  withPlugins(() => ({ multiPoint: { disabled: [{ name: "*" }] } })),
  withPlugins(() => ({ bind: { disabled: [{ name: "*" }] } })),
  withPlugins(() => ({ queueSort: { disabled: [{ name: "PrioritySort" }] } })),
  withPlugins(() => ({ filter: { enabled: [{ name: "EBSLimits" }] } })),
  withPlugins((draw) => ({
    [draw.pick(["score", "preFilter", "bind"])]: { enabled: [{ name: "NodeName" }] },
  })),
  withPlugins((draw) => {
    const name = draw.pick(["NodeName", "NodeAffinity", "ImageLocality"]);
    return { multiPoint: { enabled: [{ name }, { name }] } };
  }),
  withPlugins(() => ({ filter: { enabled: [{ name: "NodeName" }, { name: "NodeName" }] } })),
  withPlugins(() => ({ score: { enabled: [{ name: "NodeAffinity", weight: -5 }] } })),
  withArguments("InterPodAffinity", (draw) => ({ hardPodAffinityWeight: draw.pick([-1, 101]) })),
  withArguments("InterPodAffinity", () => ({ hardPodAffinityWeights: 1 })),
  withArguments("DefaultPreemption", (draw) => ({
    minCandidateNodesPercentage: draw.pick(ODD_NUMBERS),
    minCandidateNodesAbsolute: draw.pick([-2, 0]),
  })),
  withArguments("NodeResourcesBalancedAllocation", (draw) => ({
    resources: [
      { name: "cpu", weight: draw.pick([1, 2, -1]) },
      { name: draw.pick(["cpu", "memory"]), weight: 3 },
    ],
  })),
  withArguments("NodeResourcesFit", (draw) => ({
    ...draw.maybe(50, () => ({ ignoredResources: [draw.pick(["a b", "example.com/-x", ""])] })),
    ...draw.maybe(50, () => ({ ignoredResourceGroups: [draw.pick(["a/b", "c_", ""])] })),
    scoringStrategy: {
      type: draw.pick(["LeastAllocated", "Least", ""]),
      resources: [{ name: "cpu", weight: draw.pick([101, -1, 5]) }],
      ...draw.maybe(70, () => ({ requestedToCapacityRatio: { shape: oddShape(draw) } })),
    },
  })),
  withArguments("NodeResourcesFit", (draw) => ({
    scoringStrategy: {
      type: "RequestedToCapacityRatio",
      requestedToCapacityRatio: { shape: oddShape(draw) },
    },
  })),
  withArguments("NodeResourcesFit", () => ({ scoringStrategy: { kinds: "LeastAllocated" } })),
  withArguments("PodTopologySpread", (draw) => ({
    defaultingType: draw.pick(["List", "System", "Lists"]),
    defaultConstraints: [
      {
        maxSkew: draw.pick([0, 1, -2]),
        topologyKey: draw.pick(["", "zone", "a b", "x/y_"]),
        whenUnsatisfiable: draw.pick(["", "Never", "DoNotSchedule"]),
        ...draw.maybe(30, () => ({ labelSelector: {} })),
      },
      { maxSkew: 1, topologyKey: "zone", whenUnsatisfiable: "DoNotSchedule" },
    ],
  })),
];

function oddShape(draw: Draw): JsonObject[] {
  if (draw.chance(20)) return [];
  return [
    { utilization: draw.pick([-1, 20, 50]), score: draw.pick([0, 11, -4]) },
    { utilization: draw.pick([20, 50, 101]), score: 10 },
    ...(draw.chance(30) ? [{ utilization: 30, score: 1 }] : []),
  ];
}
