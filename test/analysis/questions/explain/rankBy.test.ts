import { describe, expect, it } from "vitest";
import type { Decision, RankedPod } from "../../../../analysis/engine/decision.ts";
import { AWAITED } from "../../../../analysis/questions/explain/extraColumns.ts";
import {
  judgeColumns,
  judgesOf,
  judgeTable,
} from "../../../../analysis/questions/explain/rankBy.ts";
import type { OomRanking } from "../../../../analysis/questions/oom/nodeRanking.ts";
import { formatBytes } from "../../../../analysis/text/amount.ts";
import { partsOf, type Text } from "../../../../analysis/text/document.ts";

const MI = 2 ** 20;

/** A text as people read it. */
function plain(text: Text): string {
  const words = partsOf(text).map((part) => {
    if (typeof part === "string") return part;
    if ("bytes" in part) return formatBytes(part.bytes);
    if ("names" in part) return part.names.join(", ");
    return "code" in part ? part.code : "";
  });
  return words.join("");
}

const ranked = (name: string, position: number, more: Partial<RankedPod> = {}) =>
  ({
    ...{ namespace: "shop", name, uid: `uid-${name}`, position, priority: 0 },
    ...{ qosClass: "Burstable", hasStats: true, usage: 300 * MI, request: 256 * MI },
    usageMinusRequest: 44 * MI,
    ...more,
  }) as unknown as RankedPod;

const CART = ranked("cart", 1);
const PROXY = ranked("proxy", 2, { priority: 2_000_001_000, skipped: "critical" });
const MEMORY = {
  ...{ resource: "memory", signal: "memory.available", evictions: [CART], ranking: [CART, PROXY] },
} as unknown as Decision;

/** The kernel's numbers as /proc would have them: the proxy has more of them than the cart. */
const KERNEL = {
  pageBytes: 4096,
  ranking: [
    { pod: PROXY, container: "p", badness: 900, rssPages: 256, oomScoreAdj: -997 },
    { pod: CART, container: "c", badness: 500, rssPages: 512, oomScoreAdj: 968 },
    { pod: CART, container: "sidecar", badness: 400, rssPages: 1, oomScoreAdj: 968 },
  ],
} as unknown as OomRanking;

const cellsOf = (by: Parameters<typeof judgeTable>[0]) =>
  judgeTable(by, MEMORY, [CART, PROXY], { oom: KERNEL }).rows.map(({ cells }) => cells.map(plain));

describe("the ranking of a step by one judge", () => {
  it("is data, which a worker can hand to a page", () => {
    const table = judgeTable("kubelet", MEMORY, [CART, PROXY], { oom: KERNEL });
    expect(structuredClone(table)).toEqual(table);
  });

  it("has the place, the pod and three columns by the kubelet", () => {
    expect(cellsOf("kubelet")).toEqual([
      ["1", "shop/cart evicted", "44Mi", "300Mi of 256Mi", "0"],
      ["-", "shop/proxy never evicted", "44Mi", "300Mi of 256Mi", "2,000,001,000"],
    ]);
  });

  it("ranks a pod by the first of its containers by the kernel", () => {
    expect(cellsOf("kernel")).toEqual([
      ["2", "shop/cart evicted", "500", "2Mi", "968"],
      ["1", "shop/proxy never evicted", "900", "1Mi", "-997"],
    ]);
  });

  it("shows that an order is awaited", () => {
    const { rows } = judgeTable("kernel", MEMORY, [CART], { oom: AWAITED });
    expect(rows[0]?.cells.map(plain)).toEqual(["…", "shop/cart evicted", "…", "…", "…"]);
  });

  it.each([
    ["memory", ["kubelet", "kernel"]],
    ["inodes", ["kubelet"]],
  ])("is by the judges that have an order for %s", (resource, judges) => {
    const decision = { ...MEMORY, resource } as Decision;
    expect(judgesOf(decision, { oom: KERNEL })).toEqual(judges);
  });

  it("says why a pod is never evicted", () => {
    const { notes = [] } = judgeTable("kubelet", MEMORY, [CART, PROXY], {});
    expect(notes.map(([label, text]) => `${label}: ${plain(text)}`)).toEqual([
      "over request: usage minus request",
      "never evicted: critical: shop/proxy",
    ]);
  });

  it("compares processes where process IDs run out", () => {
    const titles = judgeColumns("kubelet", { ...MEMORY, resource: "pids" } as Decision, {});
    expect(titles.map(({ title }) => title)).toEqual(["#", "pod", "processes", "priority"]);
  });
});
