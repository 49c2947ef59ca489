import { describe, expect, it } from "vitest";
import type { Decision, Eviction, Policy } from "../../../../analysis/engine/decision.ts";
import { CaptureComparison } from "../../../../analysis/questions/upgrade/capture.ts";
import type { Difference } from "../../../../analysis/questions/upgrade/difference.ts";
import type { CaptureRecord } from "../../../../analysis/read/capture/capture.ts";

const RELEASES = { from: "1.30", to: "1.37" };
const POLICY = { thresholds: [] } as unknown as Policy;

const evicted = (name: string, more: Partial<Eviction> = {}): Eviction => ({
  ...{ namespace: "shop", name, uid: name, gracePeriodSeconds: 1, reason: "Evicted" },
  message: "low on memory",
  ...more,
});

type Shown = Partial<Decision>;

function decision(time: string, shown: Shown): Decision {
  const evictions = shown.evictions ?? [];
  return {
    ...{ plimsoll: "decision/1", time, step: 1, alternatives: [], nodeConditions: [], reclaim: [] },
    digest: "",
    action: evictions.length > 0 ? "EvictPod" : "None",
    evictions,
    ...shown,
  };
}

const memory = (...evictions: readonly Eviction[]): Shown => ({
  ...{ signal: "memory.available", hard: true, evictions },
});
const limits = (...evictions: readonly Eviction[]): Shown => ({ evictions });

/** The differences of steps ten seconds apart, each as the older and the newer release decide. */
function compared(...steps: readonly (readonly [Shown, Shown])[]): readonly Difference[] {
  const comparison = new CaptureComparison();
  for (const [index, [before, after]] of steps.entries()) {
    const time = `2026-01-15T10:00:${index}0Z`;
    comparison.take(time, [decision(time, before), decision(time, after)]);
  }
  const policy = { policy: POLICY, json: "{}", refused: [] };
  const night = {
    ...{ name: "night", node: "worker-3", release: "1.30" },
    ...{ capacity: null, featureGates: {} },
  };
  return comparison.compared(night, [policy, policy], RELEASES).differences;
}

const brief = ({ kind, subject, before, after, isWorse }: Difference) =>
  `${kind} ${subject}: ${before} → ${after}${isWorse ? " (worse)" : ""}`;
const evictions = (differences: readonly Difference[]) =>
  differences.filter(({ kind }) => kind === "eviction").map(brief);
const rulesOf = (differences: readonly Difference[], kind: Difference["kind"]) =>
  differences
    .filter((each) => each.kind === kind)
    .flatMap(({ rules }) => rules.map(({ name }) => name));

describe("the evictions of a capture under two releases", () => {
  it("do not count a pod twice that is evicted for another reason", () => {
    const limit = evicted("cart", { cause: "containerEphemeralStorageLimit" });
    expect(evictions(compared([memory(evicted("cart")), limits(limit)]))).toEqual([
      "eviction shop/cart: evicted at 10:00:00 for hard memory.available → " +
        "evicted at 10:00:00 for container limit",
    ]);
  });

  it("differ in a later eviction where the first one is the same", () => {
    const same = memory(evicted("cart"));
    const later = memory(evicted("cart", { gracePeriodSeconds: 30 }));
    expect(evictions(compared([same, same], [same, later]))).toEqual([
      "eviction shop/cart: evicted at 10:00:10, grace period 1s → " +
        "evicted at 10:00:10, grace period 30s",
    ]);
  });

  it("are worse only for a pod that the older release never evicts", () => {
    const some = memory(evicted("cart"));
    expect(evictions(compared([{}, some], [some, some]))).toEqual([
      "eviction shop/cart: evicted at 10:00:10 → evicted at 10:00:00",
    ]);
    expect(evictions(compared([some, some], [{}, some]))).toEqual([
      "eviction shop/cart: not evicted at 10:00:10 → evicted at 10:00:10",
    ]);
    expect(evictions(compared([{}, some], [{}, some]))).toEqual([
      "eviction shop/cart: not evicted → evicted at 10:00:00 (worse)",
    ]);
  });

  it("may be missing because a limit ended the step before", () => {
    const limit = evicted("logs", { cause: "containerEphemeralStorageLimit" });
    const differences = compared([memory(evicted("cart")), limits(limit)]);
    expect(rulesOf(differences, "eviction")).toContain("SidecarLimitsEvict");
    expect(rulesOf(differences, "pressure")).toContain("SidecarLimitsEvict");
  });

  it("have the rules of grace periods where these differ too", () => {
    const soft = { ...memory(evicted("cart", { gracePeriodSeconds: 30 })), hard: false };
    const differences = compared([soft, memory(evicted("cart"))]);
    expect(rulesOf(differences, "eviction")).toContain("SoftGraceBoundByPod");
  });

  it("differ in words alone once for each pod", () => {
    const other = memory(evicted("cart", { message: "low on memory. Threshold" }));
    const some = memory(evicted("cart"));
    expect(compared([some, other], [some, other]).map(brief)).toEqual([
      "message shop/cart: low on memory → low on memory. Threshold",
    ]);
  });
});

describe("what else is decided otherwise in a capture", () => {
  it("is shown where conditions last as long, at other times", () => {
    const pressed: Shown = { nodeConditions: ["MemoryPressure"] };
    expect(compared([pressed, {}], [{}, pressed], [{}, {}]).map(brief)).toEqual([
      "pressure MemoryPressure: 10s → 10s, at other times",
    ]);
  });

  it("is shown where other things are reclaimed, as often", () => {
    const images: Shown = { reclaim: ["DeleteUnusedImages"], reclaimSufficient: true };
    const all: Shown = { ...images, reclaim: ["DeleteAllUnusedContainers"] };
    expect(compared([images, all]).map(brief)).toEqual([
      "pressure node-level reclaims: 1 → 1, of other things",
    ]);
  });

  it("is shown where as much is reclaimed, and less often enough", () => {
    const enough: Shown = { reclaim: ["DeleteUnusedImages"], reclaimSufficient: true };
    const short: Shown = { ...enough, reclaimSufficient: false };
    expect(compared([enough, enough], [enough, short]).map(brief)).toEqual([
      "pressure node-level reclaims: 2, 2 of them enough → 2, 1 of them enough",
    ]);
  });

  it("is shown where as much is reclaimed at other times", () => {
    const images: Shown = { reclaim: ["DeleteUnusedImages"], reclaimSufficient: true };
    expect(compared([images, {}], [{}, images]).map(brief)).toEqual([
      "pressure node-level reclaims: 1 → 1, at other times",
    ]);
  });

  it("is shown where another threshold is acted on", () => {
    const disk: Shown = { signal: "nodefs.available", hard: true };
    expect(compared([{}, {}], [{}, disk]).map(brief)).toEqual([
      "pressure threshold acted on at 10:00:10: none → hard nodefs.available",
    ]);
  });
});

describe("a recording that goes on without a pod", () => {
  /** The differences and notes of steps, of which each has these pods running. */
  async function watched(
    ...steps: readonly (readonly [running: string, before: Shown, after: Shown])[]
  ) {
    const comparison = new CaptureComparison();
    const records = steps.map(([running]) => {
      const items = running.split(" ").map((name) => ({
        metadata: { namespace: "shop", name, uid: name },
        status: { phase: "Running" },
      }));
      const pods = new TextEncoder().encode(JSON.stringify({ kind: "PodList", items }));
      return { summary: null, pods } as unknown as CaptureRecord;
    });
    let index = 0;
    for await (const _ of comparison.watched(inOrder(records))) {
      const [, before, after] = steps[index] ?? ["", {}, {}];
      const time = `2026-01-15T10:00:${index}0Z`;
      comparison.take(time, [decision(time, before), decision(time, after)]);
      index += 1;
    }
    const policy = { policy: POLICY, json: "{}", refused: [] };
    const node = { name: "night", node: "a", release: "1.30", capacity: null, featureGates: {} };
    return comparison.compared(node, [policy, policy], RELEASES);
  }

  async function* inOrder<T>(items: readonly T[]): AsyncGenerator<T, void, undefined> {
    yield* items;
  }

  it("is compared until one release alone has evicted the pod", async () => {
    const { differences, notes, checked } = await watched(
      ["cart web", memory(evicted("cart")), {}],
      ["web", {}, {}],
      ["web", {}, memory(evicted("web"))],
    );
    expect(evictions(differences)).toEqual([
      "eviction shop/cart: evicted at 10:00:00 → not evicted",
    ]);
    expect(checked).toBe("2 samples replayed, 1 decided differently");
    expect(notes).toContain(
      "night: The recording lacks shop/cart from 10:00:10 on, so it does not show what would " +
        "happen with 1.37. Nothing is compared from there on.",
    );
  });

  it("is compared to its end where both have evicted the pod, or neither", async () => {
    const { differences, notes } = await watched(
      ["cart web", memory(evicted("cart")), memory(evicted("cart"))],
      ["web db", {}, {}],
      ["db", {}, memory(evicted("db"))],
    );
    expect(evictions(differences)).toHaveLength(1);
    expect(notes.join(" ")).not.toContain("The recording lacks");
  });
});
