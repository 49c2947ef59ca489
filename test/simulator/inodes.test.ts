/** Files that pods make, until a node has no inodes left for them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { explainedSituation } from "../../analysis/questions/simulate/situation.ts";
import { EvictionEngine } from "../../hosts/entries/library/index.ts";
import { ROOT } from "../module/compile.ts";
import { node, owner, play, uses } from "./playing.ts";
import { Refused, type SimulatorEvent } from "./simulatorModule.ts";

const CORE = new WebAssembly.Module(readFileSync(join(ROOT, "dist/plimsoll-eviction.wasm")));
/** An inode for each 16 KiB: 1,048,576, of which the kubelet's default keeps 5 % free. */
const DISK = "16Gi";
const FREE_MIN = 52_428;
const objects = [node("worker-1", { disk: DISK }), owner("Deployment", "mail", { replicas: 1 })];
const phases = { name: "worker-1", heartbeat: "2s", evictionStep: "8s" };

function evicted(events: readonly SimulatorEvent[]): SimulatorEvent {
  const found = events.find(({ kind }) => kind === "Evicted");
  if (found === undefined) throw new Error("No pod is evicted.");
  return found;
}

/** When the first pod started to make files. */
const startOf = (events: readonly SimulatorEvent[]) =>
  events.find(({ kind }) => kind === "Started")?.time ?? Number.NaN;

function makes(inodes: object, more: object = {}): object {
  return { nodes: [{ ...phases, ...more }], workloads: [uses("Deployment", "mail", { inodes })] };
}

describe("a pod that makes files", () => {
  const scenario = makes({ write: "1k/s" });

  test("is evicted at the first step that finds less than 5 % of the inodes free", () => {
    const { events } = play(objects, scenario, 3600);
    const left = 1_048_576 - FREE_MIN;
    // The 996,149th file is made in second 997; the step of the manager comes within 10 s of it.
    const since = evicted(events).time - startOf(events);
    expect(since).toBeGreaterThan(left / 1000);
    expect(since).toBeLessThan(left / 1000 + 10 + 2);
  });

  test("is evicted by the decision that the node's own module takes on the same documents", () => {
    const found = evicted(play(objects, scenario, 3600).events);
    // The pod has ended a second after the step.
    const { loop } = play(objects, scenario, found.time - 1.001);
    const situation = loop.give("situation", JSON.stringify({ node: "worker-1" }));
    const { summary } = JSON.parse(situation);
    const { inodes, inodesFree } = summary.node.fs;
    expect(inodes).toBe(1_048_576);
    expect(summary.pods[0].containers[0].rootfs.inodesUsed).toBe(inodes - inodesFree);
    const decision = explainedSituation(
      new EvictionEngine(CORE),
      new TextEncoder().encode(situation),
    );
    expect(decision.parse().evictions[0]).toMatchObject({
      name: found.pod?.name,
      message: found.message,
    });
    expect(found.message).toMatch(/^The node was low on resource: inodes\. /);
  });

  test("comes back and goes again: the files go with it", () => {
    const { verdict, events } = play(objects, scenario);
    expect(verdict.verdict).toBe("thrashes");
    expect(events.filter(({ reason }) => reason === "DiskPressure=True")).not.toHaveLength(0);
  });

  test.each([
    ["a node that is told to have few", makes({ write: "1k/s" }, { inodes: "100k" }), 95],
    ["a scenario that says so of all nodes", { ...makes({ write: "1k/s" }), inodes: 100_000 }, 95],
    ["a node whose system has most", makes({ write: "1k/s" }, { system: { inodes: "900k" } }), 97],
    [
      "a series",
      makes({
        series: [
          [0, 0],
          [30, 999_999],
        ],
      }),
      30,
    ],
  ])("goes after so many seconds on %s", (_, told, seconds) => {
    const { events } = play(objects, told, 3600);
    const since = evicted(events).time - startOf(events);
    expect(since).toBeGreaterThan(seconds - 1);
    expect(since).toBeLessThan(seconds + 12);
  });

  test("stays where it makes fewer than the node has", () => {
    const { verdict } = play(objects, makes({ base: "900k", write: "1k/s", max: "990k" }));
    expect(verdict).toMatchObject({ verdict: "settles", evictedPods: 0 });
    expect(verdict.assumptions).toContain(
      "a file system has one inode for each 16 KiB, unless `inodes` is set",
    );
  });
});

test("files on a node without a file system are named among what is assumed", () => {
  const { verdict } = play(
    [node("worker-1"), owner("Deployment", "mail", { replicas: 1 })],
    makes({ write: "1k/s" }),
  );
  expect(verdict.assumptions).toContain(
    "a node without ephemeral-storage has no file system: its disk and inodes meet no threshold",
  );
});

test.each([
  ["no inodes", { inodes: 0 }, "a file system has at least 1 inode"],
  ["less than none", { nodes: [{ ...phases, inodes: "-1" }] }, "a quantity such as 200Mi"],
  ["growth instead of write", makes({ growth: "1/s" }), "a scenario has no such member here"],
])("a scenario with %s is refused", (_, scenario, sentence) => {
  expect(() => play(objects, scenario)).toThrow(Refused);
  expect(() => play(objects, scenario)).toThrow(sentence);
});
