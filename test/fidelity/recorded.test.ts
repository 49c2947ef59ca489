import { expect, test } from "vitest";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { loadModule } from "../../hosts/system/modules.ts";
import { documentsOf } from "./recorded/documents.ts";
import type { Pass, Run, Seen } from "./recorded/run.ts";
import { type PlayedRun, playRun } from "./recorded.ts";

const engine = new EvictionEngine(await loadModule("eviction"));

const AT = "2026-01-01T00:00:10Z";
const disk = { available: "90Gi", capacity: "100Gi", time: AT };
const inodes = { available: "900k", capacity: "1000k", time: AT };

const seen: Seen = {
  "memory.available": { available: "150Mi", capacity: "2Gi", time: AT },
  "allocatableMemory.available": { available: "1Gi", capacity: "2Gi", time: AT },
  "nodefs.available": disk,
  "nodefs.inodesFree": inodes,
  "imagefs.available": disk,
  "imagefs.inodesFree": inodes,
  "pid.available": { available: "900", capacity: "1000", time: AT },
} as Seen;

const met = [{ signal: "memory.available", quantity: "200Mi", observed: "150Mi" }] as const;
const small = { namespace: "shop", name: "small", uid: "a" };
const large = { namespace: "shop", name: "large", uid: "b" };

const pass: Pass = {
  time: AT,
  observations: seen,
  thresholdsMet: met,
  thresholdsUnresolved: met,
  gracePeriodsSatisfied: met,
  updatedStats: met,
  conditionsHeld: ["MemoryPressure"],
  reclaiming: "memory",
  ranked: [large, small],
  evicted: [large],
  sampleBefore: 0,
  sampleExact: 0,
};

const message =
  "The node was low on resource: memory. " +
  "Container main was using 64Mi, which exceeds its request of 0. ";

const run: Run = {
  name: "made up",
  kubelet: "1.20.2",
  config: 'evictionHard: { memory.available: "200Mi" }',
  samples: [
    {
      summary: { node: {}, pods: [statsOf(small, 2 ** 20), statsOf(large, 2 ** 26)] },
      pods: { kind: "PodList", items: [podOf(small), podOf(large)] },
    },
  ],
  passes: [pass],
  evictions: [
    {
      ...large,
      message,
      kind: "node-pressure",
      starvedResourceAnnotations: {
        offending_containers: "main",
        offending_containers_usage: "64Mi",
        starved_resource: "memory",
      },
      pass: 0,
      gracePeriodSeconds: 0,
    },
  ],
};

function podOf(metadata: typeof small) {
  return { metadata, spec: { containers: [{ name: "main" }] } };
}

function statsOf(podRef: typeof small, workingSetBytes: number) {
  const memory = { time: AT, workingSetBytes };
  return { podRef, memory, containers: [{ name: "main", memory }] };
}

function played(over: Partial<Pass>, eviction: Partial<Run["evictions"][number]> = {}): PlayedRun {
  const [recorded] = run.evictions;
  if (recorded === undefined) throw new Error("The run has an eviction.");
  const changed = {
    ...run,
    passes: [{ ...pass, ...over }],
    evictions: [{ ...recorded, ...eviction }],
  };
  return playRun(engine, changed, (one) => documentsOf(changed, one));
}

test("a recorded run that we decide as the kubelet did has no difference", () => {
  expect(playRun(engine, run, (pass) => documentsOf(run, pass))).toEqual({
    passes: 1,
    rankings: 1,
    evictions: 1,
    toTheByte: 1,
    cutOff: 0,
    differences: [],
  });
});

test("a log that ends in the middle of its last pass is compared up to there", () => {
  const cut = { ...run, passes: [pass, { ...pass, observations: {} as Seen }] };
  const { passes, cutOff, differences } = playRun(engine, cut, (one) => documentsOf(cut, one));
  expect({ passes, cutOff, differences }).toEqual({ passes: 1, cutOff: 1, differences: [] });
});

test("what the kubelet could have done as well is not a difference", () => {
  const twin = { ...run, evictions: run.evictions.map((one) => ({ ...one, ...small })) };
  const usage = [statsOf(small, 2 ** 26), statsOf(large, 2 ** 26)];
  const tied = {
    ...twin,
    samples: [{ ...twin.samples[0], summary: { node: {}, pods: usage } }],
    passes: [{ ...pass, ranked: [small, large], evicted: [small] }],
  };
  const other = { ...tied, evictions: run.evictions };
  const differences = [tied, other].flatMap((one) => {
    return playRun(engine, one, (each) => documentsOf(one, each)).differences;
  });
  expect(differences).toEqual([]);
});

test("a later amount is not a difference, but is not the same to the byte", () => {
  const { differences, toTheByte } = played({}, { message: message.replace("64Mi", "65000Ki") });
  expect(differences).toEqual([]);
  expect(toTheByte).toBe(0);
});

test.each<[string, Partial<Pass>, Partial<Run["evictions"][number]>]>([
  ["thresholds met", { thresholdsMet: [] }, {}],
  ["thresholds met or unresolved", { thresholdsUnresolved: [] }, {}],
  ["grace periods satisfied", { gracePeriodsSatisfied: [] }, {}],
  ["stats updated", { updatedStats: [] }, {}],
  ["node conditions", { conditionsHeld: [] }, {}],
  ["resource to reclaim", { reclaiming: "ephemeral-storage" }, {}],
  ["node-level reclaim", { observationsAfterReclaim: seen }, {}],
  ["ranking", { ranked: [small, large] }, {}],
  ["refused", { refusedCritical: [small] }, {}],
  ["evictions", {}, small],
  ["evictions", {}, { gracePeriodSeconds: 1 }],
  ["evictions", {}, { message: message.replace("64Mi", "32Mi") }],
  ["evictions", {}, { message: message.replace("main", "other") }],
  ["evictions", {}, { starvedResourceAnnotations: { starved_resource: "memory" } }],
])("a difference in %s is reported", (what, over, eviction) => {
  const { differences } = played(over, eviction);
  expect(differences.map((sentence) => sentence.split(": ")[1])).toEqual([what]);
});
