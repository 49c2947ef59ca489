import { describe, expect, it } from "vitest";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { blocksMarkdown } from "../../../../analysis/present/markdown/markdown.ts";
import {
  fileStem,
  type ListedRanking,
  rankingBlocks,
  rankingCsv,
} from "../../../../analysis/questions/explain/rankingTexts.ts";
import { Run } from "../../../../analysis/questions/replay/frozen/run.ts";
import { Detail } from "../../../../assembly/abi.ts";
import { core, frozen } from "../../../hosts/browser/examples.ts";

function rankingMarkdown(ranking: ListedRanking): string {
  return blocksMarkdown(rankingBlocks(ranking));
}

/** The eviction of README's example. */
async function evicting(): Promise<ListedRanking> {
  const { capture, json } = await frozen("memory-leak.plimsoll.ndjson.gz");
  const run = new Run(new EvictionEngine(core), capture, json(false));
  run.goTo(74);
  const decision = run.decision(Detail.Arithmetic)?.parse() ?? expect.fail("Nothing is decided.");
  const pods = decision.ranking ?? [];
  const beside = { oom: null, admission: null };
  return { decision, ...beside, pods, summary: "8 pods", of: "worker-3", changed: null };
}

describe("a ranking to hand on", () => {
  it("is data, which a worker can hand to a page", async () => {
    const blocks = rankingBlocks(await evicting());
    expect(structuredClone(blocks)).toEqual(blocks);
  });

  it("is a table of Markdown under what was decided, the evicted pod in bold", async () => {
    const text = rankingMarkdown(await evicting());
    expect(text).toContain("- **node:** `worker-3`\n");
    expect(text).toContain("- **moment:** 2026-01-15 10:12:20 UTC, step 75\n");
    expect(text).toContain("evicts shop/cart-p89ncn6dqk-8t8pl");
    expect(text).toContain("| **1** | **`shop/cart-p89ncn6dqk-8t8pl`** | **yes** |");
    expect(text).not.toContain("not the recording");
  });

  it("says what differs from the recording", async () => {
    const changed = "memory.available 100Mi → 1Gi";
    const text = rankingMarkdown({ ...(await evicting()), changed });
    expect(text).toContain("- **not the recording:** memory.available 100Mi → 1Gi\n");
  });

  it("is CSV with exact amounts", async () => {
    const ranking = await evicting();
    const [head, first] = rankingCsv(ranking).split("\r\n");
    expect(head).toBe(
      "position,namespace,name,uid,qosClass,exceeds,priority,usage,request,usage-request,state",
    );
    const { usage = 0 } = ranking.pods[0] ?? {};
    const request = 256 << 20;
    const amounts = `${usage},${request},${usage - request}`;
    expect(first).toMatch(new RegExp(`^1,shop,cart-\\S+,Burstable,yes,0,${amounts},evicted$`));
  });

  it("has the kernel's place of each pod where that is listed", async () => {
    const ranking = await evicting();
    const [first, second] = ranking.pods;
    if (first === undefined || second === undefined) expect.fail("Nothing is ranked.");
    const weighed = { container: "c", oomScoreAdj: 0, rssPages: 1, swapPages: 0, pgtablesBytes: 0 };
    const places = [
      { ...weighed, pod: second, badness: 9 },
      { ...weighed, pod: first, badness: null },
    ];
    const numbers = { pageBytes: 4096, totalPages: 9, pagesOfOne: 1, isByAdjustment: false };
    const kernel = { ...numbers, ranking: places, nearLimits: [], assumed: [], digest: "" };
    const pods = [first, second];
    const rows = rankingCsv({ ...ranking, oom: kernel, pods }).split("\r\n");
    expect(rows[0]).toMatch(/,usage-request,kernel,state$/);
    expect(rows[1]).toMatch(/,,evicted$/);
    expect(rows[2]).toMatch(/,1,$/);
    const table = rankingMarkdown({ ...ranking, oom: kernel, pods });
    expect(table).toContain("| kernel |");
  });

  it("has the pods that admission would preempt where they are listed", async () => {
    const ranking = await evicting();
    const [first, second] = ranking.pods;
    if (first === undefined || second === undefined) expect.fail("Nothing is ranked.");
    const { sentence: _, ...pod } = first;
    const about = { plimsoll: "admission/1", kubelet: "1.35", node: "n", admitted: true } as const;
    const none = { sentence: "", orderDecides: false, digest: "" };
    const asking = { ...pod, name: "critical-pod", critical: true };
    const memory = { resource: "memory", used: 0, capacity: 0, fits: false };
    const status = { phase: "Failed", reason: "Preempting", message: "" } as const;
    const event = { type: "Warning", reason: "Preempting", message: "" } as const;
    const choice = { required: [], frees: [], distance: 0, hasEquals: false };
    const answer = {
      ...{ ...about, ...none, pod: asking, resources: [{ ...memory, requested: 2 ** 30 }] },
      preempted: [{ ...second, critical: false, choice, event, status }],
    };
    const admission = { isDefault: true, leftBytes: 768 * 2 ** 20, answer, assumed: [] };
    const pods = [first, second];
    const rows = rankingCsv({ ...ranking, admission, pods }).split("\r\n");
    expect(rows[0]).toMatch(/,usage-request,admission,state$/);
    expect(rows[1]).toMatch(/,,evicted$/);
    expect(rows[2]).toMatch(/,1,$/);
    const table = rankingMarkdown({ ...ranking, admission, pods });
    expect(table).toContain("| admission |");
    expect(table).toContain("that requests 1Gi of memory, 256Mi more than is left");
  });

  it("leaves what is not known of a pod empty, and keeps its spec", async () => {
    const ranking = await evicting();
    const pods = ranking.pods.slice(0, 1).map((pod) => ({ ...pod, hasStats: false }));
    const decision = { ...ranking.decision, evictions: [] };
    const [, row] = rankingCsv({ ...ranking, decision, pods }).split("\r\n");
    expect(row).toMatch(/,Burstable,,0,,268435456,,no stats$/);
  });

  it("is of a file named for its node and moment", async () => {
    const ranking = await evicting();
    expect(fileStem(ranking)).toBe("worker-3-20260115T101220Z-ranking");
    expect(fileStem({ ...ranking, of: "a/b c.json" })).toBe("a-b-c.json-20260115T101220Z-ranking");
  });
});
