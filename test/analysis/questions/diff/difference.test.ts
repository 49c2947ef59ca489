import { describe, expect, it } from "vitest";
import type { Decision } from "../../../../analysis/engine/decision.ts";
import {
  Comparing,
  outcomeKey,
  outcomeWords,
} from "../../../../analysis/questions/diff/difference.ts";
import { evictionCount } from "../../../../analysis/questions/replay/tally.ts";
import { decision, evicting, eviction } from "../../../hosts/cli/documents.ts";

describe("two decisions differ", () => {
  it.each([
    ["when another pod is evicted", evicting("cart"), evicting("web"), true],
    [
      "when the grace period is another",
      evicting("cart"),
      evicting("cart", { evictions: [eviction("cart", { gracePeriodSeconds: 30 })] }),
      true,
    ],
    ["when a condition is", decision(), decision({ nodeConditions: ["PIDPressure"] }), true],
    [
      "when another threshold is acted on",
      evicting("cart"),
      evicting("cart", { hard: false }),
      true,
    ],
    ["when a reclaim is", decision(), decision({ reclaim: ["DeleteUnusedImages"] }), true],
    [
      "but not when only a message does",
      evicting("cart"),
      evicting("cart", { evictions: [eviction("cart", { message: "Other words. " })] }),
      false,
    ],
    ["and not when only the arithmetic does", decision(), decision({ thresholds: [] }), false],
  ])("%s", (_, a, b, differs) => {
    expect(outcomeKey(a) !== outcomeKey(b)).toBe(differs);
  });
});

describe("two outcomes in a few words", () => {
  const sixty = evicting("cart", { evictions: [eviction("cart", { gracePeriodSeconds: 60 })] });

  it.each([
    [
      "say nothing of what is quiet",
      decision(),
      evicting("cart"),
      ["quiet", "hard memory.available met; evicts shop/cart; MemoryPressure"],
    ],
    [
      "leave out the conditions that both have",
      evicting("cart"),
      evicting("web"),
      ["evicts shop/cart", "evicts shop/web"],
    ],
    [
      "tell the same pod's grace periods apart",
      evicting("cart"),
      sixty,
      ["evicts shop/cart with grace period 1s", "evicts shop/cart with grace period 1m"],
    ],
    [
      "tell the thresholds that are acted on apart",
      evicting("cart"),
      evicting("web", { hard: false }),
      ["hard memory.available met; evicts shop/cart", "soft memory.available met; evicts shop/web"],
    ],
    [
      "say whether a reclaim sufficed",
      decision({ reclaim: ["X"], reclaimSufficient: true }),
      decision({ reclaim: ["X"], reclaimSufficient: false }),
      ["reclaims", "reclaims too little"],
    ],
  ])("%s", (_, a, b, words) => {
    expect(outcomeWords(a, b)).toEqual(words);
  });
});

describe("a comparison, step by step", () => {
  const QUIET = decision();
  const PRESSED = decision({ nodeConditions: ["MemoryPressure"] });
  const CART = evicting("cart");

  function compared(steps: readonly (readonly [Decision, Decision] | null)[]) {
    const comparing = new Comparing();
    steps.forEach((decisions, index) => {
      const time = new Date(Date.UTC(2026, 10, 20) + index * 10_000).toISOString();
      comparing.take({ time, step: index, decisions, inFull: () => null });
    });
    return comparing.comparison;
  }

  it("joins steps that read the same, and starts again after one that does not", () => {
    const both = [QUIET, PRESSED] as const;
    const { runs } = compared([both, both, [QUIET, QUIET], both, [CART, QUIET]]);
    expect(runs.map(({ step, steps }) => [step, steps])).toEqual([
      [0, 2],
      [3, 1],
      [4, 1],
    ]);
  });

  it("keeps the first difference with the step before it", () => {
    const { first } = compared([[QUIET, QUIET], null, [CART, PRESSED], [CART, QUIET]]);
    expect(first?.before).toEqual([QUIET, QUIET]);
    expect(first?.after).toEqual([CART, PRESSED]);
    expect(first?.time).toBe("2026-11-20T00:00:20.000Z");
  });

  it("counts what was observed, evictions, and seconds under a condition from step to step", () => {
    const { steps, tallies } = compared([[CART, PRESSED], null, [CART, QUIET], [QUIET, PRESSED]]);
    expect(steps).toBe(3);
    expect(tallies.map(evictionCount)).toEqual([2, 0]);
    // Without a Summary a kubelet goes on reporting what it reported.
    expect(tallies.map(({ conditionSeconds }) => conditionSeconds.get("MemoryPressure"))).toEqual([
      30, 20,
    ]);
  });

  it("finds no difference between equals", () => {
    expect(compared([[CART, CART]])).toMatchObject({ first: null, runs: [] });
  });
});
