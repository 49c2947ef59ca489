import { describe, expect, it } from "vitest";
import type { ClusterRun } from "../../../../analysis/questions/simulate/moments.ts";
import { patternOf } from "../../../../analysis/questions/simulate/proof.ts";

/** A cycle of these events, each with the second at which it happens. */
function cycleOf(period: number, ...events: readonly (readonly [string, number])[]) {
  const last = events.length - 1;
  return {
    verdict: { verdict: "thrashes", at: 0, period, cycle: [0, last] },
    events: events.map(([kind, time]) => ({ kind, time, words: "" })),
  } as unknown as ClusterRun;
}

describe("the pattern within a cycle", () => {
  it("is the shortest part that makes up all of it", () => {
    const run = cycleOf(
      60,
      ...[0, 20, 40].flatMap((at) => [["Evicted", at] as const, ["Started", at + 5] as const]),
    );
    expect(patternOf(run)).toEqual({ times: 3, seconds: 20, events: 2 });
  });

  it("is none where the times between events differ, or the events", () => {
    expect(patternOf(cycleOf(60, ["Evicted", 0], ["Evicted", 20]))).toBeNull();
    expect(patternOf(cycleOf(60, ["Evicted", 0], ["Started", 30]))).toBeNull();
  });
});
