import { describe, expect, it } from "vitest";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { type Documents, HeldDocuments } from "../../../../hosts/daemon/history/heldDocuments.ts";
import { contentOf, recordOf } from "../../../../hosts/daemon/history/heldStep.ts";
import { StepHistory } from "../../../../hosts/daemon/history/stepHistory.ts";
import type { DaemonStep } from "../../../../hosts/daemon/step.ts";
import { core, firstSteps } from "../server/watch.ts";

const engine = new EvictionEngine(core());
const reducePods = ([list = null]: Documents) => [list && engine.reducePods(list)];
const textOf = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString();

/** A reader that never needs fewer steps than these, the newest. */
function needing(history: StepHistory, steps: number): StepHistory {
  history.addReader({
    get oldestNeeded() {
      return history.end - steps;
    },
  });
  return history;
}

function withPods(step: DaemonStep, pods: Uint8Array | undefined): DaemonStep {
  const { pods: _, ...snapshot } = step.snapshot;
  return { ...step, snapshot: pods === undefined ? snapshot : { ...snapshot, pods } };
}

async function examples(count: number) {
  const [first, ...rest] = await firstSteps(count + 1);
  return { pods: first?.snapshot.pods ?? new Uint8Array(), steps: rest };
}

describe("the history of steps", () => {
  it.each([
    { bound: "what its readers need", needed: 20, bytes: 2 ** 30 },
    { bound: "bytes", needed: 2 ** 30, bytes: 30_000 },
  ])("is bounded by $bound, also when each step brings other pods", async ({ needed, bytes }) => {
    const { pods, steps } = await examples(80);
    const history = needing(new StepHistory(core(), "reduced", bytes), needed);
    for (const step of steps) {
      history.step(withPods(step, pods));
      expect(history.end - history.first).toBeLessThanOrEqual(needed);
      expect(history.bytes).toBeLessThanOrEqual(bytes);
    }
    expect(history.end - history.first).toBeLessThan(steps.length);
    expect(history.end - history.first).toBeGreaterThan(1);
    expect(history.end).toBe(steps.length);
  });

  it("holds what any reader needs, and nothing without one", async () => {
    const { steps } = await examples(30);
    const unread = new StepHistory(core());
    const read = needing(needing(new StepHistory(core()), 5), 12);
    for (const step of steps) for (const each of [unread, read]) each.step(step);
    expect([unread.end, unread.bytes]).toEqual([0, 0]);
    expect([read.first, read.end]).toEqual([18, 30]);
  });

  it("counts a list of pods once for the steps it is in force for, and each new one", async () => {
    const { pods, steps } = await examples(10);
    const [shared, replaced] = [false, true].map((isReplaced) => {
      const history = needing(new StepHistory(core()), 100);
      for (const [index, step] of steps.entries()) {
        history.step(withPods(step, index === 0 || isReplaced ? pods : undefined));
      }
      return history.bytes;
    });
    const list = new HeldDocuments([pods], reducePods, "reduced").size;
    expect((replaced ?? 0) - (shared ?? 0)).toBe((steps.length - 1) * list);
    expect(list).toBeGreaterThan(0);
  });

  it("frees the memory of a step that is dropped, which is what it counted", async () => {
    const { steps } = await examples(30);
    const history = needing(new StepHistory(core()), 30);
    for (const step of steps) history.step(step);
    const dropped = steps.map((_, index) => history.at(index)?.documents);
    const counted = dropped.reduce((sum, documents) => sum + (documents?.size ?? 0), 0);
    const { arrayBuffers } = process.memoryUsage();
    for (const documents of dropped) documents?.free();
    expect(arrayBuffers - process.memoryUsage().arrayBuffers).toBe(counted);
    expect(counted).toBeGreaterThan(30_000);
  });

  it("refuses to read a step that was dropped, and still reads its pods", async () => {
    const { pods, steps } = await examples(2);
    const history = needing(new StepHistory(core()), 1);
    for (const [index, step] of steps.entries()) {
      history.step(withPods(step, index === 0 ? pods : undefined));
      const held = history.newest;
      expect(held && contentOf(held, "reduced").decision).toBeInstanceOf(Uint8Array);
      if (index > 0 || held === undefined) continue;
      history.step(withPods(steps[1] as DaemonStep, undefined));
      expect(() => contentOf(held, "reduced")).toThrow("not held any more");
      expect(held.pods?.in("reduced")[0]?.length).toBeGreaterThan(0);
    }
  });

  it("counts nothing of what it dropped", async () => {
    const { steps } = await examples(2);
    const [first, second] = steps as [DaemonStep, DaemonStep];
    const history = needing(new StepHistory(core()), 1);
    history.step(first);
    history.step(second);
    const once = history.bytes;
    for (let count = 0; count < 50; count++) history.step(second);
    expect(history.bytes).toBe(once);
  });

  it("is never so small that the newest step is not there", async () => {
    const { steps } = await examples(3);
    const history = needing(new StepHistory(core(), "reduced", 1), 1);
    for (const step of steps) history.step(step);
    expect(history.newest?.time).toBe(steps[2]?.snapshot.time);
    expect(history.at(2)).toBe(history.newest);
    expect(history.at(1)).toBeUndefined();
  });

  it.each([
    { form: "reduced", kept: "the reduced document alone" },
    { form: "full", kept: "the full document alone, and is read in both forms" },
  ] as const)("held as $form keeps $kept", async ({ form }) => {
    const { steps } = await examples(1);
    const summary = steps[0]?.snapshot.summary ?? new Uint8Array();
    const padded = Buffer.concat([summary, Buffer.alloc(2000, " ")]);
    const reduce = ([first = null, ...others]: Documents) => [
      first && engine.reduceSummary(first),
      ...others,
    ];
    const held = new HeldDocuments([padded, null, summary], reduce, form);
    const { size } = held;
    const reduced = [engine.reduceSummary(padded), null, summary];
    expect(held.in("reduced").map(textOf)).toEqual(reduced.map(textOf));
    if (form === "full")
      expect(held.in("full").map(textOf)).toEqual([padded, null, summary].map(textOf));
    else expect(() => held.in("full")).toThrow(RangeError);
    expect(held.size).toBe(size);
  });

  it("leaves the list before in force when one is refused", async () => {
    const { pods, steps } = await examples(3);
    const [first, second, third] = steps as [DaemonStep, DaemonStep, DaemonStep];
    const history = needing(new StepHistory(core()), 3);
    history.step(withPods(first, pods));
    const problems = [{ document: "PodList", sentence: "It is not a list." }];
    history.step({ ...withPods(second, Buffer.from("7")), problems });
    history.step(withPods(third, undefined));
    const lists = [0, 1, 2].map((index) => history.at(index)?.pods);
    expect(new Set(lists).size).toBe(1);
    const record = history.at(2);
    expect(record && recordOf(record, null, "reduced").pods).toBeDefined();
    expect(record && recordOf(record, record.pods, "reduced").pods).toBeUndefined();
  });
});
