import { describe, expect, it } from "vitest";
import {
  differenceTable,
  firstDifference,
  policies,
} from "../../../../analysis/present/terminal/difference.ts";
import { plainStyle } from "../../../../analysis/present/terminal/style.ts";
import { decision, evicting, policy } from "../../../hosts/cli/documents.ts";

const style = plainStyle(80);

describe("the comparison", () => {
  it("names both policies and only the thresholds in which they differ", () => {
    const [base] = policy().thresholds;
    if (base === undefined) throw new Error("the policy has a threshold");
    const same = { ...base, signal: "nodefs.available" as const };
    const soft = { ...base, hard: false, gracePeriodSeconds: 90, minReclaim: "60Mi" };
    const a = { policy: policy({ thresholds: [base, same] }), origins: ["a.yaml"] };
    const other = { ...base, value: "500Mi" };
    const b = {
      policy: policy({ thresholds: [other, same, soft] }),
      origins: ["a.yaml", "--eviction-hard"],
    };
    expect(policies([a, b], style)).toEqual([
      "A  a.yaml",
      "B  a.yaml, then --eviction-hard",
      "",
      "setting                A      B",
      "memory.available hard  100Mi  500Mi",
      "memory.available soft  -      100Mi for 1m30s, minimum reclaim 60Mi",
    ]);
  });

  it("tells the first difference for both sides", () => {
    const lines = firstDifference(
      {
        time: "2026-11-20T10:00:00Z",
        before: [null, null],
        after: [decision(), evicting("cart")],
      },
      style,
    );
    expect(lines[1]).toBe("First difference: 2026-11-20 10:00:00 UTC, step 1");
    expect(lines[2]).toBe("  A  nothing happens");
    expect(lines[3]).toMatch(/^ {2}B {2}.*memory\.available under hard 100Mi$/);
    expect(lines.join("\n")).toContain("     ✖ evicts shop/cart");
  });

  it("tabulates the differing steps", () => {
    const time = "2026-11-20T10:00:00Z";
    const runs = [{ time, step: 7, steps: 3, outcomes: ["quiet", "evicts shop/cart"] as const }];
    expect(differenceTable(runs, style).slice(2)).toEqual([
      "  from      step  steps  A      B",
      "  10:00:00     7      3  quiet  evicts shop/cart",
    ]);
  });
});
