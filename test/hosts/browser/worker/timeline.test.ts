import { beforeEach, describe, expect, it } from "vitest";
import { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import { Run } from "../../../../analysis/questions/replay/frozen/run.ts";
import { Detail } from "../../../../assembly/abi.ts";
import { decideAll } from "../../../../hosts/browser/worker/timeline.ts";
import { always, core, examples, frozen, replayed } from "../examples.ts";

/** Each run restores the state of its own steps; cleared, it is as a new one. */
const engine = new EvictionEngine(core);
beforeEach(() => engine.clear());

describe.each(examples)("a run over the frozen documents of $name", ({ file }) => {
  it.each([false, true])(
    "decides as a replay of the documents does, what-if %s",
    async (whatIf) => {
      const { capture, json } = await frozen(file);
      const expected = await replayed(file, json(whatIf));
      const run = new Run(engine, capture, json(whatIf));
      const texts = capture.steps.map(() => {
        run.step();
        return run.decision(Detail.Arithmetic)?.text;
      });
      expect(texts).toEqual(expected);
    },
  );

  it("goes to any step, forwards and back, with the same decision there", async () => {
    const { capture, json } = await frozen(file);
    const expected = await replayed(file, json(true));
    const run = new Run(engine, capture, json(true));
    await decideAll(run, { count: capture.steps.length, position: 0, turns: always() });
    const last = capture.steps.length - 1;
    const steps = [last, 0, 63, 64, 65, 64, last - 1, 70, 1, 80].filter((step) => step <= last);
    for (const step of steps) {
      run.goTo(step);
      expect(run.decision(Detail.Arithmetic)?.text).toBe(expected[step]);
    }
  });

  it("is summed up by the same conditions and evictions", async () => {
    const { capture, json } = await frozen(file);
    const decisions = (await replayed(file, json(false))).map((text) => JSON.parse(text ?? "{}"));
    const run = new Run(engine, capture, json(false));
    const extent = { count: capture.steps.length, position: 0, turns: always() };
    const { timeline } = await decideAll(run, extent);
    const evicted = decisions.flatMap(({ evictions }) => evictions.map(({ uid }: never) => uid));
    expect(timeline.events.flatMap(({ evicted: pods }) => pods.map(({ uid }) => uid))).toEqual(
      evicted,
    );
    const memory = decisions.map(({ nodeConditions }) =>
      Number(nodeConditions.includes("MemoryPressure")),
    );
    expect([...timeline.conditions].map((bits) => bits & 1)).toEqual(memory);
  });
});
