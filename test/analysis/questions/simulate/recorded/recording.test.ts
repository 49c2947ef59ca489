import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import {
  nodesAmong,
  podsAmong,
} from "../../../../../analysis/questions/simulate/recorded/knownPods.ts";
import { Recording } from "../../../../../analysis/questions/simulate/recorded/recording.ts";
import type { Scenario } from "../../../../../analysis/read/objects/scenario.ts";

const SCHEMA = new URL("../../../../../schemas/scenario-1.schema.json", import.meta.url);
const schema = JSON.parse(readFileSync(SCHEMA, "utf8"));
const isScenario = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
const encoder = new TextEncoder();
const bytes = (value: unknown) => encoder.encode(JSON.stringify(value));

function pod(name: string, containers: readonly string[] = ["app"]) {
  return {
    kind: "Pod",
    metadata: { namespace: "shop", name, uid: `uid-${name}` },
    spec: { containers: containers.map((container) => ({ name: container })) },
  };
}

const OBJECTS = [
  { kind: "Node", metadata: { name: "worker-1" } },
  pod("a"),
  pod("b", ["app", "log"]),
];
const known = podsAmong(OBJECTS);

interface Use {
  readonly memory?: unknown;
  readonly disk?: number;
}

function used(name: string, containers: Readonly<Record<string, Use>>, storage?: number) {
  return {
    podRef: { namespace: "shop", name },
    containers: Object.entries(containers).map(([container, { memory, disk }]) => ({
      name: container,
      ...(memory === undefined ? {} : { memory: { workingSetBytes: memory } }),
      ...(disk === undefined ? {} : { rootfs: { usedBytes: disk - 1 }, logs: { usedBytes: 1 } }),
    })),
    ...(storage === undefined ? {} : { "ephemeral-storage": { usedBytes: storage } }),
  };
}

function summary(memory: number, pods: readonly object[], free?: number) {
  const fs = free === undefined ? {} : { fs: { capacityBytes: 1000, availableBytes: free } };
  return { node: { nodeName: "worker-1", memory: { workingSetBytes: memory }, ...fs }, pods };
}

function recordingOf(...moments: readonly (readonly [second: number, summary: unknown])[]) {
  const recording = new Recording(known);
  for (const [second, document] of moments) {
    recording.take("worker-1", { time: BigInt(second) * 10n ** 9n, summary: bytes(document) });
  }
  return recording;
}

interface Told {
  readonly owner: { readonly name: string };
  readonly container: string;
  readonly memory?: { readonly series: unknown };
  readonly disk?: { readonly series: unknown };
}

/** The series of a scenario by `pod/container` and resource, and the node's own. */
function seriesOf(scenario: Scenario) {
  const all: Record<string, unknown> = {};
  for (const { owner, container, memory, disk } of scenario.workloads as readonly Told[]) {
    const name = `${owner.name}/${container}`;
    if (memory !== undefined) all[`${name} memory`] = memory.series;
    if (disk !== undefined) all[`${name} disk`] = disk.series;
  }
  for (const { system } of scenario.nodes ?? []) {
    for (const [of, amount] of Object.entries(system as Record<string, { series: unknown }>)) {
      all[`system ${of}`] = amount.series;
    }
  }
  return all;
}

describe("a recording", () => {
  it("is what each container used since the first record, and the rest is the node's own", () => {
    const recording = recordingOf(
      [1000, summary(100, [used("a", { app: { memory: 10, disk: 5 } })], 900)],
      [1010, summary(120, [used("a", { app: { memory: 30, disk: 5 } })], 890)],
    );
    const scenario = recording.in({});
    expect(seriesOf(scenario)).toEqual({
      "a/app memory": [
        [0, 10],
        [10, 30],
      ],
      "a/app disk": [[0, 5]],
      "system memory": [[0, 90]],
      "system disk": [
        [0, 95],
        [10, 105],
      ],
    });
    expect(isScenario(scenario)).toBe(true);
  });

  it("has the inodes of the node, and what containers and their pod's volumes use of them", () => {
    const moment = (ofNode: number, ofRootfs: number, ofPod: number) => ({
      node: { nodeName: "worker-1", fs: { inodes: 10_000, inodesFree: 10_000 - ofNode } },
      pods: [
        {
          podRef: { namespace: "shop", name: "a" },
          containers: [
            { name: "app", rootfs: { inodesUsed: ofRootfs - 1 }, logs: { inodesUsed: 1 } },
          ],
          "ephemeral-storage": { inodesUsed: ofPod },
        },
      ],
    });
    const recording = recordingOf(
      [0, moment(500, 20, 20)],
      // Fewer than one of two thousand that the node has: it means nothing to a threshold.
      [10, moment(504, 24, 24)],
      [20, moment(900, 100, 400)],
    );
    const scenario = recording.in({});
    expect(scenario.nodes).toMatchObject([{ name: "worker-1", inodes: 10_000 }]);
    expect(scenario.workloads).toMatchObject([
      {
        inodes: {
          series: [
            [0, 20],
            [20, 400],
          ],
        },
      },
    ]);
    expect(scenario.nodes?.[0]?.system).toMatchObject({
      inodes: {
        series: [
          [0, 480],
          [20, 500],
        ],
      },
    });
    expect(isScenario(scenario)).toBe(true);
    expect(recording.in({ inodes: "1M" }).nodes).not.toMatchObject([{ inodes: 10_000 }]);
  });

  it("counts the inodes of volumes on the node's file system where a pod's are not told", () => {
    const volumes = [
      { name: "sessions", emptyDir: {} },
      { name: "cache", emptyDir: { medium: "Memory" } },
      { name: "settings", configMap: { name: "settings" } },
      { name: "claimed", persistentVolumeClaim: { claimName: "a" } },
    ];
    const withVolumes = { ...pod("a"), spec: { ...pod("a").spec, volumes } };
    const recording = new Recording(podsAmong([withVolumes]));
    const stats = volumes.map(({ name }, index) => ({ name, inodesUsed: 10 ** (index + 1) }));
    const container = { name: "app", rootfs: { inodesUsed: 1 } };
    const moment = {
      node: { nodeName: "worker-1", fs: { inodes: 10_000, inodesFree: 1_000 } },
      pods: [{ podRef: { namespace: "shop", name: "a" }, containers: [container], volume: stats }],
    };
    recording.take("worker-1", { time: 0n, summary: bytes(moment) });
    expect(recording.in({}).workloads).toMatchObject([{ inodes: { series: [[0, 1011]] } }]);
  });

  it("has an entry for each container of a pod", () => {
    const containers = { app: { memory: 10 }, log: { memory: 20 } };
    const scenario = recordingOf([0, summary(100, [used("b", containers)])]).in({});
    expect(seriesOf(scenario)).toMatchObject({
      "b/app memory": [[0, 10]],
      "b/log memory": [[0, 20]],
    });
  });

  it("counts the volumes of a pod as its first container's", () => {
    const containers = { app: { disk: 10 }, log: { disk: 20 } };
    const scenario = recordingOf([0, summary(1, [used("b", containers, 130)], 900)]).in({});
    expect(seriesOf(scenario)).toMatchObject({ "b/app disk": [[0, 110]], "b/log disk": [[0, 20]] });
  });

  it("begins with a pod that came later when that came", () => {
    const scenario = recordingOf(
      [0, summary(100, [used("a", { app: { memory: 10 } })])],
      [60, summary(150, [used("a", { app: { memory: 10 } }), used("b", { app: { memory: 50 } })])],
      [90, summary(160, [used("a", { app: { memory: 10 } }), used("b", { app: { memory: 60 } })])],
    ).in({});
    expect(seriesOf(scenario)).toMatchObject({
      "b/app memory": [
        [0, 50],
        [30, 60],
      ],
      "system memory": [[0, 90]],
    });
  });

  it("no longer takes what a pod used from the node's when the pod is gone", () => {
    const scenario = recordingOf(
      [0, summary(100, [used("a", { app: { memory: 40 } })])],
      [10, summary(60, [])],
    ).in({});
    expect(seriesOf(scenario)["system memory"]).toEqual([[0, 60]]);
  });

  it("of several nodes begins with the first record of all", () => {
    const recording = new Recording(known);
    const take = (node: string, second: number, name: string, memory: number) =>
      recording.take(node, {
        time: BigInt(second) * 10n ** 9n,
        summary: bytes(summary(100, [used(name, { app: { memory } })])),
      });
    take("worker-1", 1000, "a", 10);
    take("worker-2", 1300, "b", 10);
    take("worker-2", 1310, "b", 20);
    expect(seriesOf(recording.in({}))["b/app memory"]).toEqual([
      [0, 10],
      [310, 20],
    ]);
  });

  it("finds the names of a reduced capture in its pod list, and else among the objects", () => {
    const recording = new Recording(known);
    const podRef = (uid: string) => ({
      podRef: { uid },
      containers: used("a", { app: { memory: 7 } }).containers,
    });
    const pods = bytes({ items: [{ metadata: { namespace: "shop", name: "a", uid: "new" } }] });
    const document = bytes(summary(100, [podRef("new"), podRef("uid-b")]));
    recording.take("worker-1", { time: 0n, pods, summary: document });
    expect(seriesOf(recording.in({}))).toMatchObject({
      "a/app memory": [[0, 7]],
      "b/app memory": [[0, 7]],
    });
  });
});

describe("what a scenario says itself", () => {
  const recording = recordingOf([0, summary(100, [used("a", { app: { memory: 10 } })])]);

  it("of a pod is kept", () => {
    const owner = { kind: "Pod", namespace: "shop", name: "a" };
    const workloads = [{ owner, memory: { base: "1Gi" } }];
    expect(recording.in({ workloads }).workloads).toEqual(workloads);
  });

  it("of an owner is next to what was recorded of its pods", () => {
    const owner = { kind: "Deployment", namespace: "shop", name: "web" };
    expect(recording.in({ workloads: [{ owner }] }).workloads).toHaveLength(2);
  });

  it("of a node's system is kept", () => {
    const nodes = [{ name: "worker-1", heartbeat: "1s", system: { memory: "1Gi" } }];
    expect(recording.in({ nodes }).nodes).toEqual([
      { name: "worker-1", heartbeat: "1s", system: { memory: "1Gi" } },
    ]);
  });
});

describe("what a recording leaves out is said:", () => {
  const stranger = used("z", { app: { memory: 40 } });

  it("pods and containers that are not among the objects count as the node's own", () => {
    const init = used("a", { app: { memory: 10 }, init: { memory: 5 } });
    const recording = recordingOf([0, summary(100, [stranger, init])]);
    expect(seriesOf(recording.in({}))).toEqual({
      "a/app memory": [[0, 10]],
      "system memory": [[0, 90]],
    });
    expect(recording.notes).toEqual([
      "2 pods or containers of the captures are not among the objects: their usage counts " +
        "as the node's own.",
      "1 pod of the objects is in no capture: its usage is that of the scenario, or 0.",
    ]);
  });

  it.each([
    ["JSON that is cut off", encoder.encode('{"node":')],
    ["a list", bytes([])],
    ["a node that is none", bytes({ node: 7 })],
    ["nothing", null],
  ])("a Summary that is %s", (_, document) => {
    const recording = recordingOf([0, summary(100, [used("a", { app: { memory: 10 } })])]);
    recording.take("worker-1", { time: 10n ** 10n, summary: document });
    expect(recording.notes[0]).toBe("1 record has no Summary that can be read.");
    expect(seriesOf(recording.in({}))).toMatchObject({ "a/app memory": [[0, 10]] });
  });

  it.each([["text"], [-1], [2 ** 60], [null]])("an amount that is %s is none", (memory) => {
    const recording = recordingOf(
      [0, summary(100, [used("a", { app: { memory: 10 } })])],
      [10, summary(100, [used("a", { app: { memory } })])],
    );
    expect(seriesOf(recording.in({}))["a/app memory"]).toEqual([[0, 10]]);
    const sentence = "In the captures, 1 amount outside 0 to 16Ti counts as not measured.";
    expect(recording.notes.includes(sentence)).toBe(memory !== null);
  });

  it("small changes, when there is more than a scenario holds", {
    tags: "long",
    timeout: 60_000,
  }, () => {
    const Mi = 2 ** 20;
    const recording = new Recording(known);
    const moment = (second: number) => {
      const memory = 100 * Mi + (second % 2) * Mi + (second >= 150_000 ? 50 * Mi : 0);
      const pods = [used("a", { app: { memory } })];
      recording.take("worker-1", {
        time: BigInt(second) * 10n ** 9n,
        summary: bytes(summary(1000 * Mi, pods)),
      });
    };
    for (let second = 0; second < 200_000; second++) moment(second);
    const scenario = recording.in({});
    expect(JSON.stringify(scenario).length).toBeLessThan(4 * Mi);
    const series = seriesOf(scenario)["a/app memory"] as readonly (readonly [number, number])[];
    const held = (second: number) => series.findLast(([from]) => from <= second)?.[1] ?? 0;
    // What is left is right to the tolerance, and a change that is larger is there.
    expect(recording.notes.join(" ")).toMatch(/changes of a container's usage by less than/);
    expect(Math.abs(held(149_999) - 101 * Mi)).toBeLessThanOrEqual(Mi);
    expect(Math.abs(held(199_999) - 151 * Mi)).toBeLessThanOrEqual(Mi);
  });
});

it("a clock that goes back counts for the moment that was reached", () => {
  const scenario = recordingOf(
    [100, summary(100, [used("a", { app: { memory: 10 } })])],
    [110, summary(100, [used("a", { app: { memory: 20 } })])],
    [50, summary(100, [used("a", { app: { memory: 30 } })])],
  ).in({});
  expect(seriesOf(scenario)["a/app memory"]).toEqual([
    [0, 10],
    [10, 30],
  ]);
});

it("knows the nodes among the objects", () => {
  expect([...nodesAmong(OBJECTS)]).toEqual(["worker-1"]);
});
