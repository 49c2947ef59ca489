import { describe, expect, it } from "vitest";
import type { Decision } from "../../../../analysis/engine/decision.ts";
import { sectionsLines } from "../../../../analysis/present/terminal/blocks.ts";
import { plainStyle } from "../../../../analysis/present/terminal/style.ts";
import { type ClosingParts, closing } from "../../../../analysis/questions/replay/closing.ts";
import { EMPTY_TALLY, type Tally, tallied } from "../../../../analysis/questions/replay/tally.ts";
import {
  decision,
  evicting,
  metThreshold,
  policy,
  threshold,
} from "../../../hosts/cli/documents.ts";

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
  const lines = (tally: Tally, parts: ClosingParts) =>
    sectionsLines(closing(tally, parts), { all: true }, plainStyle(80)).slice(1);
  const NONE = { input: null, inputTwice: null, thresholds: [], candidate: null };
  const FILE = { ...NONE, input: "node.ndjson", inputTwice: "node.ndjson" };

  it("dates an eviction of another day than the first step", () => {
    const evicted = evicting("cart");
    const steps = [decision(), evicted].reduce((tally: Tally, each, index) => {
      const time = `2026-11-2${index}T23:00:00Z`;
      return tallied(tally, { time, decision: { ...each, time, step: index + 1 } });
    }, EMPTY_TALLY);
    expect(lines(steps, FILE)[1]).toMatch(/shop\/cart at 2026-11-21 23:00:00, /);
  });

  it("says what happened, how long, and what to ask next", () => {
    const tally = tallyOf(decision(), evicting("cart"), PRESSURE, decision());
    expect(lines(tally, FILE)).toEqual([
      "4 steps over 30s",
      "  eviction   shop/cart at 10:00:10, hard memory.available",
      "  condition  MemoryPressure for 20s",
      "",
      "Next steps",
      "  # why this pod",
      "  plimsoll explain node.ndjson --step 2",
      "  # another policy",
      "  plimsoll diff node.ndjson --what-if --eviction-hard 'memory.available<500Mi'",
    ]);
  });

  it("suggests a threshold that is another one than those in force", () => {
    const tally = tallyOf(evicting("cart", { signal: "allocatableMemory.available" }));
    const [threshold] = policy().thresholds;
    const thresholds = threshold === undefined ? [] : [{ ...threshold, value: "500Mi" }];
    expect(lines(tally, { ...FILE, thresholds }).at(-1)).toBe(
      "  plimsoll diff node.ndjson --what-if --eviction-hard 'memory.available<1Gi'",
    );
  });

  it("suggests no comparison that it has no words for", () => {
    const printed = lines(tallyOf(evicting("cart")), { ...FILE, inputTwice: null });
    expect(printed.at(-1)).toBe("  plimsoll explain node.ndjson --step 1");
  });

  it("says that nothing was evicted, and asks nothing", () => {
    expect(lines(tallyOf(decision()), FILE)).toEqual(["1 step", "  evictions  none"]);
  });

  it("says that a condition is still held", () => {
    const printed = lines(tallyOf(PRESSURE, PRESSURE), FILE);
    expect(printed).toContain("  condition  MemoryPressure for 10s, still held at the end");
  });

  it("names the pod that would go first where nothing was evicted", () => {
    const printed = lines(tallyOf(decision()), { ...NONE, candidate: "shop/cart" });
    expect(printed).toContain("  candidate  shop/cart, if memory runs short");
    const evicted = lines(tallyOf(evicting("cart")), { ...NONE, candidate: "a/b" });
    expect(evicted.join()).not.toContain("candidate");
  });

  it("does not say that a condition lasted no time at all", () => {
    const printed = lines(tallyOf(PRESSURE), NONE);
    expect(printed).toContain("  condition  MemoryPressure in the last step");
  });

  it("counts reclaims and those that sufficed", () => {
    const reclaim = { reclaim: ["DeleteUnusedImages"] };
    const tally = tallyOf(
      decision({ ...reclaim, reclaimSufficient: true }),
      decision({ ...reclaim, reclaimSufficient: false }),
    );
    expect(lines(tally, FILE)).toContain(
      "  reclaims   node-level reclaim: 2 attempts, 1 sufficient",
    );
  });

  const unrecorded = decision({
    ...evicting("cart", { signal: "nodefs.available" }),
    thresholds: [metThreshold({ signal: "nodefs.available" })],
    reclaim: ["DeleteUnusedImages"],
    reclaimSufficient: false,
    reclaimAssumed: true,
  });

  it("calls unknown what a reclaim freed after which nothing is recorded", () => {
    expect(lines(tallyOf(unrecorded), FILE)).toContain(
      "  unknown    what the node-level reclaim freed: nothing is assumed",
    );
  });

  it("says after how many of these the next sample is above the threshold", () => {
    const above = decision({ thresholds: [threshold({ signal: "nodefs.available" })] });
    const printed = lines(tallyOf(unrecorded, unrecorded, above), FILE).join(" ");
    expect(printed.replace(/\s+/g, " ")).toContain(
      "what 2 node-level reclaims freed: nothing is assumed; after 1 of them, the next sample " +
        "is above the threshold",
    );
  });

  it("names ten evictions and counts the others", () => {
    const pods = Array.from({ length: 12 }, (_, index) => evicting(`pod-${index}`));
    const printed = lines(tallyOf(...pods), FILE);
    expect(printed.filter((line) => line.includes("shop/pod-"))).toHaveLength(10);
    expect(printed.map((line) => line.trim())).toContain("and 2 more");
  });

  it("prints the assumption that the results rest on", () => {
    const tally = tallyOf(decision({ assumption: "Evicted pods stay away." }));
    expect(lines(tally, FILE)).toContain("  assumed    Evicted pods stay away.");
  });
});
