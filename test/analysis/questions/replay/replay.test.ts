import { beforeAll, describe, expect, it } from "vitest";
import { EngineDiscarded, EngineError } from "../../../../analysis/engine/engineError.ts";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import {
  type ReplayOptions,
  type ReplayStep,
  replay,
} from "../../../../analysis/questions/replay/replay.ts";
import type { CaptureRecord } from "../../../../analysis/read/capture/capture.ts";
import { Action } from "../../../../assembly/abi.ts";
import { encode } from "../../chunks.ts";
import { standIn } from "../../standIn.ts";

/** The stand-in reports the document it was given: a Summary here is its decision. */
const decision = (action: string, conditions: string[] = [], uids: string[] = []) =>
  JSON.stringify({ action, nodeConditions: conditions, evictions: uids.map((uid) => ({ uid })) });
const NONE = decision("None");
const EVICT = decision("EvictPod", ["MemoryPressure"], ["uid-a"]);
const RECLAIM = decision("ReclaimNodeLevelResources");

let module: WebAssembly.Module;
beforeAll(async () => {
  module = await standIn();
});

interface Given {
  readonly summary: string | null;
  readonly pods?: string;
  readonly reclaimed?: string | null;
  readonly summaryError?: string;
}

function recordOf(given: Given, index: number): CaptureRecord {
  const bytes = (text: string | null) => (text === null ? null : encode(text));
  const { pods, reclaimed, summaryError } = given;
  return {
    time: BigInt(index),
    line: index + 2,
    others: new Map(),
    summary: bytes(given.summary),
    ...(pods === undefined ? {} : { pods: encode(pods) }),
    ...(reclaimed === undefined ? {} : { reclaimed: bytes(reclaimed) }),
    ...(summaryError === undefined ? {} : { summaryError }),
  };
}

interface Seen extends ReplayStep {
  readonly report: string | null;
}

async function steps(given: readonly Given[], options?: ReplayOptions): Promise<Seen[]> {
  const seen: Seen[] = [];
  for await (const step of replay(new EvictionEngine(module), "{}", given.map(recordOf), options)) {
    seen.push({ ...step, report: step.decision()?.text ?? null });
  }
  return seen;
}

describe("replay", () => {
  it("makes one step of each record, at its time", async () => {
    const seen = await steps([{ summary: NONE, pods: "{}" }, { summary: EVICT }]);
    expect(seen.map(({ index, line, time }) => [index, line, time])).toEqual([
      [0, 2, 0n],
      [1, 3, 1n],
    ]);
    expect(seen.map(({ action }) => action)).toEqual([Action.None, Action.EvictPod]);
    expect(seen.map(({ report }) => report)).toEqual([NONE, EVICT]);
  });

  it("says where the outcome changes", async () => {
    const pressure = decision("None", ["MemoryPressure"]);
    const given = [NONE, NONE, pressure, pressure, EVICT, EVICT, NONE].map((summary) => ({
      summary,
    }));
    const seen = await steps(given);
    expect(seen.map(({ changed }) => changed)).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
      true,
    ]);
  });

  it("passes over a record without a Summary: nothing is observed, nothing changes", async () => {
    const given = [
      { summary: EVICT },
      { summary: null, summaryError: "connection refused" },
      { summary: null },
      { summary: EVICT },
    ];
    const seen = await steps(given);
    expect(seen.map(({ observed }) => observed)).toEqual([true, false, false, true]);
    expect(seen.map(({ changed }) => changed)).toEqual([true, false, false, false]);
    expect(seen.map(({ action }) => action)).toEqual([2, 0, 0, 2]);
    expect(seen[1]?.report).toBeNull();
    expect(seen[1]?.problems).toEqual([{ document: "Summary", sentence: "connection refused" }]);
    expect(seen[2]?.problems).toEqual([
      { document: "Summary", sentence: "The record has no Summary." },
    ]);
  });

  it.each([
    ["shows the Summary recorded after reclaim", NONE, Action.None, NONE],
    ["shows the same Summary again when none was recorded", undefined, 1, RECLAIM],
    ["goes on without one when none could be had", null, Action.EvictPod, null],
    ["counts one that is refused as none that could be had", "!", Action.EvictPod, null],
  ])("%s", async (_, reclaimed, action, report) => {
    const [step] = await steps([
      { summary: RECLAIM, ...(reclaimed === undefined ? {} : { reclaimed }) },
    ]);
    expect(step?.action).toBe(action);
    if (report !== null) expect(step?.report).toBe(report);
    expect(step?.problems).toHaveLength(reclaimed === "!" ? 1 : 0);
  });

  it("reports a document that is refused and goes on with the next record", async () => {
    const seen = await steps([{ summary: "!" }, { summary: EVICT, pods: "!" }, { summary: NONE }]);
    expect(seen.map(({ observed }) => observed)).toEqual([false, true, true]);
    expect(seen[0]?.problems).toMatchObject([
      { document: "Summary", sentence: "Summary $.node (byte 9): expected an object." },
    ]);
    expect(seen[1]?.problems).toMatchObject([{ document: "PodList" }]);
    expect(seen[1]?.report).toBe(EVICT);
    expect(seen[2]?.problems).toEqual([]);
  });

  it("stops after the time it is given", async () => {
    const given = [NONE, NONE, NONE, NONE].map((summary) => ({ summary }));
    expect(await steps(given, { until: 2n })).toHaveLength(3);
  });

  it("holds one decision: asking too late is an error", async () => {
    const given = [{ summary: NONE }, { summary: EVICT }].map(recordOf);
    const run = replay(new EvictionEngine(module), "{}", given);
    const first = (await run.next()).value as ReplayStep;
    await run.next();
    expect(() => first.decision()).toThrow("Step 0 has passed");
  });

  it("fails when the configuration is refused, or the engine is lost", async () => {
    const engine = new EvictionEngine(module);
    await expect(replay(engine, "!", []).next()).rejects.toBeInstanceOf(EngineError);
    const given = [recordOf({ summary: "*" }, 0)];
    await expect(replay(engine, "{}", given).next()).rejects.toBeInstanceOf(EngineDiscarded);
  });
});
