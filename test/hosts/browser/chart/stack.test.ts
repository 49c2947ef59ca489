import { describe, expect, it } from "vitest";
import { ceilingOf, stackOf } from "../../../../hosts/browser/chart/stack.ts";
import type { Usage } from "../../../../hosts/browser/session/protocol.ts";

const TIMES = Float64Array.of(0, 1000);

function usageOf(rest: readonly number[], used: readonly number[], capacity: number): Usage {
  return {
    signal: "nodefs.available",
    resource: "ephemeral-storage",
    steps: Uint32Array.of(0, 1),
    used: Float64Array.from(used),
    capacity: Float64Array.of(capacity, capacity),
    rest: Float64Array.from(rest),
    pods: [],
  };
}

function stackIn(usage: Usage) {
  return stackOf(usage, TIMES) ?? expect.fail("Nothing was observed.");
}

describe("the scale of a stack of pods", () => {
  it.each([
    ["zero where the node itself uses half at times", [50, 80], 0],
    ["below the least that the node itself uses, by 15 % of what is above", [80, 90], 77],
    ["the same where a moment was not observed", [80, Number.NaN], 77],
  ])("begins at %s", (_, rest, floor) => {
    expect(stackIn(usageOf(rest, [85, 95], 100)).floor).toBeCloseTo(floor);
  });

  it.each([
    ["the capacity where there is a threshold", true, [4, 8], 100],
    ["a quarter above the most that was used where there is none", false, [4, 8], 10],
    ["the capacity where that is lower", false, [4, 90], 100],
    ["the capacity where nothing is used", false, [0, Number.NaN], 100],
  ])("ends at %s", (_, hasThresholds, used, ceiling) => {
    expect(ceilingOf(stackIn(usageOf([0, 0], used, 100)), hasThresholds)).toBe(ceiling);
  });
});
