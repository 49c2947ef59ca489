import { beforeAll, describe, expect, it } from "vitest";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { anonymizer } from "../../../../analysis/questions/capture/anonymize.ts";
import { reduceRecord } from "../../../../analysis/questions/capture/reduce.ts";
import type { ComparedRow } from "../../../../analysis/questions/replay/comparedRows.ts";
import { HappenedEvictions } from "../../../../analysis/questions/replay/happened.ts";
import {
  type RecordedEviction,
  RecordedEvictions,
} from "../../../../analysis/questions/replay/recordedEvictions.ts";
import { replay } from "../../../../analysis/questions/replay/replay.ts";
import type { CaptureRecord } from "../../../../analysis/read/capture/capture.ts";
import { loadModule } from "../../../../hosts/system/modules.ts";

const MEBI = 2 ** 20;
const CONFIGURATION = JSON.stringify({ evictionHard: { "memory.available": "100Mi" } });
const START = Date.parse("2026-01-15T10:00:00Z");

/** Pods of a record: how much each uses, how its status says that it was evicted, or its object. */
type Pods = Readonly<Record<string, number | string | Pod>>;

interface Pod {
  readonly metadata?: object;
  readonly status: object;
}

interface Scene {
  readonly second: number;
  /** Of the node, in MiB; null when no Summary could be had. */
  readonly available: number | null;
  readonly pods: Pods;
  /** Pods that the Summary has no stats of, although the list has them. */
  readonly without?: readonly string[];
}

function podOf(use: number | string | Pod): Pod {
  if (typeof use === "object") return use;
  if (typeof use === "number") return { status: { phase: "Running" } };
  return { status: { phase: "Failed", reason: "Evicted", message: use } };
}

function recordOf({ second, available, pods, without = [] }: Scene): CaptureRecord {
  const time = new Date(START + second * 1000).toISOString();
  const encoded = (value: object) => new TextEncoder().encode(JSON.stringify(value));
  const items = Object.entries(pods).map(([name, use]) => {
    const { metadata, status } = podOf(use);
    return {
      metadata: { name, namespace: "shop", uid: `uid-${name}`, ...metadata },
      spec: { containers: [{ name: "main" }] },
      status,
    };
  });
  const memoryOf = (name: string, use: number) => ({
    podRef: { name, namespace: "shop", uid: `uid-${name}` },
    containers: [{ name: "main", memory: { time, workingSetBytes: use * MEBI } }],
    memory: { time, workingSetBytes: use * MEBI },
  });
  const stats = Object.entries(pods).flatMap(([name, use]) =>
    typeof use === "number" && !without.includes(name) ? [memoryOf(name, use)] : [],
  );
  const memory = {
    time,
    availableBytes: (available ?? 0) * MEBI,
    workingSetBytes: (1024 - (available ?? 0)) * MEBI,
  };
  return {
    time: BigInt(Date.parse(time)) * 1_000_000n,
    line: 0,
    pods: encoded({ kind: "PodList", items }),
    summary: available === null ? null : encoded({ node: { nodeName: "n", memory }, pods: stats }),
    others: new Map(),
  };
}

const LOW = "The node was low on resource: memory.";
const LIMIT = 'Usage of EmptyDir volume "scratch" exceeds the limit "1Gi". ';
const WITHOUT_UID: Pod = { metadata: { uid: undefined }, status: { phase: "Running" } };
const EVICTED_WITHOUT_UID: Pod = {
  ...WITHOUT_UID,
  status: { phase: "Failed", reason: "Evicted", message: LOW },
};
const REFUSED = "Pod The node had condition: [MemoryPressure]. ";

describe("evictions that a capture records, next to the policy's", () => {
  let engine: EvictionEngine;
  beforeAll(async () => {
    engine = new EvictionEngine(await loadModule("eviction"));
  });

  async function played(scenes: readonly Scene[], decidedMax?: number) {
    const seen: RecordedEviction[] = [];
    const recorded = new RecordedEvictions((eviction) => seen.push(eviction), decidedMax);
    const happened = new HappenedEvictions(recorded);
    const evicted: string[] = [];
    for await (const step of replay(engine, CONFIGURATION, scenes.map(recordOf), { recorded })) {
      const decision = step.decision()?.parse() ?? null;
      evicted.push(...(decision?.evictions ?? []).map(({ name }) => name));
      happened.step(step.time, decision);
    }
    return { happened, seen, evicted };
  }

  async function compared(records: readonly CaptureRecord[]): Promise<readonly ComparedRow[]> {
    const recorded = new RecordedEvictions();
    const happened = new HappenedEvictions(recorded);
    for await (const step of replay(engine, CONFIGURATION, records, { recorded })) {
      happened.take(step);
    }
    return happened.rows();
  }

  it.each([
    {
      title: "agree where the policy evicts the pod in the step before",
      scenes: [
        { second: 0, available: 500, pods: { big: 300, small: 50 } },
        { second: 10, available: 50, pods: { big: 750, small: 50 } },
        { second: 20, available: 600, pods: { big: LOW, small: 50 } },
      ],
      happened: [{ name: "big", policy: "agrees" }],
      policyOnly: [],
      evicted: ["big"],
    },
    {
      title: "agree where the pod is gone from the record that first shows the pressure",
      scenes: [
        { second: 0, available: 500, pods: { big: 300, small: 50 } },
        { second: 1, available: 50, pods: { big: LOW, small: 50 } },
        { second: 2, available: 600, pods: { big: LOW, small: 50 } },
        { second: 3, available: 600, pods: { big: LOW, small: 50 } },
      ],
      happened: [{ name: "big", policy: "agrees" }],
      policyOnly: [{ name: "small", until: "10:00:03" }],
      evicted: ["small"],
    },
    {
      title: "do not agree where the policy evicts the pod for pressure, not for its own limit",
      scenes: [
        { second: 0, available: 500, pods: { big: 300, small: 50 } },
        { second: 10, available: 50, pods: { big: 750, small: 50 } },
        { second: 20, available: 600, pods: { big: LIMIT, small: 50 } },
      ],
      happened: [{ name: "big", policy: "other", other: "big" }],
      policyOnly: [],
      evicted: ["big"],
    },
    {
      title: "are reported of pods without a uid",
      scenes: [
        { second: 0, available: 500, pods: { big: WITHOUT_UID, small: 50 } },
        { second: 10, available: 50, pods: { big: WITHOUT_UID, small: 50 } },
        { second: 20, available: 600, pods: { big: EVICTED_WITHOUT_UID, small: 50 } },
      ],
      happened: [{ name: "big", policy: "agrees" }],
      policyOnly: [],
      evicted: ["big"],
    },
    {
      title: "agree where its stats are gone before its status says so",
      scenes: [
        { second: 0, available: 500, pods: { big: 300, small: 50 } },
        { second: 1, available: 50, pods: { big: 300, small: 50 }, without: ["big"] },
        { second: 2, available: 600, pods: { big: LOW, small: 50 } },
      ],
      happened: [{ name: "big", policy: "agrees" }],
      policyOnly: [],
      evicted: ["big"],
    },
    {
      title: "are of another pod where the numbers rank another one first",
      scenes: [
        { second: 0, available: 500, pods: { big: 300, small: 50 } },
        { second: 10, available: 50, pods: { big: 750, small: 50 } },
        { second: 20, available: 600, pods: { big: 300, small: LOW } },
      ],
      happened: [{ name: "small", policy: "other", other: "big" }],
      policyOnly: [{ name: "big", until: "10:00:20" }],
      evicted: ["big"],
    },
    {
      title: "are the records' alone where no record shows the pressure",
      scenes: [
        { second: 0, available: 500, pods: { big: 300, small: 50 } },
        { second: 10, available: 120, pods: { big: 700, small: 50 } },
        { second: 20, available: 600, pods: { big: LOW, small: 50 } },
      ],
      happened: [{ name: "big", policy: "none" }],
      policyOnly: [],
      evicted: [],
    },
    {
      title: "are the policy's alone where the pod keeps running",
      scenes: [
        { second: 0, available: 50, pods: { big: 300, small: 50 } },
        { second: 10, available: 500, pods: { big: 300, small: 50 } },
      ],
      happened: [],
      policyOnly: [{ name: "big", until: "10:00:10" }],
      evicted: ["big"],
    },
    {
      title: "are not pods that were refused under pressure",
      scenes: [
        { second: 0, available: 500, pods: { small: 50 } },
        { second: 10, available: 500, pods: { late: REFUSED, small: 50 } },
      ],
      happened: [],
      policyOnly: [],
      evicted: [],
    },
    {
      title: "are not explained by a decision long before them",
      scenes: [
        { second: 0, available: 50, pods: { big: 300, small: 50 } },
        { second: 10, available: 500, pods: { big: 300, small: 50 } },
        { second: 50, available: 500, pods: { big: 300, small: 50 } },
        { second: 60, available: 500, pods: { big: LOW, small: 50 } },
      ],
      happened: [{ name: "big", policy: "none" }],
      policyOnly: [{ name: "big", until: "10:00:50" }],
      evicted: ["big"],
    },
  ])("$title", async ({ scenes, happened, policyOnly, evicted }) => {
    const result = await played(scenes);
    const found = result.happened.result();
    const shown = found.happened.map(({ name, policy, other }) => {
      return { name, policy, ...(other === undefined ? {} : { other: other.name }) };
    });
    expect(shown).toEqual(happened);
    expect(
      found.policyOnly.map(({ name, stillRunningUntil }) => ({
        name,
        until: stillRunningUntil?.slice(11, 19),
      })),
    ).toEqual(policyOnly);
    expect(result.evicted).toEqual(evicted);
  });

  it.each([
    [
      "reduced",
      async (records: readonly CaptureRecord[]) =>
        records.map((record) => reduceRecord(engine, record)),
    ],
    [
      "anonymous",
      async (records: readonly CaptureRecord[]) => {
        const anonymous = await anonymizer({ key: "k" });
        return Promise.all(records.map((record) => anonymous.record(record)));
      },
    ],
  ])("are the same in a capture that is %s", async (_, rewritten) => {
    const scenes: readonly Scene[] = [
      { second: 0, available: 500, pods: { big: 300, small: 50 } },
      { second: 1, available: 50, pods: { big: LOW, small: 50 } },
      { second: 2, available: 600, pods: { big: LOW, small: LIMIT } },
      { second: 3, available: 600, pods: { big: LOW, small: LIMIT, late: REFUSED } },
    ];
    const records = scenes.map(recordOf);
    const [before, after] = [await compared(records), await compared(await rewritten(records))];
    expect(before.map(({ verdict }) => verdict)).toEqual(["agrees", "other"]);
    const rowOf = ({ pod: _, detail: __, ...row }: ComparedRow) => row;
    expect(after.map(rowOf)).toEqual(before.map(rowOf));
  });

  it("leaves the steps themselves as they are", async () => {
    const scenes: Scene[] = Array.from({ length: 20 }, (_, second) => {
      const big = second < 10 ? 300 + second : LOW;
      return { second, available: second === 10 ? 50 : 400 - second, pods: { big, small: 50 } };
    });
    const plain: string[] = [];
    for await (const step of replay(engine, CONFIGURATION, scenes.map(recordOf))) {
      plain.push(step.decision()?.text ?? "");
    }
    const around: string[] = [];
    const recorded = new RecordedEvictions();
    for await (const step of replay(engine, CONFIGURATION, scenes.map(recordOf), { recorded })) {
      around.push(step.decision()?.text ?? "");
    }
    expect(around).toEqual(plain);
    expect(recorded.found).toHaveLength(1);
  });

  it("hand on the decision with the pod still there, on the last stats of it", async () => {
    const { seen } = await played([
      { second: 0, available: 500, pods: { big: 300, small: 50 } },
      { second: 1, available: 50, pods: { big: LOW, small: 50 } },
    ]);
    expect(seen).toMatchObject([{ name: "big", reason: "Evicted", message: LOW }]);
    expect(seen[0]?.decision?.evictions[0]?.message).toContain("was using 300Mi");
  });

  it("say what the numbers show instead, and how far apart they are", async () => {
    const { happened } = await played([
      { second: 0, available: 500, pods: { big: 300, small: 50, past: LOW } },
      { second: 10, available: 120, pods: { big: 700, small: 50, past: LOW } },
      { second: 30, available: 600, pods: { big: LOW, small: 50, past: LOW } },
    ]);
    expect(happened.lines()).toEqual([
      {
        agrees: false,
        time: "2026-01-15T10:00:30.000000000Z",
        sentence:
          "shop/big is evicted. These numbers do not explain it: their lowest " +
          "memory.available is 120Mi, and the threshold is 100Mi.",
      },
    ]);
    expect(happened.notes()).toEqual([
      "The records are 15s apart, 20s at most; a kubelet measures every 10s, at other " + "times.",
      "1 pod had been evicted before the capture begins, so it does not contain the " +
        "numbers behind that.",
    ]);
  });

  it("are rows with what was available when they were decided", async () => {
    const scenes = [
      { second: 0, available: 500, pods: { big: 300, small: 50 } },
      { second: 10, available: 50, pods: { big: 750, small: 50 } },
      { second: 20, available: 600, pods: { big: LOW, small: 50 } },
      { second: 60, available: 600, pods: { big: LOW, small: 50 } },
      { second: 70, available: 600, pods: { big: LOW, small: LIMIT } },
    ];
    const { happened } = await played(scenes);
    const [pressed, limited] = happened.rows();
    const nearest = { signal: "memory.available", available: "50Mi", limit: "100Mi", hard: true };
    expect(pressed).toMatchObject({
      ...{ time: "2026-01-15T10:00:10Z", pod: "shop/big", resource: "memory", verdict: "agrees" },
      nearest: { ...nearest, isBelow: true },
    });
    // What the node had left does not decide about a limit of the pod.
    expect(limited).toEqual({
      ...{ time: "2026-01-15T10:01:10.000000000Z", pod: "shop/small" },
      ...{ resource: "their own storage limits", verdict: "recordedOnly" },
    });
  });

  it("say when the policy first evicts the pod, where that is another moment", async () => {
    const low = Array.from({ length: 10 }, (_, at) => {
      return { second: 10 * (at + 1), available: 50, pods: { big: 750, small: 50 } };
    });
    const rows = await compared(
      [
        { second: 0, available: 500, pods: { big: 300, small: 50 } },
        ...low,
        { second: 110, available: 600, pods: { big: LOW, small: 50 } },
      ].map(recordOf),
    );
    expect(rows).toMatchObject([
      { verdict: "agrees", decided: expect.stringMatching(/^2026-01-15T10:00:10/) },
    ]);
  });

  it("are decided again for the first two hundred, and reported all", async () => {
    const names = Array.from({ length: 300 }, (_, index) => `pod-${index}`);
    const all = (use: number | string) => Object.fromEntries(names.map((name) => [name, use]));
    const { happened, seen } = await played([
      { second: 0, available: 500, pods: all(1) },
      { second: 10, available: 500, pods: all(LOW) },
    ]);
    expect(seen.filter(({ isDecided }) => isDecided)).toHaveLength(200);
    expect(happened.result().happened).toHaveLength(300);
  });

  it("say of those beyond that they were not decided again", async () => {
    const { happened } = await played(
      [
        { second: 0, available: 500, pods: { a: 50, b: 50 } },
        { second: 10, available: 500, pods: { a: LOW, b: LOW } },
      ],
      1,
    );
    expect(happened.lines().map(({ sentence }) => sentence)).toEqual([
      "shop/a is evicted. These numbers do not explain it: their lowest " +
        "memory.available is 500Mi, and the threshold is 100Mi.",
      "shop/b is evicted. No step evicts it; with so many evictions, this one was not " +
        "evaluated again.",
    ]);
  });

  it.each<[string, Pod | undefined, string]>([
    [
      "for another reason",
      { status: { phase: "Failed", reason: "Preempting" } },
      "The record of 10:00:10 has it as ended, with the reason Preempting.",
    ],
    [
      "without a reason",
      { status: { phase: "Succeeded" } },
      "The record of 10:00:10 has it as ended.",
    ],
    [
      "once it is deleted",
      { metadata: { deletionTimestamp: "2026-01-15T10:00:35Z" }, status: { phase: "Running" } },
      "The record of 10:00:10 has it as deleted.",
    ],
    ["without a trace", undefined, "No later record contains it."],
  ])("say how a pod ends that only the policy evicts: %s", async (_, big, sentence) => {
    const { happened } = await played([
      { second: 0, available: 50, pods: { big: 300, small: 50 } },
      { second: 10, available: 500, pods: { ...(big && { big }), small: LOW } },
    ]);
    const [first] = happened.lines();
    expect(first?.sentence).toBe(
      `On these numbers the policy evicts shop/big for memory.available. ${sentence}`,
    );
    expect(happened.result().policyOnly).toMatchObject([{ name: "big" }]);
    expect(happened.result().policyOnly[0]).not.toHaveProperty("stillRunningUntil");
  });

  it("have no sentence where the records neither say it nor the contrary", async () => {
    const { happened } = await played([
      { second: 0, available: 50, pods: { big: 300, small: 50 } },
      { second: 10, available: 500, pods: { small: 50 } },
    ]);
    expect(happened.lines()).toEqual([]);
    expect(happened.result().policyOnly).toHaveLength(1);
  });
});
