/**
 * How a simulated cluster ends under two releases. The code of both played the recorded scenarios
 * alike (real.json); what differs is what the kubelet of 1.37 leaves out of available memory.
 */
import { describe, expect, test } from "vitest";
import { SimulatorEngine } from "../../analysis/engine/simulatorEngine.ts";
import { comparedSimulation } from "../../analysis/questions/upgrade/simulations.ts";
import type { Scenario as Story } from "../../analysis/read/objects/scenario.ts";
import { RECORDED } from "./controllers/recorded.ts";
import { CONTROLLERS, scenarioOf } from "./controllers/scenarios.ts";
import { drawScenario } from "./draw.ts";
import { node, owner, SIMULATOR, uses } from "./playing.ts";
import { RECORDED_SCENARIOS } from "./recorded.ts";
import { forModule, type Scenario } from "./scenario.ts";

const releases = { from: "1.36", to: "1.37" };
const engine = new SimulatorEngine(SIMULATOR);

function differences(objects: string, scenario: object, untilSeconds: number) {
  const story = scenario as Story;
  const cluster = { configuration: "{}", documents: [objects], scenario: story };
  return comparedSimulation("cluster", { cluster, untilSeconds }, engine, releases).differences;
}

function differencesOf(drawn: Scenario) {
  const { objects, scenario } = forModule(drawn);
  return differences(objects, JSON.parse(scenario), drawn.minutes * 60);
}

const both = Object.values(releases);
const isOfBoth = ({ releases: played }: { readonly releases: readonly string[] }) =>
  both.every((release) => played.includes(release));

describe("upgrade says that a cluster does not end otherwise", () => {
  test("where the code of both releases played its scenario alike", () => {
    const alike = RECORDED_SCENARIOS.filter(isOfBoth);
    expect(alike.length).toBeGreaterThanOrEqual(20);
    expect(alike.flatMap(({ seed }) => differencesOf(drawScenario(seed)))).toEqual([]);
  });

  test.each(CONTROLLERS)("where the code of both releases played $name alike", (controller) => {
    const own = RECORDED.filter((one) => one.controller === controller.name && isOfBoth(one));
    const seeds = own.map(({ seed }) => seed);
    expect(seeds.flatMap((seed) => differencesOf(scenarioOf(controller, seed)))).toEqual([]);
  });
});

test("a cluster whose nodes keep huge pages thrashes with 1.37 alone, by that rule", () => {
  const pages = { "hugepages-2Mi": "3Gi" };
  const plain = node("worker-1") as { readonly status: Readonly<Record<string, object>> };
  const status = {
    capacity: { ...plain.status.capacity, ...pages },
    allocatable: { ...plain.status.allocatable, ...pages },
  };
  const items = [{ ...plain, status }, owner("Deployment", "cart", { replicas: 1 })];
  const scenario = {
    kubelet: { evictionHard: { "memory.available": "500Mi" } },
    system: { memory: "1Gi" },
    workloads: [uses("Deployment", "cart", { memory: { base: "5Gi" } })],
  };
  const list = JSON.stringify({ kind: "List", items });
  const [found, ...others] = differences(list, scenario, 3600);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ kind: "simulation", isWorse: true });
  expect(found?.before).toMatch(/^settles, 0 pods/);
  expect(found?.rules.map(({ name }) => name)).toContain("HugePagesUnavailable");
});
