import { describe, expect, it } from "vitest";
import { Log, type LogOptions } from "../../../hosts/daemon/log/log.ts";
import type { DaemonStep } from "../../../hosts/daemon/step.ts";
import type { Output } from "../../../hosts/system/io.ts";
import { HandClock } from "./server/serving.ts";
import { observedAct, watch } from "./server/watch.ts";

type Line = Readonly<Record<string, unknown>>;

function logging(more: Partial<LogOptions> = {}) {
  const lines: Line[] = [];
  const clock = new HandClock();
  const output: Output = {
    isTerminal: false,
    columns: 100,
    rows: 24,
    write: async (chunk) => void lines.push(JSON.parse(String(chunk))),
    onResize: () => () => {},
  };
  const options = { output, clock, level: "info", acts: false, url: null } as const;
  return { lines, clock, log: new Log({ ...options, summarySeconds: 600, ...more }) };
}

const eventsOf = (lines: readonly Line[]) => lines.map(({ event }) => event);

async function steps(count: number): Promise<DaemonStep[]> {
  const node = await watch("memory-leak");
  const taken: DaemonStep[] = [];
  for (let step = await node.next(); step !== null; step = await node.next()) {
    if (taken.push(step) === count) break;
  }
  return taken;
}

async function evictingStep(): Promise<DaemonStep> {
  const last = (await (await watch("memory-leak")).untilEviction()).at(-1);
  if (last === undefined) throw new Error("No step evicts.");
  return last;
}

describe("the log", () => {
  it("is quiet while nothing changes, and tells what does", async () => {
    const { lines, log } = logging();
    for (const step of await steps(100)) await log.step(step);
    // The eviction, and the memory it gave back; the example begins quiet.
    const logged = lines.filter(({ event }) => event === "decision");
    expect(logged.map(({ action, level }) => [action, level])).toEqual([
      ["None", "info"],
      ["EvictPod", "warn"],
      ["None", "info"],
    ]);
    expect(logged[1]).toMatchObject({
      snapshotTime: "2026-01-15T10:12:20Z",
      signal: "memory.available",
      hard: true,
      limit: 104857600,
      available: 96960512,
      nodeConditions: ["MemoryPressure"],
      evictions: [{ namespace: "shop", gracePeriodSeconds: 1, reason: "Evicted" }],
      acts: [{ kind: "evict", done: false }],
    });
  });

  it("tells every decision at level debug", async () => {
    const { lines, log } = logging({ level: "debug" });
    for (const step of await steps(10)) await log.step(step);
    expect(eventsOf(lines)).toEqual(Array(10).fill("decision"));
  });

  it("sums up from time to time, and starts to count again", async () => {
    const { lines, log, clock } = logging({ level: "info", summarySeconds: 60 });
    const [first, ...further] = await steps(8);
    if (first === undefined) return;
    await log.step(first);
    for (const step of further) {
      clock.pass(20);
      await log.step(step);
    }
    const summaries = lines.filter(({ event }) => event === "summary");
    expect(summaries.map((line) => [line.steps, line.changes])).toEqual([
      [4, 1],
      [3, 0],
    ]);
    const available = further.map(
      ({ decision }) =>
        decision?.thresholds?.find(({ signal }) => signal === "memory.available")?.available ?? 0,
    );
    expect(summaries[1]?.thresholds).toContainEqual({
      signal: "memory.available",
      hard: true,
      limit: 104857600,
      available: available[5],
      lowestAvailable: Math.min(...available.slice(3, 6)),
    });
  });

  it("tells a problem when it begins, when it changes and when it ends", async () => {
    const { lines, log } = logging({ level: "info" });
    const [step] = await steps(1);
    if (step === undefined) return;
    const blind = { ...step, observed: false, decision: null, decisionText: null };
    const problem = (sentence: string) => ({
      ...blind,
      problems: [{ document: "Summary", sentence }],
    });
    await log.step(step);
    for (const each of ["No answer.", "No answer.", "Refused."]) await log.step(problem(each));
    await log.step({ ...step, changed: false });
    expect(lines.slice(1).map(({ level, event, sentence }) => [level, event, sentence])).toEqual([
      ["warn", "problem", "No answer."],
      ["warn", "problem", "Refused."],
      ["info", "recovered", undefined],
    ]);
  });

  it.each([
    ["done", { done: true }, undefined, "warn"],
    ["failed", { done: false }, undefined, "error"],
    ["withheld", { done: false }, "one-in-flight", "warn"],
  ] as const)("tells an act that is %s at its level", async (_, outcome, withheldBy, level) => {
    const { lines, log } = logging({ acts: true });
    const step = await evictingStep();
    const [eviction] = step.decision?.evictions ?? [];
    if (eviction === undefined) return;
    const rail = withheldBy === undefined ? {} : { withheldBy };
    const act = { ...observedAct(eviction), outcome: { ...outcome, sentence: "So." }, ...rail };
    await log.step({ ...step, acts: [act] });
    expect(lines).toMatchObject([{ level, acts: [{ done: outcome.done, sentence: "So." }] }]);
  });

  it("tells an eviction that is made again in a step that is like the one before", async () => {
    const { lines, log } = logging({ acts: true });
    const step = await evictingStep();
    const acts = step.acts.map((act) => ({ ...act, outcome: { done: true, sentence: "So." } }));
    for (const changed of [true, false]) await log.step({ ...step, acts, changed });
    expect(lines.map(({ level }) => level)).toEqual(["warn", "warn"]);
  });

  it("says from which level on it speaks", async () => {
    const { lines, log } = logging({ level: "error" });
    for (const step of await steps(80)) await log.step(step);
    log.reportError("The disk is full.");
    await log.close();
    expect(lines.map(({ event, sentence }) => [event, sentence])).toEqual([
      ["error", "The disk is full."],
    ]);
  });
});
