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

function explained(subject: Decision, all = true, columns = 100): string[] {
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
    ["an eviction", evicting("cart"), /^✖ shop\/cart is evicted at 10:00:00: the node runs low on/],
    [
      "a reclaim that suffices",
      decision({ reclaim: ["DeleteUnusedImages"], reclaimSufficient: true }),
      /^✔ No pod is evicted at 10:00:00: the node reclaims enough$/,
    ],
    [
      "a reclaim after which nothing is recorded",
      evicting("cart", { reclaim: ["DeleteUnusedImages"], reclaimAssumed: true }),
      /^✖ shop\/cart is evicted at 10:00:00, if reclaiming on the node frees nothing$/,
    ],
    [
      "nobody to evict",
      evicting("cart", { evictions: [] }),
      /^! No pod can be evicted at 10:00:00/,
    ],
    ["a quiet step", decision(), /^✔ No pod is evicted at 10:00:00: no threshold is met$/],
  ])("names %s", (_, subject, verdict) => {
    expect(explained(subject)[0]).toMatch(verdict);
  });
});

describe("the first screen of an explanation", () => {
  const subject = { namespace: "shop", name: "cart", uid: "uid-cart" };
  const evicted = { namespace: "shop", name: "next", uid: "uid-next" };
  const change = {
    change: "request",
    from: "512Mi",
    to: "1073741824",
    action: "EvictPod",
  } as const;
  const spared = { ...change, verified: true, evicted, sentence: "With 1Gi it stays." };

  it("has the verdict, the pods and the fixes that were checked, with their cost", () => {
    const counterfactuals = [
      spared,
      { ...change, verified: false, sentence: "With 2Gi it is evicted all the same." },
    ];
    const text = explained(evicting("cart", { subject, counterfactuals }), false, 80).join("\n");
    expect(text).toMatch(/^✖ shop\/cart is evicted .*\n/);
    expect(text).toMatch(/✖ +1 {2}shop\/cart +\+388Mi +900Mi/);
    expect(text).toMatch(
      /\n {2}1 {2}Request 1024Mi of memory \(now 512Mi\): shop\/next is .* instead\n {5}cost: /,
    );
    expect(text).not.toContain("all the same");
    expect(explained(evicting("cart", { subject, counterfactuals })).join("\n")).toMatch(
      /Tried in vain\n {2}- With 2Gi it is evicted all the same\./,
    );
  });

  it("lists last what the node has no room for", () => {
    const memory = { systemReserved: "0", kubeReserved: "0", evictionHard: "100Mi" };
    const nodeAllocatable = [{ ...memory, resource: "memory", allocatable: "1100Mi" }];
    const priority = { ...spared, change: "priority", from: "0", to: "1" } as const;
    const counterfactuals = [spared, priority];
    const lines = explained(evicting("cart", { subject, counterfactuals, nodeAllocatable }), false);
    // Two pods request 512Mi each, so 76Mi are left.
    expect(lines.join("\n")).toMatch(
      /1 {2}Priority 1 [\s\S]*2 {2}Request .*\n.*512Mi more requested; .* has only 76Mi left/,
    );
  });

  it("says that a small pod cannot end the pressure", () => {
    const ranking = [rankedPod("cart", { usage: 1024 })];
    const about = { signal: "memory.available", limit: 104857600, available: 83886080 } as const;
    const lines = explained(evicting("cart", { ...about, ranking }), false);
    const text = lines.map((line) => line.trim()).join(" ");
    expect(text).toContain("It uses 1Ki and 20Mi are missing: its eviction alone does not end");
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

  it("is on the first screen with the pod in question, the next one and the largest", () => {
    const subject = { namespace: "shop", name: "pod-19", uid: "uid-pod-19" };
    const lines = explained(evicting("pod-0", { ranking: pods, subject }), false);
    const shown = lines.flatMap((line) => /\d {2}shop\/(pod-\d+)/.exec(line)?.[1] ?? []);
    expect(shown).toEqual(["pod-0", "pod-19"]);
  });

  it("is whole with --all", () => {
    const lines = under("Ranking", explained(evicting("pod-0", { ranking: pods })));
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
    const text = explained(evicting(name, { ranking: [rankedPod(name)] }), true, 80).join("\n");
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
