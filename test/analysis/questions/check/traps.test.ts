/** Settings with which a kubelet starts, and that do something else than one may expect. */
import { describe, expect, it } from "vitest";
import { settingTraps } from "../../../../analysis/questions/check/traps.ts";
import { policy } from "../../../hosts/cli/documents.ts";

const SOFT = {
  signal: "memory.available",
  hard: false,
  origin: "evictionSoft",
  value: "1Gi",
  gracePeriodSeconds: 90,
} as const;

function traps(configuration: object, parts: Partial<ReturnType<typeof policy>> = {}) {
  return settingTraps({ ...configuration }, policy(parts));
}

describe("a soft threshold", () => {
  // calculateEffectiveGracePeriod of pkg/kubelet/pod_workers.go, and killContainer before 1.22.
  it.each([
    ["1.36", 0, "one second"],
    ["1.31", 0, "one second"],
    ["1.30", 0, "its own terminationGracePeriodSeconds"],
    ["1.22", 0, "its own terminationGracePeriodSeconds"],
    ["1.21", 0, "no time at all"],
    ["1.36", -5, "one second"],
    ["1.30", -5, "one second"],
  ])(
    "of kubelet %s with a maximum grace period of %i gives a pod %s",
    (release, seconds, grace) => {
      const found = traps(
        {},
        { thresholds: [SOFT], kubeletVersion: release, maxPodGracePeriodSeconds: seconds },
      );
      expect(found).toMatchObject([
        { rule: "soft-without-grace", path: "evictionMaxPodGracePeriod" },
      ]);
      expect(found[0]?.message).toContain(`${grace} to stop`);
    },
  );

  it("with a maximum grace period is none", () => {
    expect(traps({}, { thresholds: [SOFT], maxPodGracePeriodSeconds: 30 })).toEqual([]);
  });
});

it("says nothing of a maximum grace period without a soft threshold", () => {
  expect(traps({}, { maxPodGracePeriodSeconds: 0 })).toEqual([]);
});

describe("LimitedSwap", () => {
  const memorySwap = { swapBehavior: "LimitedSwap" };
  it.each([
    [
      "with failSwapOn: false is not seen by evictions",
      { failSwapOn: false, memorySwap },
      "swap-unseen",
    ],
    ["with failSwapOn: true is refused", { failSwapOn: true, memorySwap }, "swap-refused"],
    ["with the default of failSwapOn is refused", { memorySwap }, "swap-refused"],
  ])("%s", (_, configuration, rule) => {
    expect(traps(configuration).map((found) => found.rule)).toEqual([rule]);
  });

  it.each([
    ["NoSwap", { failSwapOn: false, memorySwap: { swapBehavior: "NoSwap" } }],
    ["no behavior", { failSwapOn: false }],
  ])("and %s differ", (_, configuration) => {
    expect(traps(configuration)).toEqual([]);
  });

  it("of a kubelet that is not checked as a whole is left alone", () => {
    expect(traps({ failSwapOn: false, memorySwap }, { kubeletVersion: "1.28" })).toEqual([]);
  });
});
