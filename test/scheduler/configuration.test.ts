/**
 * KubeSchedulerConfigurations: those that kube-scheduler does not start with are refused in its
 * words, which are what its code of 1.35.8 answered; the others run the plugins that it runs.
 */
import { beforeEach, describe, expect, test } from "vitest";
import { Status } from "../../assembly/abi.ts";
import { loadModule } from "../../hosts/system/modules.ts";
import { ClusterModule } from "./schedulerModule.ts";

const module = await loadModule("scheduler");
let cluster: ClusterModule;
beforeEach(() => {
  cluster = new ClusterModule(module);
});

const HEAD = { apiVersion: "kubescheduler.config.k8s.io/v1", kind: "KubeSchedulerConfiguration" };

function configure(members: object, kubernetesVersion = "1.35"): number {
  const document = { ...HEAD, ...members, plimsoll: { kubernetesVersion } };
  return cluster.give("configure", new TextEncoder().encode(JSON.stringify(document)));
}

interface Refusal {
  readonly path?: string;
  readonly reason: string;
  readonly errors?: readonly { readonly message: string }[];
}

function refusal(): Refusal {
  cluster.call("report", 0);
  return JSON.parse(cluster.answer());
}

const messages = () => refusal().errors?.map(({ message }) => message);

interface Profile {
  readonly schedulerName: string;
  readonly filters: Record<string, number>;
  readonly scores: Record<string, number>;
  readonly notEvaluated?: readonly string[];
}

function profiles(): readonly Profile[] {
  cluster.call("summary");
  return JSON.parse(cluster.answer()).configuration.profiles;
}

const plugins = (sets: object) => ({ profiles: [{ plugins: sets }] });
const args = (name: string, values: object) => ({
  profiles: [{ pluginConfig: [{ name, args: values }] }],
});
const AT = "profiles[0].pluginConfig[0].args";
const MAKING = "initializing profiles: creating profile for scheduler name default-scheduler: ";
const LABEL_NAME =
  "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end " +
  "with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for " +
  "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";

describe("the scheduler's words", () => {
  test.each<[string, object, string[]]>([
    [
      "numbers of the scheduler, in its order",
      {
        podMaxBackoffSeconds: -1,
        percentageOfNodesToScore: 101,
        podInitialBackoffSeconds: 0,
        parallelism: 0,
      },
      [
        "parallelism: Invalid value: 0: should be an integer value greater than zero",
        "percentageOfNodesToScore: Invalid value: 101: not in valid range [0-100]",
        "podInitialBackoffSeconds: Invalid value: 0: must be greater than 0",
        "podMaxBackoffSeconds: Invalid value: -1: must be greater than or equal to " +
          "PodInitialBackoffSeconds",
      ],
    ],
    [
      "a profile without a name next to another",
      { profiles: [{ schedulerName: "a" }, {}] },
      ["profiles[1].schedulerName: Required value"],
    ],
    [
      "two profiles of one name",
      { profiles: [{ schedulerName: "a" }, { schedulerName: "a" }] },
      ["profiles[1].schedulerName: Duplicate value: {}"],
    ],
    [
      "two queues",
      {
        profiles: [
          { schedulerName: "a" },
          { schedulerName: "b", plugins: { queueSort: { enabled: [{ name: "PrioritySort" }] } } },
        ],
      },
      [
        'profiles[1].plugins.queueSort: Invalid value: {"Enabled":[{"Name":"PrioritySort",' +
          '"Weight":0}],"Disabled":null}: must be the same for all profiles',
      ],
    ],
    [
      "a plugin that was removed",
      plugins({ filter: { enabled: [{ name: "EBSLimits" }] } }),
      [
        'profiles[0].plugins.filter.enabled[0]: Invalid value: "EBSLimits": was invalid in ' +
          'version "v1" (KubeSchedulerConfiguration is version "kubescheduler.config.k8s.io/v1")',
      ],
    ],
    [
      "a plugin at a point that it does not extend",
      plugins({ score: { enabled: [{ name: "NodeName" }] } }),
      [`${MAKING}plugin "NodeName" does not extend ScorePlugin plugin`],
    ],
    [
      "a plugin that is enabled twice",
      plugins({ multiPoint: { enabled: [{ name: "NodeName" }, { name: "NodeName" }] } }),
      [`${MAKING}plugin "NodeName" already registered as "FilterPlugin"`],
    ],
    [
      "no queue",
      plugins({ multiPoint: { disabled: [{ name: "*" }] } }),
      [
        `${MAKING}only one queue sort plugin required for profile with scheduler name ` +
          '"default-scheduler", but got 0',
      ],
    ],
    [
      "nobody who binds",
      plugins({ bind: { disabled: [{ name: "*" }] } }),
      [
        `${MAKING}at least one bind plugin is needed for profile with scheduler name ` +
          '"default-scheduler"',
      ],
    ],
    [
      "a weight below zero",
      plugins({ score: { enabled: [{ name: "NodeAffinity", weight: -5 }] } }),
      [`${MAKING}total score of Score plugins could overflow`],
    ],
    [
      "a member that arguments do not have",
      args("NodeAffinity", { foo: 1 }),
      [
        "strict decoding error: decoding .profiles[0].pluginConfig[0]: strict decoding error: " +
          'decoding args for plugin NodeAffinity: strict decoding error: unknown field "foo"',
      ],
    ],
    [
      "arguments that are given twice",
      { profiles: [{ pluginConfig: [{ name: "NodeAffinity" }, { name: "NodeAffinity" }] }] },
      ['profiles[0].pluginConfig[1]: Duplicate value: "NodeAffinity"'],
    ],
    [
      "arguments of NodeResourcesFit, when the plugin is made",
      args("NodeResourcesFit", {
        ignoredResources: ["a b"],
        ignoredResourceGroups: ["a/b"],
        scoringStrategy: {
          type: "X",
          resources: [{ name: "cpu", weight: 101 }],
          requestedToCapacityRatio: {
            shape: [
              { utilization: 5, score: 11 },
              { utilization: 4, score: 1 },
            ],
          },
        },
      }),
      [
        `${MAKING}initializing plugin "NodeResourcesFit": [` +
          `ignoredResources[0]: Invalid value: "a b": ${LABEL_NAME}, ` +
          'ignoredResourceGroups[0]: Invalid value: "a/b": resource group name can\'t contain ' +
          "'/', " +
          'scoringStrategy.type: Unsupported value: "X": supported values: "LeastAllocated", ' +
          '"MostAllocated", "RequestedToCapacityRatio", ' +
          "scoringStrategy.resources[0].weight: Invalid value: 101: resource weight of cpu not " +
          "in valid range (0, 100], " +
          "scoringStrategy.shape[1].utilization: Invalid value: 4: values must be sorted in " +
          "increasing order, " +
          "scoringStrategy.shape[0].score: Invalid value: 11: not in valid range [0, 10]]",
      ],
    ],
    [
      "arguments of balanced allocation",
      args("NodeResourcesBalancedAllocation", {
        resources: [{ name: "cpu", weight: 2 }, { name: "cpu" }],
      }),
      [
        `${AT}.resources[0].weight: Invalid value: 2: must be 1`,
        `${AT}.resources[1].name: Duplicate value: "cpu"`,
      ],
    ],
    [
      "default constraints",
      args("PodTopologySpread", {
        defaultConstraints: [
          { maxSkew: 0, topologyKey: "", whenUnsatisfiable: "x", labelSelector: {} },
          { maxSkew: 1, topologyKey: "a b", whenUnsatisfiable: "" },
        ],
        defaultingType: "X",
      }),
      [
        `${AT}.defaultingType: Unsupported value: "X": supported values: "System", "List"`,
        `${AT}.defaultConstraints[0].maxSkew: Invalid value: 0: not in valid range (0, inf)`,
        `${AT}.defaultConstraints[0].topologyKey: Required value: can not be empty`,
        `${AT}.defaultConstraints[0].whenUnsatisfiable: Unsupported value: "x": supported ` +
          'values: "DoNotSchedule", "ScheduleAnyway"',
        `${AT}.defaultConstraints[0].labelSelector: Forbidden: constraint must not define a ` +
          "selector, as they deduced for each pod",
        `${AT}.defaultConstraints[1].topologyKey: Invalid value: "a b": ${LABEL_NAME}`,
        `${AT}.defaultConstraints[1].whenUnsatisfiable: Required value: can not be empty`,
      ],
    ],
    [
      "constraints in addition to the system's, one of them twice",
      args("PodTopologySpread", {
        defaultConstraints: [
          { maxSkew: 1, topologyKey: "a", whenUnsatisfiable: "ScheduleAnyway" },
          { maxSkew: 1, topologyKey: "a", whenUnsatisfiable: "ScheduleAnyway" },
        ],
      }),
      [
        `${AT}.defaultingType: Invalid value: "System": when .defaultConstraints are not empty`,
        `${AT}.defaultConstraints[1]: Duplicate value: "{a, ScheduleAnyway}"`,
      ],
    ],
    [
      "arguments of preemption",
      args("DefaultPreemption", {
        minCandidateNodesPercentage: 101,
        minCandidateNodesAbsolute: -1,
      }),
      [
        `${AT}.minCandidateNodesPercentage: Invalid value: 101: not in valid range [0, 100]`,
        `${AT}.minCandidateNodesAbsolute: Invalid value: -1: not in valid range [0, inf)`,
      ],
    ],
    [
      "extenders",
      {
        extenders: [
          { urlPrefix: "http://x", prioritizeVerb: "p", bindVerb: "b" },
          { urlPrefix: "http://x", bindVerb: "b" },
        ],
      },
      [
        "extenders[0].weight: Invalid value: 0: must have a positive weight applied to it",
        'extenders: Invalid value: "found 2 extenders implementing bind": only one extender can ' +
          "implement bind",
      ],
    ],
  ])("%s", (_, members, words) => {
    expect(configure(members)).toBe(Status.InvalidConfiguration);
    expect(messages()).toEqual(words);
  });

  test("change with the release", () => {
    const shape = { shape: [] };
    const members = args("NodeResourcesFit", {
      scoringStrategy: { type: "LeastAllocated", requestedToCapacityRatio: shape },
    });
    expect(configure(members, "1.35")).toBe(Status.InvalidConfiguration);
    expect(messages()?.[0]).toContain("scoringStrategy.shape: Required value");
    expect(configure(members, "1.36")).toBe(Status.InvalidConfiguration);
    expect(messages()?.[0]).toContain("requestedToCapacityRatio: Forbidden: must be nil");
  });
});

describe("a configuration that is refused", () => {
  test("names a member that is not known by its place", () => {
    expect(configure({ profiles: [{ plugin: {} }] })).toBe(Status.InvalidConfiguration);
    const { path, errors } = refusal();
    expect(path).toBe("$.profiles[0].plugin");
    expect(errors?.[0]?.message).toBe('strict decoding error: unknown field "profiles[0].plugin"');
  });

  test("leaves the one that was in force", () => {
    configure({ profiles: [{ schedulerName: "mine" }] });
    expect(configure({ profiles: [{ schedulerName: "" }] })).toBe(Status.InvalidConfiguration);
    expect(profiles().map(({ schedulerName }) => schedulerName)).toEqual(["mine"]);
  });

  test("is of another version or kind", () => {
    expect(configure({ apiVersion: "kubescheduler.config.k8s.io/v1beta3" })).toBe(
      Status.InvalidConfiguration,
    );
    expect(refusal().reason).toContain("the only version is kubescheduler.config.k8s.io/v1");
    expect(configure({ kind: "KubeletConfiguration" })).toBe(Status.WrongDocument);
  });
});

describe("plugins of a profile", () => {
  const only = (sets: object) => {
    expect(configure(plugins(sets))).toBe(Status.Ok);
    return profiles()[0] as Profile;
  };

  test("that are enabled again keep their place, with weight 1 unless it is given", () => {
    const enabled = [{ name: "ImageLocality" }, { name: "TaintToleration", weight: 7 }];
    const { filters, scores } = only({ multiPoint: { enabled } });
    expect(Object.keys(filters).slice(0, 3)).toEqual([
      "NodeUnschedulable",
      "NodeName",
      "TaintToleration",
    ]);
    expect(scores).toMatchObject({ TaintToleration: 7, ImageLocality: 1, NodeAffinity: 2 });
  });

  test("of a point come before those of every point that the point repeats", () => {
    const { filters } = only({
      filter: { enabled: [{ name: "NodePorts" }, { name: "NodeName" }] },
    });
    expect(Object.keys(filters).slice(0, 3)).toEqual([
      "NodePorts",
      "NodeName",
      "NodeUnschedulable",
    ]);
  });

  test("that filter without what they prepare fail every pod, and are named", () => {
    const { notEvaluated } = only({ preFilter: { disabled: [{ name: "NodePorts" }] } });
    expect(notEvaluated).toEqual(["NodePorts"]);
  });

  test("of others are named, unless they run when the node is chosen", () => {
    expect(only({ filter: { enabled: [{ name: "Mine" }] } }).notEvaluated).toEqual(["Mine"]);
    expect(only({ postBind: { enabled: [{ name: "Mine" }] } }).notEvaluated).toBeUndefined();
  });
});
