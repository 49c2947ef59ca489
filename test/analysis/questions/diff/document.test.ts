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
  return documentLines(document, { all: true }, plainStyle(80));
}

const from = (all: readonly string[], title: string) =>
  all.slice(all.findIndex((line) => line.startsWith(title)));

describe("the verdict", () => {
  const evicted = (pods: Readonly<Record<string, string>>) => ({
    ...EMPTY_TALLY,
    firstTime: TIME,
    evictions: Object.entries(pods).map(([pod, at]) => ({
      ...{ pod: `shop/${pod}`, uid: pod, time: `2026-11-20T${at}Z`, step: 1 },
      ...{ what: "hard memory.available", signal: "memory.available" as const, repeated: 0 },
    })),
  });
  const CART = { cart: "10:10:00" };
  const ENDED = {
    ...{ key: "cart", pod: "shop/cart", isEviction: true, time: "2026-11-20T10:10:10Z" },
  };
  const first = { time: TIME, before: [null, null], after: [decision(), decision()] } as const;

  it.each([
    [CART, {}, "✔ B spares shop/cart"],
    [{ ...CART, web: "10:10:10" }, CART, "✔ B spares shop/web"],
    [{}, CART, "✖ B evicts shop/cart more"],
    [CART, { web: "10:10:10" }, "! B spares shop/cart, and evicts shop/web instead"],
    [CART, { cart: "10:08:00" }, "! B spares no pod: it evicts shop/cart 2m earlier"],
    [CART, { cart: "10:10:30" }, "! B spares no pod: it evicts shop/cart 30s later"],
    [CART, CART, "! B spares no pod; 0 of 4 steps differ"],
    [{}, {}, "! Neither evicts a pod; 0 of 4 steps differ"],
  ])("on %j and %j says %s", (a, b, title) => {
    expect(lines({ steps: 4, first, tallies: [evicted(a), evicted(b)] })[0]).toBe(title);
  });

  it("counts and lists no step as different of which one side is unknown", () => {
    const run = { step: 1, steps: 1, outcomes: ["evicts shop/cart", "quiet"] } as const;
    const runs = [
      { ...run, time: "2026-11-20T10:10:00Z" },
      { ...run, time: "2026-11-20T10:10:10Z", step: 2, steps: 2 },
    ];
    const tallies = [evicted(CART), evicted({})] as const;
    const shown = lines({ steps: 4, first, runs, tallies, recorded: [ENDED] });
    expect(shown.join("\n")).toContain(
      "  From 10:10:10 on, B is unknown; before, 1 step differs, the first at 10:00:00",
    );
    expect(from(shown, "All differing steps").slice(2, 4)).toEqual([
      "  10:10:00     1      1  evicts shop/cart  quiet",
      "  10:10:10     2      2  evicts shop/cart  unknown",
    ]);
  });

  it.each([
    [CART, {}, "! B spares shop/cart at 10:10:10; what follows is unknown"],
    [{}, CART, "! A spares shop/cart at 10:10:10; what follows is unknown"],
    [CART, { web: "10:10:10" }, "! B spares shop/cart at 10:10:10; what follows is unknown"],
    [CART, { cart: "10:10:30" }, "! B spares no pod: it evicts shop/cart 30s later"],
    [{ web: "10:10:00" }, {}, "✔ B spares shop/web"],
  ])("on %j and %j of a recording without shop/cart says %s", (a, b, title) => {
    const recorded = [ENDED];
    const tallies = [evicted(a), evicted(b)] as const;
    expect(lines({ steps: 4, first, tallies, recorded })[0]).toBe(title);
  });

  it("claims no totals of a side after a pod that the recording lacks", () => {
    const recorded = [ENDED];
    const tallies = [evicted({ ...CART, web: "10:11:00" }), evicted({})] as const;
    const shown = lines({ steps: 4, first, tallies, recorded }).map((line) => line.trim());
    expect(shown).toContainEqual(expect.stringMatching(/^shop\/cart evicted at +10:10:00 +not$/));
    expect(shown).toContainEqual(
      expect.stringMatching(/^shop\/web evicted at +10:11:00 +unknown$/),
    );
    expect(shown).toContainEqual(expect.stringMatching(/^pods evicted +2 +unknown$/));
    expect(shown.join(" ")).toContain(
      "The recording lacks shop/cart from 10:10:10 on, so it does not show what would happen " +
        "with B.",
    );
  });
});

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
    expect(shown).toEqual([
      ...["✔ No difference in 4 steps", "  capture · 4 steps"],
      ...["  A a.yaml", "  B a.yaml, then --eviction-hard", ""],
      "                             A                                      B",
      "  memory.available hard  100Mi                                  500Mi",
      "  memory.available soft      -  100Mi for 1m30s, minimum reclaim 60Mi",
      "  pods evicted               0                                      0",
      "  cost of B: pods can request 400Mi less on each node",
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
    const many = lines({ runs: Array.from({ length: 14 }, () => run) });
    expect(many.filter((line) => line.includes("evicts shop/cart"))).toHaveLength(14);
  });

  it("tells with --all when each pod is evicted, where a first screen has no room", () => {
    const evictions = ["a", "b", "c"].map((uid) => ({
      ...{ pod: `shop/${uid}`, uid, time: TIME, step: 1, what: "hard memory.available" },
      ...{ signal: "memory.available" as const, repeated: 1 },
    }));
    const shown = lines({ tallies: [{ ...EMPTY_TALLY, evictions }, EMPTY_TALLY] });
    expect(from(shown, "Evicted pods").slice(2, 5)).toEqual([
      "  shop/a evicted at  10:00:00  not",
      "  shop/b evicted at  10:00:00  not",
      "  shop/c evicted at  10:00:00  not",
    ]);
  });

  it("counts pods once, however often the capture goes on with them", () => {
    const eviction = {
      ...{ pod: "shop/a", uid: "a", time: TIME, step: 1, what: "hard memory.available" },
      ...{ signal: "memory.available" as const, repeated: 2 },
    };
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
