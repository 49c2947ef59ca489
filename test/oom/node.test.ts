/** Whom the kernel would kill on a node, from a Summary and its pods. */
import { describe, expect, it } from "vitest";
import type { Decision } from "../../analysis/engine/decision.ts";
import { oomRanking } from "../../analysis/questions/oom/nodeRanking.ts";
import type { OomSettings } from "../../analysis/questions/oom/race.ts";
import { Detail, EvictionEngine } from "../../hosts/entries/library/index.ts";
import { loadModule } from "../../hosts/system/modules.ts";
import { engine } from "./module.ts";

const oom = engine();
const core = await loadModule("eviction");
const encoder = new TextEncoder();
const MI = 2 ** 20;
const PAGES_OF_MI = 256;
/** The node has 1000 Mi, so one point of oom_score_adj is worth 256 pages. */
const CAPACITY = 1000 * MI;

interface Container {
  readonly name: string;
  readonly rss?: number;
  readonly workingSet?: number;
  readonly request?: string;
  readonly limit?: string | number;
  readonly swap?: number;
}

function node(
  pods: Readonly<Record<string, readonly Container[]>>,
  {
    kubelet = "v1.36.0",
    settings = {} as OomSettings,
    swap = undefined as object | undefined,
  } = {},
) {
  const items = Object.entries(pods).map(([name, containers]) => ({
    metadata: { name, namespace: "shop", uid: `uid-${name}` },
    spec: {
      containers: containers.map(({ name: container, request, limit }) => ({
        name: container,
        resources: {
          ...(request === undefined ? {} : { requests: { memory: request } }),
          ...(limit === undefined ? {} : { limits: { memory: limit } }),
        },
      })),
    },
    status: { phase: "Running" },
  }));
  const list = encoder.encode(JSON.stringify({ kind: "PodList", items }));
  const summary = encoder.encode(
    JSON.stringify({
      node: {
        memory: {
          time: "2026-11-24T10:00:00Z",
          availableBytes: 400 * MI,
          workingSetBytes: CAPACITY - 400 * MI,
        },
        ...(swap === undefined ? {} : { swap }),
      },
      pods: Object.entries(pods).map(([name, containers]) => ({
        podRef: { name, namespace: "shop", uid: `uid-${name}` },
        memory: { workingSetBytes: 10 * MI },
        containers: containers.map(({ name: container, rss, workingSet, swap: used }) => ({
          name: container,
          memory: {
            ...(rss === undefined ? {} : { rssBytes: rss * MI }),
            workingSetBytes: (workingSet ?? rss ?? 0) * MI,
          },
          ...(used === undefined ? {} : { swap: { swapUsageBytes: used * MI } }),
        })),
      })),
    }),
  );
  const policy = new EvictionEngine(core);
  policy.configure({ kubeletVersion: kubelet });
  policy.pods(list);
  policy.observe(summary, 0n);
  const decision = policy.report<Decision>(Detail.Counterfactuals).parse();
  return oomRanking({ decision, summary, pods: list, kubelet, settings }, oom);
}

function badness(ranking: ReturnType<typeof node>) {
  return Object.fromEntries((ranking?.ranking ?? []).map((each) => [each.container, each.badness]));
}

describe("the kernel's order of a node's containers", () => {
  // A Burstable container's oom_score_adj is 1000 - 1000 x request / capacity; see mm/oom_kill.c
  // for badness.
  it("weighs each container's own memory and its oom_score_adj", () => {
    const ranking = node({
      cart: [{ name: "cart", rss: 300, request: "500Mi" }],
      batch: [{ name: "report", rss: 10 }],
      db: [{ name: "postgres", rss: 100, request: "200Mi", limit: "200Mi" }],
    });
    expect(badness(ranking)).toEqual({
      cart: 300 * PAGES_OF_MI + 500 * 256,
      report: 10 * PAGES_OF_MI + 1000 * 256,
      // Without a cpu limit the pod is not Guaranteed.
      postgres: 100 * PAGES_OF_MI + 800 * 256,
    });
    expect(ranking?.first).toMatchObject({ container: "report", pod: { name: "batch" } });
    expect(ranking?.next).toMatchObject({ container: "postgres" });
    expect(ranking?.isByAdjustment).toBe(true);
  });

  it("says where the kubelet would evict another pod first", () => {
    const ranking = node({
      cart: [{ name: "cart", rss: 300, request: "100Mi" }],
      batch: [{ name: "report", rss: 210 }],
    });
    const position = (container: string) =>
      ranking?.ranking.find((each) => each.container === container)?.evictionPosition;
    expect(ranking?.first?.container).toBe("report");
    // Both use more than they request; the usage of the pods themselves is the same 10 Mi.
    expect([position("report"), position("cart")]).toEqual([1, 2]);
  });

  it("counts swap, of which the node's own is a part of all pages", () => {
    const ranking = node(
      { cart: [{ name: "cart", rss: 100, swap: 50, request: "999Mi" }] },
      { swap: { swapAvailableBytes: 900 * MI, swapUsageBytes: 100 * MI } },
    );
    expect(ranking?.totalPages).toBe(2000 * PAGES_OF_MI);
    expect(badness(ranking)).toEqual({ cart: 150 * PAGES_OF_MI + 3 * 512 });
  });

  it("takes the working set where there is no rssBytes, and says so", () => {
    const ranking = node({ cart: [{ name: "cart", workingSet: 7 }] });
    expect(badness(ranking)).toEqual({ cart: 7 * PAGES_OF_MI + 1000 * 256 });
    expect(ranking?.assumed.join(" ")).toContain("lacks rssBytes");
  });

  it("has nothing to weigh without stats of containers", () => {
    expect(node({})).toBeNull();
    expect(node({ cart: [] })).toBeNull();
  });
});

describe("containers near their own limit", () => {
  it.each([
    ["less than a tenth left", 91, "100Mi", 9 * MI],
    ["a tenth left is not near", 90, "100Mi", null],
    ["nothing left", 120, "100Mi", 0],
    ["a limit in bytes", 95, 100 * MI, 5 * MI],
    ["no limit", 95, undefined, null],
  ] as const)("%s", (_, workingSet, limit, headroom) => {
    const ranking = node({
      cart: [{ name: "cart", rss: 1, workingSet, ...(limit === undefined ? {} : { limit }) }],
    });
    expect(ranking?.nearLimits.map(({ headroomBytes }) => headroomBytes)).toEqual(
      headroom === null ? [] : [headroom],
    );
  });

  it("are named with what is left", () => {
    const ranking = node({ cart: [{ name: "cart", rss: 90, workingSet: 95, limit: "100Mi" }] });
    expect(ranking?.nearLimits[0]?.sentence).toBe(
      "Container cart of shop/cart has 5120Ki left of its own limit 100Mi; at that limit the " +
        "kernel kills in its cgroup, whatever the node has.",
    );
  });
});

describe("who dies with a process of a container", () => {
  it.each([
    ["v1.27.9", {}, false, "kubelets set memory.oom.group since 1.28"],
    ["v1.28.0", {}, true, "together under cgroup v2"],
    ["v1.31.0", { singleProcessOOMKill: true }, true, "of the container together"],
    ["v1.32.0", { singleProcessOOMKill: true }, false, "singleProcessOOMKill"],
  ] as const)("of a kubelet %s with %j: %s", (kubelet, settings, whole, words) => {
    const ranking = node({ cart: [{ name: "cart", rss: 1 }] }, { kubelet, settings });
    expect(ranking?.containersDieWhole).toBe(whole);
    expect(ranking?.assumed.join(" ")).toContain(words);
  });
});
