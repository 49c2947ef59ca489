import { describe, expect, it } from "vitest";
import type { Decision, UsageParts } from "../../../../analysis/engine/decision.ts";
import { documentLines } from "../../../../analysis/present/terminal/blocks.ts";
import { plainStyle } from "../../../../analysis/present/terminal/style.ts";
import { explainDocument } from "../../../../analysis/questions/explain/document.ts";
import {
  decision,
  evicting,
  eviction,
  rankedPod,
  threshold,
} from "../../../hosts/cli/documents.ts";

function explained(subject: Decision, all = false, columns = 100): string[] {
  const document = explainDocument({ decision: subject, memory: null });
  return documentLines(document, { all }, plainStyle(columns));
}

/** The lines under a title, up to the next one. */
function under(title: string, lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => line.startsWith(title));
  if (start < 0) return [];
  const end = lines.findIndex((line, index) => index > start && line !== "" && line[0] !== " ");
  return lines.slice(start + 1, end < 0 ? undefined : end).filter((line) => line !== "");
}

describe("the head of an explanation", () => {
  it.each([
    ["an eviction", evicting("cart"), "evicts shop/cart"],
    [
      "a reclaim that suffices",
      decision({ reclaim: ["DeleteUnusedImages"], reclaimSufficient: true }),
      "reclaims enough on the node, and evicts no pod",
    ],
    [
      "a reclaim after which nothing is recorded",
      evicting("cart", { reclaim: ["DeleteUnusedImages"], reclaimAssumed: true }),
      "evicts shop/cart, if reclaiming on the node frees nothing",
    ],
    ["nobody to evict", evicting("cart", { evictions: [] }), "finds no pod that can be evicted"],
    ["a quiet step", decision(), "nothing to do"],
  ])("names %s", (_, subject, verdict) => {
    expect(explained(subject)[0]).toBe(`2026-11-20 10:00:00 UTC, step 1: ${verdict}`);
  });
});

describe("the first screen of an explanation", () => {
  it("has the verdict, the reason and the fixes, each fix once", () => {
    const change = { change: "request", from: "0", to: "1Gi", action: "EvictPod" } as const;
    const counterfactuals = [{ ...change, verified: true, sentence: "With 1Gi it stays." }];
    const text = explained(evicting("cart", { counterfactuals }), false, 80);
    const screen = text.slice(0, 24).join("\n");
    expect(screen).toMatch(
      /^.*evicts shop\/cart\n.*\nReason\n.*\nFixes\n {2}- With 1Gi it stays\./s,
    );
    expect(text.join("\n").match(/With 1Gi it stays/g)).toHaveLength(1);
  });

  it("warns of a number that the kubelet reads as negative", () => {
    const thresholds = [threshold({ signal: "nodefs.inodesFree", available: -1 })];
    const text = explained(decision({ thresholds })).join(" ");
    expect(text).toMatch(/warning: nodefs\.inodesFree: the Summary has a number above 2\^63-1/);
  });
});

describe("the thresholds", () => {
  it("show the arithmetic of each, met or not", () => {
    const disk = threshold({
      signal: "nodefs.inodesFree",
      value: "5%",
      limit: 327680,
      available: 6000000,
      capacity: 6553600,
    });
    const lines = under("Thresholds", explained(decision({ thresholds: [threshold(), disk] })));
    expect(lines.map((line) => line.trim().split(/\s{2,}/))).toEqual([
      ["threshold", "kind", "limit", "available", "capacity", "state"],
      ["memory.available<100Mi", "hard", "100Mi", "3Gi", "8Gi", "not met"],
      ["nodefs.inodesFree<5%", "hard", "327,680", "6,000,000", "6,553,600", "not met"],
    ]);
  });

  it("say when a signal has no observation, and when its stats are old", () => {
    const { limit: _, available: __, capacity: ___, ...blind } = threshold();
    const stale = threshold({ met: true, updatedStats: false });
    const lines = under("Thresholds", explained(decision({ thresholds: [blind, stale] })));
    expect(lines[1]).toMatch(/no observation$/);
    expect(lines[2]).toMatch(/met, no newer stats$/);
  });
});

describe("the ranking", () => {
  const pods = Array.from({ length: 20 }, (_, index) =>
    rankedPod(`pod-${index}`, { position: index + 1 }),
  );

  it("shows the sort keys in the kubelet's order", () => {
    const lines = under("Ranking", explained(evicting("cart")));
    expect(lines.slice(0, 3).map((line) => line.trim().split(/\s+/))).toEqual([
      ["#", "pod", "exceeds", "priority", "usage", "request", "over"],
      ["✖", "1", "shop/cart", "yes", "0", "900Mi", "512Mi", "388Mi"],
      ["2", "shop/next", "yes", "0", "900Mi", "512Mi", "388Mi"],
    ]);
  });

  it("shows priority and processes for pids", () => {
    const ranking = [rankedPod("fork", { processCount: 40000 })];
    const lines = under("Ranking", explained(evicting("fork", { resource: "pids", ranking })));
    expect(lines[0]?.trim().split(/\s+/)).toEqual(["#", "pod", "priority", "processes"]);
    expect(lines[1]).toContain("40,000");
  });

  it("is cut after twelve pods, but keeps the pod in question", () => {
    const subject = { namespace: "shop", name: "pod-19", uid: "uid-pod-19" };
    const lines = under("Ranking", explained(evicting("pod-0", { ranking: pods, subject })));
    expect(lines.filter((line) => /\d {2}shop\//.test(line))).toHaveLength(13);
    expect(lines.join("\n")).toContain("20  shop/pod-19");
    expect(lines.join("\n")).toContain("… 7 more with --all");
  });

  it("is whole with --all", () => {
    const lines = under("Ranking", explained(evicting("pod-0", { ranking: pods }), true));
    expect(lines.filter((line) => /\d {2}shop\//.test(line))).toHaveLength(20);
  });

  it("explains its marks: skipped, tied, without stats", () => {
    const ranking = [
      rankedPod("ghost", { hasStats: false }),
      rankedPod("proxy", { position: 2, skipped: "a critical pod is never evicted" }),
      rankedPod("cart", { position: 3 }),
      rankedPod("twin", { position: 4, tied: true }),
    ];
    const text = under("Ranking", explained(evicting("cart", { ranking }))).join("\n");
    expect(text).toContain("?  no stats in the Summary");
    expect(text).toContain("=  equal in every key to the pod above");
    expect(text).toContain("-  a critical pod is never evicted: shop/proxy");
  });

  it("wraps a long name at 80 columns", () => {
    const name = "recommendation-service-canary-7d9f8c5b6-x2x4z";
    const text = explained(evicting(name, { ranking: [rankedPod(name)] }), false, 80).join("\n");
    expect(text).toMatch(/✖ {2}1 {2}shop\/reco\S*-service- .*\n +canary-\S+-x2x4z$/m);
  });
});

describe("what a pod uses", () => {
  const container: UsageParts = {
    name: "app",
    kind: "container",
    memoryWorkingSetBytes: 1024,
    memoryRequest: "512Mi",
    rootfsUsedBytes: 4096,
    rootfsInodesUsed: 7,
    oomScoreAdj: 968,
    counted: true,
  };
  const volume: UsageParts = { name: "cache", kind: "volume", usedBytes: 2048, counted: false };
  const ranking = [rankedPod("cart", { parts: [container, volume] })];

  it.each([
    [
      "memory",
      [
        ["part", "kind", "memory", "request", "oom_score_adj"],
        ["app", "container", "1Ki", "512Mi", "968"],
      ],
    ],
    [
      "ephemeral-storage",
      [
        ["part", "kind", "writable layer", "logs", "volume", "request"],
        ["app", "container", "4Ki", "-", "-", "-"],
        ["cache", "volume", "-", "-", "2Ki", "-", "not counted"],
      ],
    ],
    [
      "inodes",
      [
        ["part", "kind", "writable layer", "logs", "volume", "request"],
        ["app", "container", "7", "-", "-", "-"],
      ],
    ],
  ] as const)("of %s, part by part", (resource, rows) => {
    const lines = under("Usage of shop/cart", explained(evicting("cart", { resource, ranking })));
    expect(lines.map((line) => line.trim().split(/\s{2,}/))).toEqual(rows);
  });

  it("is not called uncounted where nothing is counted", () => {
    const parts = [{ ...container, counted: false }];
    const lines = explained(evicting("cart", { ranking: [rankedPod("cart", { parts })] }));
    expect(lines.join()).not.toContain("not counted");
  });
});

describe("the eviction message of the pod", () => {
  it("shows the message, the grace period and every annotation", () => {
    const evictions = [eviction("cart", { annotations: { starved_resource: "memory" } })];
    const lines = under(
      "Eviction message of shop/cart",
      explained(evicting("cart", { evictions })),
    );
    expect(lines).toEqual([
      "  The node was low on resource: memory.",
      "  reason        Evicted",
      "  grace period  1s",
      "  annotation    starved_resource: memory",
    ]);
  });
});

describe("what else could have been", () => {
  it("lists the kubelet's other choices", () => {
    const pods = ["a", "b"].map((name) => ({
      namespace: "shop",
      name,
      uid: name,
      gracePeriodSeconds: 30,
      message: `The node was low on resource: ephemeral-storage. ${name}`,
    }));
    const reclaim = ["DeleteUnusedImages"];
    const alternatives = [{ signal: "nodefs.available", hard: false, reclaim, pods }] as const;
    const lines = explained(evicting("cart", { alternatives }));
    expect(under("Other outcomes", lines)).toEqual([
      "  Under soft nodefs.available: call DeleteUnusedImages, then evict shop/a or shop/b.",
      "    - shop/a: grace period 30s, The node was low on resource: ephemeral-storage. a",
      "    - shop/b: grace period 30s, The node was low on resource: ephemeral-storage. b",
    ]);
  });

  it("says how probable each choice is, where that is known", () => {
    const own = { signal: "memory.available", hard: true, reclaim: [], pods: [] } as const;
    const alternatives = [{ ...own, probability: "1/8" }];
    const lines = explained(evicting("cart", { alternatives, probability: "7/8" }));
    expect(under("Other outcomes", lines)).toEqual([
      "  What is shown has a probability of 7/8.",
      "  Under hard memory.available, with a probability of 1/8: evict no pod.",
    ]);
  });

  it("repeats the core's sentences about what would spare the pod", () => {
    const subject = { namespace: "shop", name: "cart", uid: "uid-cart" };
    const change = { change: "request", from: "0", to: "1Gi", action: "EvictPod" } as const;
    const counterfactuals = [
      { ...change, verified: true, sentence: "With 1Gi it stays." },
      { ...change, verified: false, sentence: "With 2Gi it goes all the same." },
    ];
    const lines = explained(evicting("cart", { subject, counterfactuals }));
    expect(under("Fixes", lines)).toEqual([
      "  - With 1Gi it stays.",
      "  - With 2Gi it goes all the same.",
    ]);
  });

  it("shows how the node's allocatable came about", () => {
    const nodeAllocatable = [
      {
        resource: "memory",
        capacity: "8Gi",
        systemReserved: "0",
        kubeReserved: "512Mi",
        evictionHard: "100Mi",
        allocatable: "7580Mi",
      },
    ];
    const lines = under("Node Allocatable", explained(decision({ nodeAllocatable })));
    expect(lines[1]?.trim().split(/\s+/)).toEqual([
      "memory",
      "8Gi",
      "0",
      "512Mi",
      "100Mi",
      "7580Mi",
    ]);
  });
});
