import { describe, expect, it } from "vitest";
import { DELIBERATE } from "./deliberate.ts";
import type { Scenario } from "./scenario.ts";

const EVENT = { what: "event", kubelet: "Attempting to reclaim memory", plimsoll: null };

function explains(name: string): (typeof DELIBERATE)[number]["explains"] {
  const found = DELIBERATE.find((one) => one.name === name);
  if (found === undefined) throw new Error(`${name} is not among the deliberate differences.`);
  return found.explains;
}

/** Steps whose Summaries carry these times. */
function timed(...times: readonly string[]): Scenario {
  const steps = times.map((time) => ({
    time: "2026-01-01T00:00:00Z",
    summary: { node: { memory: { time } } },
  }));
  return { pods: [], steps };
}

describe("times beyond 64 bits of nanoseconds explain a difference", () => {
  it.each([
    ["two before 1677", ["0001-01-01T00:00:00.000000001Z", "1500-06-15T12:00:00Z"], true],
    ["two after 2262", ["2300-01-01T00:00:00Z", "2300-01-01T00:00:01Z"], true],
    ["one, twice", ["1500-06-15T12:00:00Z", "1500-06-15T12:00:00Z"], false],
    ["the zero time, which is none", ["0001-01-01T00:00:00Z", "1500-06-15T12:00:00Z"], false],
    ["two within", ["1700-01-01T00:00:00Z", "2026-01-01T00:00:00Z"], false],
  ])("%s: %s, %s", (_, times, explained) => {
    expect(explains("times beyond 64 bits of nanoseconds")(EVENT, timed(...times))).toBe(explained);
  });
});

describe("the order that earlier steps left explains which threshold is likeliest", () => {
  const scenario = timed();
  it.each([
    ["likeliest", 2, true],
    ["likeliest", 1, false],
    ["probability", 2, false],
  ])(
    "in a difference of %s with %i thresholds short of minimum reclaim: %s",
    (what, unresolved, explained) => {
      const plimsoll = { names: ["allocatableMemory.available 1"], unresolved };
      const difference = { what, kubelet: { "memory.available 1": 160 }, plimsoll };
      expect(explains("the order that earlier steps left")(difference, scenario)).toBe(explained);
    },
  );
});
