import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import type { Decision } from "../../analysis/engine/decision.ts";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { replay } from "../../analysis/questions/replay/replay.ts";
import { readCapture, type WholeCapture } from "../../analysis/read/capture/capture.ts";
import {
  readConfiguration,
  toModuleConfiguration,
} from "../../analysis/read/kubelet/configuration.ts";
import { Detail } from "../../assembly/abi.ts";
import { SCENARIOS } from "../../examples/generate/scenarios/index.ts";

const core = new WebAssembly.Module(
  readFileSync(new URL("../../dist/plimsoll-eviction.wasm", import.meta.url)),
);

async function readExample(name: string): Promise<WholeCapture> {
  const path = new URL(`../../examples/${name}.plimsoll.ndjson.gz`, import.meta.url);
  const bytes = gunzipSync(readFileSync(path));
  return readCapture(
    (async function* () {
      yield bytes;
    })(),
  );
}

async function replayExample(name: string): Promise<Decision[]> {
  const { header, options, records } = await readExample(name);
  const configuration = readConfiguration({ name, text: JSON.stringify(header?.config) });
  const decisions: Decision[] = [];
  const json = toModuleConfiguration(configuration, options);
  for await (const step of replay(new EvictionEngine(core), json, records)) {
    const decision = step.decision(Detail.Arithmetic);
    expect(step.problems).toEqual([]);
    if (decision !== null) decisions.push(decision.parse());
  }
  return decisions;
}

const replayed = new Map<string, readonly Decision[]>();

beforeAll(async () => {
  for (const { name } of SCENARIOS) replayed.set(name, await replayExample(name));
});

function decisionsOf(scenario: string): readonly Decision[] {
  return replayed.get(scenario) ?? [];
}

/** The step of the scenario, or a failure that says which one is missing. */
function decisionAt(scenario: string, step: number): Decision {
  const decision = decisionsOf(scenario)[step];
  if (decision === undefined) throw new Error(`${scenario} has no step ${step}.`);
  return decision;
}

function evictedAt(scenario: string, step: number): string[] {
  return decisionAt(scenario, step).evictions.map(({ name }) => name);
}

describe("a replay evicts and reclaims where the recorded node did", () => {
  test.each(SCENARIOS)("$name", ({ name, steps, events }) => {
    const decisions = decisionsOf(name);
    expect(decisions).toHaveLength(steps);
    const acted = decisions.flatMap(({ evictions, reclaim }, step) => [
      ...(reclaim.length > 0 ? [`${step} reclaims`] : []),
      ...evictions.map((eviction) => `${step} evicts ${eviction.name}`),
    ]);
    const expected = events.flatMap((event) => {
      if (event.kind.endsWith("Collected")) return [`${event.step} reclaims`];
      return event.kind === "evicted" ? [`${event.step} evicts ${event.pod}`] : [];
    });
    expect(acted).toHaveLength(expected.length);
    expected.forEach((sentence, i) => {
      expect(acted[i]?.slice(0, sentence.length)).toBe(sentence);
    });
  });

  test.each(SCENARIOS)(
    "$name: and the evicted pod has failed in the next record",
    async (scenario) => {
      const { records } = await readExample(scenario.name);
      for (const event of scenario.events.filter(({ kind }) => kind === "evicted")) {
        const [eviction] = decisionAt(scenario.name, event.step).evictions;
        const { items } = JSON.parse(Buffer.from(records[event.step + 1]?.pods ?? "").toString());
        const pod = items.find((item: { metadata: { uid: string } }) => {
          return item.metadata.uid === eviction?.uid;
        });
        expect(pod.status.phase).toBe("Failed");
      }
    },
  );
});

/** The signal that drives each step in which something is done. */
test.each([
  ["memory-leak", 74, "memory.available", true],
  ["soft-oscillation", 90, "memory.available", false],
  ["image-gc-suffices", 56, "imagefs.available", true],
  ["image-gc-insufficient", 59, "imagefs.available", true],
  ["inode-storm", 61, "nodefs.inodesFree", true],
  ["fork-bomb", 65, "pid.available", true],
  ["page-cache", 73, "memory.available", true],
  ["daemonset-returns", 28, "memory.available", true],
  ["two-signals", 76, "memory.available", true],
  ["two-signals", 77, "nodefs.available", true],
  ["two-signals", 78, "imagefs.available", true],
  ["critical-and-static", 52, "memory.available", true],
] as const)("%s, step %i: %s", (scenario, step, signal, hard) => {
  expect(decisionAt(scenario, step)).toMatchObject({ signal, hard });
});

describe("what the scenarios tell", () => {
  test("memory-leak: the database uses more than the evicted pod, and stays", () => {
    const { ranking = [] } = decisionAt("memory-leak", 74);
    const usageOf = (name: string) =>
      ranking.find((pod) => pod.name.startsWith(name))?.usage ?? Number.NaN;
    expect(usageOf("orders-db")).toBeGreaterThan(usageOf("cart"));
  });

  test("memory-leak: the node condition outlasts the pressure by five minutes", () => {
    const pressed = decisionsOf("memory-leak").map(({ nodeConditions }) => nodeConditions.length);
    expect(pressed.indexOf(1)).toBe(74);
    expect(pressed.lastIndexOf(1)).toBe(74 + 29);
  });

  test("soft-oscillation: six dips end inside the grace period, the seventh does not", () => {
    const clocks = decisionsOf("soft-oscillation").map(({ thresholds = [] }) => {
      const soft = thresholds.find(({ hard, signal }) => !hard && signal === "memory.available");
      return soft?.since;
    });
    const dips = new Set(clocks.slice(0, 91).filter((since) => since !== undefined));
    expect(dips.size).toBe(7);
    const [eviction] = decisionAt("soft-oscillation", 90).evictions;
    expect(eviction?.gracePeriodSeconds).toBe(30);
  });

  test("image-gc-suffices: node-level reclaim is enough", () => {
    expect(decisionAt("image-gc-suffices", 56)).toMatchObject({
      reclaim: ["DeleteAllUnusedContainers", "DeleteUnusedImages"],
      reclaimSufficient: true,
      evictions: [],
    });
  });

  test("image-gc-insufficient: it is not, though the threshold itself is cleared", async () => {
    expect(decisionAt("image-gc-insufficient", 59)).toMatchObject({ reclaimSufficient: false });
    const { records } = await readExample("image-gc-insufficient");
    const { node } = JSON.parse(Buffer.from(records[59]?.reclaimed ?? "").toString());
    const { availableBytes, capacityBytes } = node.runtime.imageFs;
    expect(availableBytes).toBeGreaterThan(capacityBytes * 0.15);
  });

  test("inode-storm: two pods with few inodes go first", () => {
    const inodes = [61, 62].map((step) => decisionAt("inode-storm", step).ranking?.[0]?.usage);
    expect(inodes).toEqual([109, 23]);
    expect(decisionAt("inode-storm", 61).alternatives.map(({ signal }) => signal)).toContain(
      "imagefs.inodesFree",
    );
  });

  test("fork-bomb: the evicted pod is Guaranteed", () => {
    const { ranking = [] } = decisionAt("fork-bomb", 65);
    const [runner] = ranking.filter(({ skipped }) => skipped === undefined);
    expect(runner).toMatchObject({ qosClass: "Guaranteed" });
    expect(runner?.name).toMatch(/^runner-/);
  });

  test("page-cache: the kernel has more than 4 GiB to spare all the time", async () => {
    const { records } = await readExample("page-cache");
    for (const { others } of records) {
      const { MemAvailable } = JSON.parse(Buffer.from(others.get("meminfo") ?? "").toString());
      expect(Number.parseInt(MemAvailable, 10)).toBeGreaterThan(4 * 1024 * 1024);
    }
  });

  test("daemonset-returns: three pods, and a node condition that never ends between them", () => {
    const uids = [28, 57, 86].map(
      (step) => decisionAt("daemonset-returns", step).evictions[0]?.uid,
    );
    expect(new Set(uids).size).toBe(3);
    for (const { nodeConditions } of decisionsOf("daemonset-returns").slice(28, 87)) {
      expect(nodeConditions).toEqual(["MemoryPressure"]);
    }
  });

  test("two-signals: the kubelet could have turned to the image file system first", () => {
    expect(evictedAt("two-signals", 77)[0]).toMatch(/^gateway-/);
    const { alternatives } = decisionAt("two-signals", 77);
    expect(alternatives).toContainEqual(
      expect.objectContaining({
        signal: "imagefs.available",
        reclaim: ["DeleteAllUnusedContainers", "DeleteUnusedImages"],
      }),
    );
  });

  test("critical-and-static: the pods before the evicted one are exempt", () => {
    const { ranking = [] } = decisionAt("critical-and-static", 52);
    const evicted = ranking.findIndex(({ name }) => name.startsWith("dashboard-"));
    const before = ranking.slice(0, evicted);
    expect(before.map(({ name }) => name.replace(/-[a-z0-9]{5}$/, ""))).toEqual([
      "kube-apiserver-control-1",
      "node-local-dns",
      "kube-proxy",
    ]);
    for (const { skipped } of before) expect(skipped).toBeDefined();
  });
});
