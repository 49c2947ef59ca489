import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { Decision, NodeCondition, Policy } from "../../../../../analysis/engine/decision.ts";
import { EvictionEngine } from "../../../../../analysis/engine/evictionEngine.ts";
import type { FrozenCapture } from "../../../../../analysis/questions/replay/frozen/frozenCapture.ts";
import { conditionSeconds } from "../../../../../analysis/questions/sweep/cell.ts";
import { packedCapture } from "../../../../../analysis/questions/sweep/packedCapture.ts";
import { defaultRange, valuesOf } from "../../../../../analysis/questions/sweep/range.ts";
import {
  type Choice,
  choicesOf,
  type Setting,
  withSettings,
} from "../../../../../analysis/questions/sweep/setting.ts";
import { sweepCell } from "../../../../../analysis/questions/sweep/sweepParts.ts";
import { parseTime } from "../../../../../analysis/text/time.ts";
import { workerCount } from "../../../../../hosts/browser/features/sweep/pool.ts";
import { core, examples, frozen, replayed } from "../../examples.ts";

const HARD: Setting = { kind: "threshold", signal: "memory.available", hard: true };
const GRACE: Setting = { kind: "gracePeriod", signal: "memory.available" };
const RECLAIM: Setting = { kind: "minimumReclaim", signal: "nodefs.available" };
const TRANSITION: Setting = { kind: "pressureTransitionPeriod" };
const COUNTED: Setting = { kind: "threshold", signal: "pid.available", hard: true };

const choice = (setting: Setting, present: string, usual = present): Choice => ({
  setting,
  title: "it",
  present,
  usual,
});

/** Evictions, and seconds under MemoryPressure from each step to the next. */
function countedOf(decisions: readonly Decision[]) {
  const under = (condition: NodeCondition) =>
    decisions.reduce((sum, { nodeConditions, time }, index) => {
      const next = decisions[index + 1]?.time ?? time;
      const nanoseconds = (parseTime(next) ?? 0n) - (parseTime(time) ?? 0n);
      return sum + (nodeConditions.includes(condition) ? nanoseconds : 0n);
    }, 0n);
  const evicted = decisions.flatMap(({ evictions }) => evictions.map(({ uid }) => uid));
  return {
    evictions: evicted.length,
    pods: new Set(evicted).size,
    seconds: (["MemoryPressure", "DiskPressure", "PIDPressure"] as const).map(
      (condition) => Number(under(condition)) / 1e9,
    ),
  };
}

/** What cells are counted with, as a worker of a sweep counts one after another. */
const engine = new EvictionEngine(core);

describe.each(examples)("a cell of a sweep over $name", ({ file }) => {
  it.each(["100Mi", "1Gi"])("counts what a replay does, memory.available<%s", async (memory) => {
    const { capture, json } = await frozen(file);
    const inForce = engine.configure(json(true));
    const text = withSettings("kind: KubeletConfiguration\n", inForce, [
      { setting: HARD, value: memory },
      { setting: TRANSITION, value: "30s" },
    ]);
    const written = json(true, text);
    const decisions = (await replayed(file, written)).map((each) => JSON.parse(each ?? "{}"));
    const cell = sweepCell(engine, packedCapture(capture), written);
    const { evictions, podsEvicted } = cell;
    const seconds = (["MemoryPressure", "DiskPressure", "PIDPressure"] as const).map((condition) =>
      conditionSeconds(cell, condition),
    );
    expect({ evictions, pods: podsEvicted, seconds }).toEqual(countedOf(decisions));
  });
});

describe("a cell of a configuration that is refused", () => {
  it("says why, and the next one counts", async () => {
    const { capture, json } = await frozen(examples[0]?.file ?? "");
    const refused = '{"evictionHard":{"memory.available":"lots"}}';
    expect(sweepCell(engine, packedCapture(capture), refused).refusal).toContain(
      "quantities must match",
    );
    expect(sweepCell(engine, packedCapture(capture), json(false)).refusal).toBeNull();
  });
});

describe("the range that is offered", () => {
  it.each([
    ["half to three times an amount", choice(HARD, "100Mi"), ["50Mi", "300Mi"]],
    ["a share, short of all", choice(HARD, "40%"), ["20%", "95%"]],
    ["a time", choice(GRACE, "1m30s"), ["45s", "4m30s"]],
    ["a count", choice(COUNTED, "1000"), ["500", "3000"]],
    ["from nothing, where nothing is set", choice(RECLAIM, "0", "10%"), ["0%", "25%"]],
    ["from no time at all", choice(TRANSITION, "0s", "1m"), ["0s", "2m30s"]],
  ])("is %s", (_, given, [from, to]) => {
    expect(defaultRange(given)).toEqual({ from, to, count: 11 });
  });

  it("has the value in force among its own", () => {
    const given = choice(HARD, "100Mi");
    expect(valuesOf(given, defaultRange(given))).toContain("100Mi");
  });
});

describe("the values of a range", () => {
  it.each([
    [choice(HARD, "100Mi"), "1Gi", "2Gi", 3, ["1Gi", "1536Mi", "2Gi"]],
    [choice(HARD, "100Mi"), "0", "1Ki", 2, ["0", "1Ki"]],
    [choice(HARD, "10%"), "5%", "10%", 3, ["5%", "7.5%", "10%"]],
    [choice(GRACE, "1m"), "0s", "1h", 3, ["0s", "30m", "1h"]],
    [choice(COUNTED, "5"), "1", "3", 5, ["1", "2", "3"]],
    [choice(HARD, "100Mi"), "3Gi", "1Gi", 3, ["3Gi", "2Gi", "1Gi"]],
  ])("%# are written as people write them", (given, from, to, count, values) => {
    expect(valuesOf(given, { from, to, count })).toEqual(values);
  });

  it.each([
    [choice(HARD, "100Mi"), "lots", "2Gi", 3, "it cannot be lots; write it like 100Mi."],
    [choice(HARD, "10%"), "5%", "1Gi", 3, "it cannot be 1Gi; write it like 5%."],
    [choice(GRACE, "1m"), "", "5", 3, "it cannot be nothing; write it like 1m30s."],
    [choice(HARD, "10%"), "5%", "10%", 1, "it takes 2 to 21 values."],
    [choice(HARD, "10%"), "5%", "10%", Number.NaN, "it takes 2 to 21 values."],
  ])("%# are refused in one sentence", (given, from, to, count, sentence) => {
    expect(valuesOf(given, { from, to, count })).toBe(sentence);
  });
});

describe("the settings that can be swept", () => {
  const policy = (configuration: object): Policy =>
    new EvictionEngine(core).configure(JSON.stringify(configuration));

  it("are those of the policy's own thresholds", () => {
    const soft = {
      evictionHard: { "memory.available": "200Mi" },
      evictionSoft: { "memory.available": "1Gi" },
      evictionSoftGracePeriod: { "memory.available": "2m" },
      evictionMinimumReclaim: { "memory.available": "50Mi" },
    };
    expect(choicesOf(policy(soft)).map(({ title, present }) => `${title}: ${present}`)).toEqual([
      "memory.available hard: 200Mi",
      "memory.available soft: 1Gi",
      "memory.available grace period: 2m",
      "pressure transition period: 5m",
      "memory.available minimum reclaim: 50Mi",
    ]);
  });

  it.each([
    [HARD, "300Mi", { signal: "memory.available", hard: true }, { value: "300Mi" }],
    [GRACE, "3m", { signal: "memory.available", hard: false }, { gracePeriodSeconds: 180 }],
    [
      { kind: "minimumReclaim", signal: "memory.available" } as const,
      "70Mi",
      { signal: "memory.available", hard: true },
      { minReclaim: "70Mi" },
    ],
  ])("%# are written so that the kubelet takes them", (setting, value, which, expected) => {
    const text =
      "kind: KubeletConfiguration # ours\nevictionSoft: {memory.available: 1Gi}\n" +
      "evictionSoftGracePeriod: {memory.available: 1m}\n";
    const read = (written: string): object => parse(written);
    const changed = withSettings(text, policy(read(text)), [{ setting, value }]);
    expect(changed).toContain("# ours");
    const threshold = policy(read(changed)).thresholds.find(
      ({ signal, hard }) => signal === which.signal && hard === which.hard,
    );
    expect(threshold).toMatchObject(expected);
  });
});

describe("the workers of a sweep", () => {
  const capture = (bytes: number) =>
    ({ steps: [{ summary: { length: bytes } }], podLists: [] }) as unknown as FrozenCapture;

  it.each([
    ["as many as there are processors", 1_000, 121, 4, 4],
    ["never more than eight", 1_000, 121, 64, 8],
    ["no more than configurations", 1_000, 3, 4, 3],
    ["fewer where copies of the capture would fill the memory", 200_000_000, 121, 8, 2],
    ["one at least", 900_000_000, 121, 8, 1],
  ])("are %s", (_, bytes, configurations, processors, count) => {
    expect(workerCount(capture(bytes), configurations, processors)).toBe(count);
  });
});
