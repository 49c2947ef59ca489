import { describe, expect, it } from "vitest";
import { documentLines } from "../../../../analysis/present/terminal/blocks.ts";
import { plainStyle } from "../../../../analysis/present/terminal/style.ts";
import type { Comparison } from "../../../../analysis/questions/diff/difference.ts";
import { diffDocument, type Side } from "../../../../analysis/questions/diff/document.ts";
import { EMPTY_TALLY } from "../../../../analysis/questions/replay/tally.ts";
import { decision, evicting, policy } from "../../../hosts/cli/documents.ts";

const TIME = "2026-11-20T10:00:00Z";
const SIDE: Side = { policy: policy(), origins: ["a.yaml"] };

function lines(comparison: Partial<Comparison>, b: Side = SIDE) {
  const empty = { steps: 0, first: null, runs: [], tallies: [EMPTY_TALLY, EMPTY_TALLY] } as const;
  const document = diffDocument({ ...empty, ...comparison }, [SIDE, b]);
  return documentLines(document, { all: false }, plainStyle(80));
}

const from = (all: readonly string[], title: string) =>
  all.slice(all.findIndex((line) => line.startsWith(title)));

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
    const comparison = {
      ...{ steps: 4, first: null, runs: [] },
      tallies: [EMPTY_TALLY, EMPTY_TALLY],
    } as const;
    const document = diffDocument(comparison, [a, b]);
    const shown = documentLines(document, { all: false }, plainStyle(80));
    expect(shown.slice(0, 9)).toEqual([
      "No difference in 4 steps.",
      "",
      "A  a.yaml",
      "B  a.yaml, then --eviction-hard",
      "",
      "setting                A      B",
      "memory.available hard  100Mi  500Mi",
      "memory.available soft  -      100Mi for 1m30s, minimum reclaim 60Mi",
      "",
    ]);
  });

  it("tells the first difference for both sides", () => {
    const first = {
      time: TIME,
      before: [null, null],
      after: [decision(), evicting("cart")],
    } as const;
    const shown = from(lines({ steps: 1, first }), "First");
    expect(shown[0]).toBe("First difference: 2026-11-20 10:00:00 UTC, step 1");
    expect(shown.slice(1, 5)).toEqual(["  A", "    nothing happens", "", "  B"]);
    expect(shown[5]).toMatch(/^ {4}memory\.available \S+, under hard 100Mi$/);
    expect(shown.join("\n")).toContain("    ✖ evicts shop/cart");
  });

  it("tabulates the differing steps, and with --all each of them", () => {
    const run = { time: TIME, step: 7, steps: 3, outcomes: ["quiet", "evicts shop/cart"] as const };
    expect(from(lines({ runs: [run] }), "All").slice(0, 3)).toEqual([
      "All differing steps",
      "  from      step  steps  A      B",
      "  10:00:00     7      3  quiet  evicts shop/cart",
    ]);
    expect(lines({ runs: Array.from({ length: 14 }, () => run) })).toContain(
      "  … 2 more with --all",
    );
  });

  it("counts pods once, however often the capture goes on with them", () => {
    const eviction = { uid: "a", repeated: 2 } as (typeof EMPTY_TALLY)["evictions"][number];
    const tally = { ...EMPTY_TALLY, evictions: [eviction] };
    const shown = from(lines({ tallies: [EMPTY_TALLY, tally] }), "In all");
    expect(shown.slice(1, 4)).toEqual([
      "  count         A  B",
      "  pods evicted  0  1",
      "  evictions     0  3",
    ]);
    expect(shown.slice(4).join(" ")).toContain("--what-if");
  });

  it("counts what either side comes to", () => {
    const held = new Map([["DiskPressure", 90] as const]);
    const tally = { ...EMPTY_TALLY, reclaims: 2, conditionSeconds: held };
    expect(from(lines({ tallies: [tally, EMPTY_TALLY] }), "In all").slice(2)).toEqual([
      "  pods evicted             0   0",
      "  node-level reclaims      2   0",
      "  DiskPressure         1m30s  0s",
    ]);
  });
});
