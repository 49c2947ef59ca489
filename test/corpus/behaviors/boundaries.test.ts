import { expect, test } from "vitest";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { loadModule } from "../../../hosts/system/modules.ts";
import type { Json } from "../../vectors/notation.ts";
import { Observer } from "../collect/observer.ts";

const core = await loadModule("eviction");
const CONFIG = {
  evictionHard: { "pid.available": "1" },
  evictionSoft: { "memory.available": "1000" },
  evictionSoftGracePeriod: { "memory.available": "10s" },
  evictionMinimumReclaim: { "memory.available": "24" },
  evictionPressureTransitionPeriod: "30s",
};

function pod(uid: string, request: string, priority: number): Json {
  const containers = [{ name: "main", resources: { requests: { memory: request } } }];
  return { metadata: { uid, name: uid, namespace: "x" }, spec: { priority, containers } };
}

function summary(available: number): Json {
  const stats = (uid: string, workingSetBytes: number) => ({
    podRef: { uid, name: uid, namespace: "x" },
    memory: { workingSetBytes },
  });
  const node = { memory: { availableBytes: available, workingSetBytes: 5000 } };
  return { node, pods: [stats("a", 501), stats("b", 500)] };
}

/** What the last of some steps shows, each a time in seconds and the memory that is available. */
async function actsOf(...steps: [seconds: string, available: number][]): Promise<string[]> {
  const situations = await new Observer(() => new EvictionEngine(core)).situations({
    config: CONFIG,
    layout: { dedicatedImageFs: false, splitContainerFs: false },
    pods: [pod("a", "500", 1), pod("b", "500", 1)],
    steps: steps.map(([seconds, available]) => {
      return { time: `2026-01-01T00:00:${seconds}Z`, summary: summary(available) };
    }),
  });
  return [...(situations.at(-1)?.acts ?? [])];
}

test.each([
  [999, "memory.available/soft of its limit: one below"],
  [1000, "memory.available/soft of its limit: exactly"],
  [1024, "memory.available/soft of its reclaim line: exactly"],
  [1025, "memory.available/soft of its reclaim line: one above"],
])("%d bytes available are reported as close to a line", async (available, act) => {
  expect(await actsOf(["00", available])).toContain(act);
});

test.each([
  ["09.999999999", "one below"],
  ["10", "exactly"],
  ["10.000000001", "one above"],
])("after %s s a grace period of 10 s is named %s", async (seconds, word) => {
  const acts = await actsOf(["00", 9], [seconds, 9]);
  expect(acts).toContain(`memory.available/soft of its grace period: ${word}`);
});

test("the end of a transition period counts from the last step under pressure", async () => {
  const acts = await actsOf(["00", 9], ["05", 9], ["10", 9000], ["35", 9000]);
  expect(acts).toContain("MemoryPressure, of its transition period,: exactly");
});

test("the first pod is compared with its request and against the second", async () => {
  const acts = await actsOf(["00", 9], ["10", 9]);
  expect(acts.filter((act) => act.startsWith("first for memory.available: ")).sort()).toEqual([
    "first for memory.available: priority of the second's: exactly",
    "first for memory.available: usage of the request: one above",
    "first for memory.available: usage of the second's: one above",
  ]);
});

test("what lies apart is not a boundary", async () => {
  const acts = await actsOf(["00", 9000]);
  expect(acts.filter((act) => / (exactly|one above|one below)$/.test(act))).toEqual([]);
});
