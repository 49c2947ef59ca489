/**
 * What a scenario and its cluster may have at most: what is beyond it is refused in one sentence.
 */
import { describe, expect, test } from "vitest";
import { bare, node, owner, running, SIMULATOR, uses } from "./playing.ts";
import { Refused, SimulatorModule } from "./simulatorModule.ts";

function refusal(objects: readonly object[], scenario: object, seconds = 600) {
  const loop = new SimulatorModule(SIMULATOR);
  try {
    loop.give("objects", JSON.stringify({ kind: "List", items: objects }));
    loop.give("scenario", JSON.stringify(scenario));
    loop.run(seconds);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return JSON.parse(error.message);
  }
  return undefined;
}

const TABLE_FULL = -10;
const BIG = { cpu: "100000", memory: "4000Gi", pods: "100000" };
const big = () => ({ ...node("big"), status: { capacity: BIG, allocatable: BIG } });
const standing = (index: number, containers?: readonly object[]) =>
  bare("shop", `p${index}`, { nodeName: "big", ...(containers && { containers }) }, running);
const many = <T>(count: number, make: (index: number) => T): readonly T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const named = (index: number) => ({ name: `c${index}`, image: "c" });

/** A node under pressure, whose kubelet has to look at its pods. */
const PRESSED = {
  system: { memory: "3990Gi" },
  workloads: [uses("Pod", "p0", { memory: { base: "9999Mi" } })],
};

test("one document may have more Deployments than an object has requirements", () => {
  const deployments = many(600, (index) => {
    const labels = { app: `app-${index}` };
    const template = { metadata: { labels }, spec: { containers: [named(0)] } };
    return {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { namespace: "shop", name: `app-${index}` },
      spec: { replicas: 0, selector: { matchLabels: labels }, template },
    };
  });
  expect(refusal([big(), ...deployments], {})).toBe(undefined);
});

describe("a node", () => {
  test("with 4096 pods is played", () => {
    expect(refusal([big(), ...many(4096, (index) => standing(index))], PRESSED, 30)).toBe(
      undefined,
    );
  });

  test.each<readonly [string, readonly object[], object]>([
    ["4096 pods", many(4097, (index) => standing(index)), {}],
    ["12288 containers", many(129, (index) => standing(index, many(96, named))), PRESSED],
    [
      "4 MiB of names",
      many(60, (index) => standing(index, [{ ...named(0), name: `c${"x".repeat(80_000)}` }])),
      PRESSED,
    ],
  ])("with more than %s is refused by name", (most, pods, scenario) => {
    expect(refusal([big(), ...pods], scenario)).toEqual({
      plimsoll: "error/1",
      status: TABLE_FULL,
      document: "scenario",
      reason:
        `node big has more than ${most}, which is not supported; ` +
        "remove pods from it, or add nodes",
    });
  });

  test("that comes to have more than 4096 pods is refused when its kubelet looks at them", () => {
    const deployment = owner("Deployment", "cart", { replicas: 200 });
    const pods = many(4000, (index) => standing(index));
    const scenario = { system: { memory: { base: "1Gi", growth: "20Gi/s" } } };
    const { reason } = refusal([big(), deployment, ...pods], scenario);
    expect(reason).toContain("node big has more than 4096 pods");
  });
});

describe("a scenario", () => {
  const objects = [node("worker-1"), owner("Deployment", "cart", { replicas: 1 })];
  const memory = (amount: object) => ({
    workloads: [uses("Deployment", "cart", { memory: amount })],
  });
  const spike = { at: "1s", for: "1s", add: "1Mi" };
  test.each<readonly [string, object, string, string]>([
    [
      "has at most 16 spikes of a workload",
      memory({ base: 1, spikes: many(17, () => spike) }),
      "$.workloads[0].memory.spikes[16]",
      "at most 16 spikes",
    ],
    ["has amounts up to 16Ti", memory({ base: "17Ti" }), "$.workloads[0].memory.base", "16Ti"],
    ["has amounts from 0", memory({ base: "-1" }), "$.workloads[0].memory.base", "from 0"],
    ["has amounts of 64 bits", memory({ base: 1e18 }), "$.workloads[0].memory.base", "to 16Ti"],
    [
      "has replicas from 0",
      {
        changes: [
          {
            at: "1s",
            apply: { kind: "Deployment", namespace: "shop", name: "cart", replicas: -1 },
          },
        ],
      },
      "$.changes[0].apply.replicas",
      "from 0 to 2147483647",
    ],
    ["has at most 4 MiB", { until: "x".repeat(4 << 20) }, "$", "at most 4 MiB"],
    [
      "has heartbeats within their interval",
      { nodes: [{ name: "worker-1", heartbeat: "10s" }] },
      "$.nodes[0].heartbeat",
      "is less than 10s late",
    ],
    [
      "has seconds of series up to a century",
      memory({
        series: [
          [0, 1],
          [9e9, 2],
        ],
      }),
      "$.workloads[0].memory.series[1]",
      "whole seconds",
    ],
    ["has durations from 0", { until: "-1s" }, "$.until", "a duration"],
    ["has names of nodes that are there", { nodes: [{ name: "x" }] }, "$.nodes[0]", "no such node"],
  ])("%s", (_, scenario, path, reason) => {
    const { path: place = "$", reason: said } = refusal(objects, scenario) ?? {};
    expect({ place, said }).toEqual({ place: path, said: expect.stringContaining(reason) });
  });
});
