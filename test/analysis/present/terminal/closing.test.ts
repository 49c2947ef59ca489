import { describe, expect, it } from "vitest";
import type { Decision } from "../../../../analysis/engine/decision.ts";
import { closing } from "../../../../analysis/present/terminal/closing.ts";
import { plainStyle } from "../../../../analysis/present/terminal/style.ts";
import { EMPTY_TALLY, type Tally, tallied } from "../../../../analysis/questions/replay/tally.ts";
import { decision, evicting, policy } from "../../../hosts/cli/documents.ts";

function tallyOf(...decisions: readonly (Decision | null)[]): Tally {
  return decisions.reduce((tally: Tally, each, index) => {
    const time = new Date(Date.UTC(2026, 10, 20, 10, 0, 10 * index)).toISOString();
    const stepped = each === null ? null : { ...each, time, step: index + 1 };
    return tallied(tally, { time, decision: stepped });
  }, EMPTY_TALLY);
}

const PRESSURE = decision({ nodeConditions: ["MemoryPressure"] });

describe("the tally", () => {
  it("counts a condition from the step that reports it to the step that does not", () => {
    const { conditionSeconds } = tallyOf(decision(), PRESSURE, PRESSURE, decision(), decision());
    expect([...conditionSeconds]).toEqual([["MemoryPressure", 20]]);
  });

  it("lets a condition stand while nothing can be observed", () => {
    expect(tallyOf(PRESSURE, null, PRESSURE).conditionSeconds.get("MemoryPressure")).toBe(20);
  });

  it("counts the same eviction again as a repetition", () => {
    const { evictions } = tallyOf(evicting("cart"), evicting("cart"), evicting("web"));
    expect(evictions.map(({ pod, repeated }) => [pod, repeated])).toEqual([
      ["shop/cart", 1],
      ["shop/web", 0],
    ]);
  });

  it("counts records that could not be observed, but no step for them", () => {
    expect(tallyOf(decision(), null)).toMatchObject({ records: 2, steps: 1 });
  });
});

describe("the closing", () => {
  const style = plainStyle(80);
  const NONE = { input: null, inputTwice: null, thresholds: [], candidate: null };
  const FILE = { ...NONE, input: "node.ndjson", inputTwice: "node.ndjson" };

  it("dates an eviction of another day than the first step", () => {
    const evicted = evicting("cart");
    const steps = [decision(), evicted].reduce((tally: Tally, each, index) => {
      const time = `2026-11-2${index}T23:00:00Z`;
      return tallied(tally, { time, decision: { ...each, time, step: index + 1 } });
    }, EMPTY_TALLY);
    expect(closing(steps, FILE, style)[1]).toMatch(/shop\/cart {2}2026-11-21 23:00:00 /);
  });

  it("says what happened, how long, and what to ask next", () => {
    const tally = tallyOf(decision(), evicting("cart"), PRESSURE, decision());
    expect(closing(tally, FILE, style)).toEqual([
      "4 steps over 30s",
      "  evictions    shop/cart  10:00:10  hard memory.available",
      "  conditions   MemoryPressure for 20s",
      "",
      "why this pod    plimsoll explain node.ndjson --step 2",
      "another policy  plimsoll diff node.ndjson --what-if --eviction-hard " +
        "'memory.available<500Mi'",
    ]);
  });

  it("suggests a threshold that is another one than those in force", () => {
    const tally = tallyOf(evicting("cart", { signal: "allocatableMemory.available" }));
    const [threshold] = policy().thresholds;
    const thresholds = threshold === undefined ? [] : [{ ...threshold, value: "500Mi" }];
    expect(closing(tally, { ...FILE, thresholds }, style).at(-1)).toBe(
      "another policy  plimsoll diff node.ndjson --what-if --eviction-hard 'memory.available<1Gi'",
    );
  });

  it("suggests no comparison that it has no words for", () => {
    const lines = closing(tallyOf(evicting("cart")), { ...FILE, inputTwice: null }, style);
    expect(lines.at(-1)).toBe("why this pod    plimsoll explain node.ndjson --step 1");
  });

  it("says that nothing was evicted, and asks nothing", () => {
    expect(closing(tallyOf(decision()), FILE, style)).toEqual(["1 step", "  evictions    none"]);
  });

  it("says that a condition is still held", () => {
    const lines = closing(tallyOf(PRESSURE, PRESSURE), FILE, style);
    expect(lines).toContain("  conditions   MemoryPressure for 10s, still held at the end");
  });

  it("names the pod that would go first where nothing was evicted", () => {
    const lines = closing(tallyOf(decision()), { ...NONE, candidate: "shop/cart" }, style);
    expect(lines).toContain("  candidate    shop/cart, if memory runs short");
    const evicted = closing(tallyOf(evicting("cart")), { ...NONE, candidate: "a/b" }, style);
    expect(evicted.join()).not.toContain("candidate");
  });

  it("does not say that a condition lasted no time at all", () => {
    const lines = closing(tallyOf(PRESSURE), NONE, style);
    expect(lines).toContain("  conditions   MemoryPressure in the last step");
  });

  it("counts reclaims and those that sufficed", () => {
    const reclaim = { reclaim: ["DeleteUnusedImages"] };
    const tally = tallyOf(
      decision({ ...reclaim, reclaimSufficient: true }),
      decision({ ...reclaim, reclaimSufficient: false }),
    );
    expect(closing(tally, FILE, style)).toContain(
      "  reclaims     node-level reclaim: 2 attempts, 1 sufficient",
    );
  });

  it("names ten evictions and counts the others", () => {
    const pods = Array.from({ length: 12 }, (_, index) => evicting(`pod-${index}`));
    const lines = closing(tallyOf(...pods), FILE, style);
    expect(lines.filter((line) => line.includes("shop/pod-"))).toHaveLength(10);
    expect(lines.map((line) => line.trim())).toContain("and 2 more");
  });

  it("prints the assumption that the results rest on", () => {
    const tally = tallyOf(decision({ assumption: "Evicted pods stay away." }));
    expect(closing(tally, FILE, style)).toContain("  assumed      Evicted pods stay away.");
  });
});
