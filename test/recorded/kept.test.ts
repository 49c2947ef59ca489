import { describe, expect, test } from "vitest";
import type { PodName } from "../../analysis/engine/decision.ts";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { RECORDED, RECORDED_KUBELET } from "../../examples/generate/recorded.ts";
import { loadModule } from "../../hosts/system/modules.ts";
import { type PlayedRun, playRun } from "../fidelity/recorded.ts";
import { type KeptRun, keptDocuments, readKept } from "./kept.ts";
import { NEWER_SCENARIOS, SCENARIOS } from "./scenarios/index.ts";

const engine = new EvictionEngine(await loadModule("eviction"));
const kept = new Map<string, KeptRun>();
for (const { name } of SCENARIOS) kept.set(name, await readKept(name));

function keptRun(name: string): KeptRun {
  const run = kept.get(name);
  if (run === undefined) throw new Error(`There is no kept run of ${name}.`);
  return run;
}

const namesOf = (pods: readonly PodName[] = []): string[] => pods.map(({ name }) => name);

test("every scenario is an example, and every recorded example a scenario", () => {
  const names = SCENARIOS.map(({ name }) => `recorded-${name}`);
  expect(RECORDED.map(({ name }) => name)).toEqual(names);
});

/** What a replay shows that agrees with all that the kubelet did. */
function agreeing({ passes, evictions }: KeptRun): PlayedRun {
  return {
    passes: passes.length,
    rankings: passes.filter(({ ranked }) => ranked !== undefined).length,
    evictions: evictions.length,
    toTheByte: evictions.length,
    cutOff: 0,
    differences: [],
  };
}

describe.each([...kept])("the kubelet's run of %s", (name, run) => {
  test("is decided as that kubelet did, pass by pass, its messages to the byte", () => {
    expect(playRun(engine, run, keptDocuments(run.records))).toEqual(agreeing(run));
  });

  test("was a kubelet of the release that the index names, and has as many passes", () => {
    const example = RECORDED.find((one) => one.name === `recorded-${name}`);
    expect(`v${run.kubelet}`).toBe(RECORDED_KUBELET);
    expect(run.records).toHaveLength(example?.steps ?? Number.NaN);
    expect(run.passes).toHaveLength(run.records.length);
  });
});

const NEWER = "v1.37.2";

describe.each(NEWER_SCENARIOS)("the run of $name of a kubelet of 1.37", ({ name }) => {
  test("is decided as that kubelet did, pass by pass, its messages to the byte", async () => {
    const run = await readKept(name, NEWER);
    expect(`v${run.kubelet}`).toBe(NEWER);
    expect(run.evictions.length).toBeGreaterThan(0);
    expect(playRun(engine, run, keptDocuments(run.records))).toEqual(agreeing(run));
  });
});

describe("what the examples tell of the runs", () => {
  test("memory-hard: a critical pod stands first twice, and the pod behind it goes", () => {
    const refusing = keptRun("memory-hard").passes.filter(({ refusedCritical }) => refusedCritical);
    expect(refusing).toHaveLength(2);
    for (const { ranked = [], refusedCritical, evicted } of refusing) {
      expect(namesOf(refusedCritical)).toEqual(["node-agent"]);
      expect(namesOf(ranked.slice(0, 2))).toEqual(
        namesOf([...(refusedCritical ?? []), ...(evicted ?? [])]),
      );
    }
  });

  test("memory-soft: the first of two dips ends inside the grace period", () => {
    const clocks = keptRun("memory-soft").passes.map(({ graceNotMet = [] }) => graceNotMet.length);
    const dips = clocks.filter((clock, index) => clock > 0 && clocks[index - 1] === 0);
    expect(dips).toHaveLength(2);
  });

  test("memory-soft: the kubelet goes on below the minimum reclaim", () => {
    const { passes } = keptRun("memory-soft");
    const above = passes.filter(({ thresholdsMet, evicted }) => !thresholdsMet && evicted);
    expect(above.length).toBeGreaterThan(0);
  });

  test("memory-soft: no pod gets more than 6 seconds, nor more than it asks for", () => {
    const { evictions } = keptRun("memory-soft");
    const given = evictions.map(({ name, gracePeriodSeconds }) => [name, gracePeriodSeconds]);
    expect(Object.fromEntries(given)).toMatchObject({ "best-effort": 6, "above-b": 2 });
  });

  test("disk-nodefs: node-level reclaim is enough once, and later is not", () => {
    const { passes } = keptRun("disk-nodefs");
    const reclaiming = passes.filter((pass) => pass.observationsAfterReclaim !== undefined);
    expect(reclaiming[0]?.ranked).toBeUndefined();
    expect(reclaiming.slice(1).every(({ ranked }) => ranked !== undefined)).toBe(true);
  });

  test("disk-nodefs: two pods go for limits of their own", () => {
    const { evictions } = keptRun("disk-nodefs");
    const limited = evictions.filter(({ kind }) => kind === "local-storage-limit");
    expect(namesOf(limited).sort()).toEqual(["over-limit", "over-size-limit"]);
  });
});
