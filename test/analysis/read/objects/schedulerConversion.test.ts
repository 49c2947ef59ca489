/** Earlier versions of a KubeSchedulerConfiguration, as kube-scheduler itself read them. */
import { describe, expect, it } from "vitest";
import { convertedConfiguration } from "../../../../analysis/read/objects/schedulerConversion.ts";

const GROUP = "kubescheduler.config.k8s.io";

function converted(version: string, members: object) {
  return convertedConfiguration({
    apiVersion: `${GROUP}/${version}`,
    kind: "KubeSchedulerConfiguration",
    ...members,
  });
}

const profile = (parts: object) => ({ profiles: [{ schedulerName: "a", ...parts }] });

describe("a configuration", () => {
  it("of v1 is left alone", () => {
    const given = { apiVersion: `${GROUP}/v1`, profiles: [] };
    expect(convertedConfiguration(given)).toEqual({ configuration: given, changes: [] });
  });

  it("of a version that never was is left alone, for the module to refuse", () => {
    expect(converted("v1beta9", {}).configuration.apiVersion).toBe(`${GROUP}/v1beta9`);
  });

  it.each([
    ["v1beta3", "1.29"],
    ["v1beta2", "1.28"],
    ["v1beta1", "1.23"],
  ])("of %s is one of v1, and says that it is not read since %s", (version, release) => {
    const { configuration, changes } = converted(version, { parallelism: 4, profiles: [] });
    expect(configuration).toEqual({
      apiVersion: `${GROUP}/v1`,
      kind: "KubeSchedulerConfiguration",
      parallelism: 4,
      profiles: [],
    });
    expect(changes[0]).toContain(`is not read by kube-scheduler since ${release}`);
  });

  it("of v1beta3 keeps its default weights, and an earlier one does not", () => {
    expect(converted("v1beta3", {}).changes).toHaveLength(1);
    expect(converted("v1beta2", {}).changes.join(" ")).toContain("TaintToleration 3");
  });

  it("of v1beta2 loses its addresses", () => {
    const { configuration, changes } = converted("v1beta2", { healthzBindAddress: "" });
    expect(configuration).not.toHaveProperty("healthzBindAddress");
    expect(changes.join(" ")).toContain("healthzBindAddress: v1 does not have it");
  });
});

describe("a plugin", () => {
  it.each(["SelectorSpread", "NodeLabel", "ServiceAffinity", "NodePreferAvoidPods"])(
    "%s that v1 does not have is taken out, and named",
    (name) => {
      const { configuration, changes } = converted(
        "v1beta1",
        profile({
          plugins: {
            score: { enabled: [{ name }, { name: "ImageLocality" }], disabled: [{ name }] },
          },
          pluginConfig: [{ name, args: {} }],
        }),
      );
      expect(configuration.profiles).toEqual([
        {
          schedulerName: "a",
          plugins: { score: { enabled: [{ name: "ImageLocality" }], disabled: [] } },
          pluginConfig: [],
        },
      ]);
      expect(changes.join(" ")).toContain(`${name}: v1 does not have this plugin`);
    },
  );

  it("of v1beta1 that scores by what is allocated becomes a strategy of NodeResourcesFit", () => {
    const resources = [{ name: "cpu", weight: 3 }];
    const { configuration, changes } = converted(
      "v1beta1",
      profile({
        plugins: {
          score: {
            disabled: [{ name: "NodeResourcesLeastAllocated" }],
            enabled: [{ name: "NodeResourcesMostAllocated", weight: 5 }],
          },
        },
        pluginConfig: [
          {
            name: "NodeResourcesMostAllocated",
            args: {
              apiVersion: `${GROUP}/v1beta1`,
              kind: "NodeResourcesMostAllocatedArgs",
              resources,
            },
          },
          { name: "NodeResourcesFit", args: { ignoredResources: ["example.com/gpu"] } },
        ],
      }),
    );
    expect(configuration.profiles).toEqual([
      {
        schedulerName: "a",
        plugins: {
          score: {
            enabled: [{ name: "NodeResourcesFit", weight: 5 }],
            disabled: [{ name: "NodeResourcesFit" }],
          },
        },
        pluginConfig: [
          {
            name: "NodeResourcesFit",
            args: {
              ignoredResources: ["example.com/gpu"],
              scoringStrategy: { type: "MostAllocated", resources },
            },
          },
        ],
      },
    ]);
    expect(changes.join(" ")).toContain("scoring strategy MostAllocated of NodeResourcesFit");
  });

  it("RequestedToCapacityRatio keeps its shape", () => {
    const shape = [{ utilization: 0, score: 0 }];
    const { configuration } = converted(
      "v1beta1",
      profile({
        plugins: { score: { enabled: [{ name: "RequestedToCapacityRatio" }] } },
        pluginConfig: [{ name: "RequestedToCapacityRatio", args: { shape } }],
      }),
    );
    expect(configuration.profiles).toMatchObject([
      {
        pluginConfig: [
          {
            args: {
              scoringStrategy: {
                type: "RequestedToCapacityRatio",
                requestedToCapacityRatio: { shape },
              },
            },
          },
        ],
      },
    ]);
  });

  it("NodeResourcesLeastAllocated is scored with by default, so its resources count", () => {
    const resources = [{ name: "memory", weight: 1 }];
    const { configuration } = converted(
      "v1beta1",
      profile({ pluginConfig: [{ name: "NodeResourcesLeastAllocated", args: { resources } }] }),
    );
    expect(configuration.profiles).toMatchObject([
      { pluginConfig: [{ args: { scoringStrategy: { type: "LeastAllocated", resources } } }] },
    ]);
  });

  it("of v1beta1 that is configured and not enabled changes nothing", () => {
    const { configuration } = converted(
      "v1beta1",
      profile({ pluginConfig: [{ name: "NodeResourcesMostAllocated", args: {} }] }),
    );
    expect(configuration.profiles).toEqual([{ schedulerName: "a", pluginConfig: [] }]);
  });
});
