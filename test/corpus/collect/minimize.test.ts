import { expect, test } from "vitest";
import type { Scenario } from "../../fidelity/scenario.ts";
import { at } from "../../fidelity/scenario.ts";
import type { Situation } from "../behaviors/scenario.ts";
import { pairsOf, shows, triplesOf } from "./combinations.ts";
import { Coverage } from "./coverage.ts";
import { minimize } from "./minimize.ts";

const pod = (uid: string) => ({
  metadata: { uid, name: `pod-${uid}`, annotations: { note: "x" } },
  spec: { priority: 5, containers: [{ name: "main", resources: {} }] },
});
const SCENARIO: Scenario = {
  config: { evictionHard: { "memory.available": "5%", "pid.available": "1" } },
  layout: { dedicatedImageFs: true, splitContainerFs: false },
  pods: [pod("a"), pod("b"), pod("c")],
  steps: [
    { time: "2026-01-01T00:00:00Z", summary: { node: { fs: {} }, pods: [] } },
    { time: "2026-01-01T00:00:10Z", summary: { node: { fs: {}, memory: {} } }, admit: [] },
  ],
};

test("what does not matter is taken away, names and structure stay", async () => {
  const smallest = await minimize(SCENARIO, async ({ config, pods, steps }) => {
    const hard = at(config, "evictionHard", "memory.available") === "5%";
    const priority = pods.some((one) => at(one, "spec", "priority") === 5);
    return hard && priority && steps.some(({ summary }) => at(summary, "node", "memory"));
  });
  expect(smallest).toEqual({
    config: { evictionHard: { "memory.available": "5%" } },
    layout: { dedicatedImageFs: true, splitContainerFs: false },
    pods: [{ metadata: { uid: "a", name: "pod-a" }, spec: { priority: 5 } }],
    steps: [{ time: "2026-01-01T00:00:10Z", summary: { node: { memory: {} } } }],
  });
});

test("a scenario in which everything matters stays as it is", async () => {
  const text = JSON.stringify(SCENARIO);
  const smallest = await minimize(SCENARIO, async (one) => JSON.stringify(one) === text);
  expect(smallest).toEqual(SCENARIO);
});

test("the work grows with what stays", async () => {
  const pods = Array.from({ length: 256 }, (_, index) => pod(String(index)));
  let probes = 0;
  await minimize({ ...SCENARIO, pods }, async (one) => {
    probes++;
    return one.pods.some((each) => at(each, "metadata", "uid") === "77");
  });
  expect(probes).toBeLessThan(60);
});

const situation = (acts: string[], forms: string[]): Situation => ({
  acts: new Set(acts),
  forms: new Set(forms),
});

test("acts combine with each other, and forms with what was decided", () => {
  const situations = [situation(["event none", "first step"], ["threshold 9%"])];
  const combinations = pairsOf(situations);
  expect([...combinations].sort()).toEqual([
    "event none + first step",
    "event none + threshold 9%",
  ]);
  expect(shows(situations, "event none + threshold 9%")).toBe(true);
  expect(shows(situations, "event none + threshold 9Mi")).toBe(false);
});

test("three acts combine when one of them says what the step was about", () => {
  const situations = [situation(["event none", "first step", "some request"], ["threshold 9%"])];
  expect([...triplesOf(situations)]).toEqual(["event none + first step + some request"]);
  expect(triplesOf([situation(["first step", "some request", "no usage"], [])]).size).toBe(0);
});

test("what belongs to different steps is not a combination", () => {
  const situations = [situation(["event none"], []), situation(["first step"], [])];
  expect(pairsOf(situations).size).toBe(0);
  expect(shows(situations, "event none + first step")).toBe(false);
});

test("only what no scenario shows yet is gone for, around the same behaviors", () => {
  const coverage = new Coverage(8);
  const shown = new Set(["a + b", "a + c", "d + e"]);
  coverage.add(["a + b"]);
  expect(coverage.goal(shown, 0)).toEqual(["a + c"]);
  expect(coverage.goal(shown, 1)).toEqual(["d + e"]);
  coverage.add(shown);
  expect(coverage.goal(shown, 0)).toEqual([]);
});
