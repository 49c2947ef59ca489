import { describe, expect, it } from "vitest";
import { driftOf, relevantMembers } from "../../../../analysis/questions/check/drift.ts";

describe("a difference", () => {
  const group = (nodes: readonly string[], configuration: Readonly<Record<string, unknown>>) => ({
    nodes,
    members: relevantMembers(configuration),
  });

  it.each([
    ["a member that most do not have", { evictionSoft: { "memory.available": "1Gi" } }, {}],
    ["a member that most have", {}, { cgroupsPerQOS: true }],
    ["an item of a list", { enforceNodeAllocatable: ["pods"] }, { enforceNodeAllocatable: [] }],
    ["a feature gate", { featureGates: { AllBeta: true } }, { featureGates: { AllBeta: false } }],
  ])("is %s", (_, odd, usual) => {
    const [most, other] = driftOf([group(["a", "b"], usual), group(["c"], odd)]);
    expect(most).toEqual([]);
    expect(other).toHaveLength(1);
  });

  it("is not what decides about nothing, nor what is written as null", () => {
    const odd = { maxPods: 20, evictionSoft: null };
    const groups = [group(["a", "b"], { maxPods: 110 }), group(["c"], odd)];
    expect(driftOf(groups)).toEqual([[], []]);
  });

  it("is from the configuration of the first node where two are as frequent", () => {
    const groups = [group(["b"], { cgroupsPerQOS: true }), group(["a"], { cgroupsPerQOS: false })];
    expect(driftOf(groups)).toEqual([
      [
        {
          rule: "differs-from-majority",
          path: "cgroupsPerQOS",
          message: "is true on b, and false on 1 of 2 nodes",
        },
      ],
      [],
    ]);
  });
});
