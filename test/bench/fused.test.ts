import { describe, expect, test } from "vitest";
import { recordScenario } from "../../examples/generate/record.ts";
import { SCENARIOS } from "../../examples/generate/scenarios/index.ts";
import { FusedPolicy, type HardThresholds } from "./fused.ts";

const DEFAULTS: HardThresholds = {
  "memory.available": "100Mi",
  "allocatableMemory.available": "100Mi",
  "nodefs.available": "10%",
  "nodefs.inodesFree": "5%",
  "imagefs.available": "15%",
  "imagefs.inodesFree": "5%",
  "pid.available": "10%",
};

/** What the fused implementation leaves out: soft thresholds, node-level reclaim, two disks. */
const BEYOND = new Set(["soft-oscillation", "image-gc-suffices", "two-signals"]);

describe("the fused implementation evicts what the kubelet evicts", () => {
  test.each(SCENARIOS.filter(({ name }) => !BEYOND.has(name)))("$name", (scenario) => {
    const policy = new FusedPolicy(DEFAULTS);
    const evicted: [number, string][] = [];
    const [, ...records] = [...recordScenario(scenario)];
    records.forEach((line, step) => {
      const { time, pods, summary } = JSON.parse(Buffer.from(line).toString());
      if (pods !== undefined) policy.pods(Buffer.from(JSON.stringify(pods)));
      const decision = policy.observe(
        Buffer.from(JSON.stringify(summary)),
        BigInt(Date.parse(time)) * 1_000_000n,
      );
      if (decision !== null) evicted.push([step, JSON.parse(decision).evictions[0].name]);
    });
    const expected = scenario.events.filter((event) => event.kind === "evicted");
    expect(evicted.map(([step]) => step)).toEqual(expected.map(({ step }) => step));
    expected.forEach(({ pod }, i) => {
      expect(evicted[i]?.[1]).toMatch(new RegExp(`^${pod}-`));
    });
  });
});
