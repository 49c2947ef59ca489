import { describe, expect, it } from "vitest";
import { EvictionEngine } from "../../../../../analysis/engine/evictionEngine.ts";
import { sidePartingOf } from "../../../../../analysis/questions/diff/answer.ts";
import { freezeCapture } from "../../../../../analysis/questions/replay/frozen/frozenCapture.ts";
import { evictionCount } from "../../../../../analysis/questions/replay/tally.ts";
import { openCapture } from "../../../../../analysis/read/capture/capture.ts";
import { Comparisons } from "../../../../../hosts/browser/features/compare/worker.ts";
import { Superseded } from "../../../../../hosts/browser/session/turns.ts";
import { always, core, frozen } from "../../examples.ts";

const MIB = 1024 * 1024;
const INTERVAL_SECONDS = 10;

/** One pod on a node whose available memory is given in MiB; null is a step without a Summary. */
async function captureOf(available: readonly (number | null)[]) {
  const container = { name: "main", memory: { workingSetBytes: 300 * MIB } };
  const podRef = { namespace: "shop", name: "cart", uid: "uid-cart" };
  const pod = {
    metadata: podRef,
    spec: { containers: [{ name: "main" }] },
    status: { phase: "Running" },
  };
  const lines = available.map((mebibytes, step) => {
    const time = new Date(Date.UTC(2026, 0, 1) + step * INTERVAL_SECONDS * 1000).toISOString();
    const memory = { time, availableBytes: (mebibytes ?? 0) * MIB, workingSetBytes: 300 * MIB };
    const pods = [{ podRef, containers: [container], memory: container.memory }];
    const summary = mebibytes === null ? null : { node: { nodeName: "n", memory }, pods };
    return JSON.stringify({ time, pods: { kind: "PodList", items: [pod] }, summary });
  });
  async function* chunks() {
    yield new TextEncoder().encode(`{"plimsoll":"capture/1"}\n${lines.join("\n")}\n`);
  }
  const capture = await openCapture(chunks());
  return freezeCapture(new EvictionEngine(core), capture, always(), () => {});
}

const policy = (memory: string, transition: string) =>
  JSON.stringify({
    evictionHard: { "memory.available": memory },
    evictionPressureTransitionPeriod: transition,
  });

describe("two policies over a capture", () => {
  /** Both sides see the same capture. */
  const twice = async (available: Parameters<typeof captureOf>[0]) => {
    const capture = await captureOf(available);
    return [capture, capture] as const;
  };
  // Spec 3: under a hard threshold the node reports the condition and evicts in the same step;
  // the condition lasts for the transition period after the threshold was met last.
  const AVAILABLE = [400, 400, 150, 150, null, 50, 400, 400, 400];
  const [a, b] = [policy("100Mi", "10s"), policy("200Mi", "10s")];

  it("part where only one is under its threshold", async () => {
    const { comparison } = await new Comparisons(core).compare(
      await twice(AVAILABLE),
      [a, b],
      () => {},
    );
    expect(comparison.steps).toBe(8);
    expect(comparison.first?.time).toBe("2026-01-01T00:00:20.000000000Z");
    const words = "hard memory.available met; evicts shop/cart; MemoryPressure";
    expect(comparison.runs).toEqual([
      { time: "2026-01-01T00:00:20.000000000Z", step: 2, steps: 2, outcomes: ["quiet", words] },
    ]);
  });

  it("are counted and drawn each for itself", async () => {
    const { comparison, timelines } = await new Comparisons(core).compare(
      await twice(AVAILABLE),
      [a, b],
      () => {},
    );
    expect(comparison.tallies.map(evictionCount)).toEqual([1, 3]);
    const evicted = timelines.map(({ events }) => events.map(({ step }) => step));
    expect(evicted).toEqual([[5], [2, 3, 5]]);
    // Step 4 has no Summary: what was reported stays.
    expect(timelines.map(({ conditions }) => [...conditions].slice(0, 6).join(""))).toEqual([
      "000001",
      "001111",
    ]);
    const seconds = comparison.tallies.map(({ conditionSeconds }) =>
      conditionSeconds.get("MemoryPressure"),
    );
    expect(seconds.map((each) => (each ?? 0) - (seconds[0] ?? 0))).toEqual([0, 30]);
  });

  it("part at a pod that a list calls ended, although no status says evicted", async () => {
    const { capture, json } = await frozen("recorded-memory-hard.plimsoll.ndjson.gz");
    const texts = [json(false), json(false, policy("100Mi", "30s"))] as const;
    const captures = [capture, capture] as const;
    const { comparison } = await new Comparisons(core).compare(captures, texts, () => {});
    expect(sidePartingOf(comparison)).toMatchObject({
      ...{ side: 1, pod: "default/nightly", time: "2026-11-22T01:20:19.057080000Z" },
    });
  });

  it("give way to a newer comparison, and to another capture", async () => {
    const comparisons = new Comparisons(core);
    const long = await twice(Array.from({ length: 3000 }, () => 150));
    const first = comparisons.compare(long, [a, b], () => {});
    const second = comparisons.compare(await twice(AVAILABLE), [a, a], () => {});
    await expect(first).rejects.toThrow(Superseded);
    expect((await second).comparison.first).toBeNull();
  });
});
