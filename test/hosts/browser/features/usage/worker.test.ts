import { describe, expect, it } from "vitest";
import { EvictionEngine } from "../../../../../analysis/engine/evictionEngine.ts";
import { Run } from "../../../../../analysis/questions/replay/frozen/run.ts";
import { layerAt, layersOf, momentAt } from "../../../../../hosts/browser/chart/stack.ts";
import { detailed } from "../../../../../hosts/browser/features/usage/detail.ts";
import { readUsage } from "../../../../../hosts/browser/features/usage/worker.ts";
import { always, core, examples, frozen } from "../../examples.ts";

async function usageOf(name: string, signal: "memory.available" | "pid.available") {
  const file = examples.find((each) => each.name === name)?.file ?? expect.fail(name);
  const { capture, json } = await frozen(file);
  const run = new Run(new EvictionEngine(core), capture, json(false));
  const steps = Uint32Array.from(capture.steps.keys());
  const usage = await readUsage(run, { signal, steps, pods: null, turns: always() });
  return { run, usage };
}

describe("who uses what a signal measures", () => {
  it("is listed as the core ranks the pods, moment by moment", async () => {
    const { run, usage } = await usageOf("memory-leak", "memory.available");
    expect(usage.resource).toBe("memory");
    for (const at of [0, 40, 74]) {
      run.goTo(usage.steps[at] ?? 0);
      const ranking = run.rankedBy("memory.available")?.parse().ranking ?? [];
      for (const { pod, usage: used, above } of usage.pods) {
        const row = ranking.find(({ uid }) => uid === pod?.uid);
        expect(used[at]).toBe(row?.usage ?? 0);
        expect(above[at]).toBe(Math.max(0, row?.usageMinusRequest ?? 0));
      }
    }
  });

  it("names the pod that was most above its request first", async () => {
    const { usage } = await usageOf("memory-leak", "memory.available");
    expect(usage.pods[0]?.pod?.name).toMatch(/^cart-/);
  });

  it("adds up to the capacity less what is available, with what no pod uses", async () => {
    const { usage } = await usageOf("memory-leak", "memory.available");
    const layers = layersOf(usage);
    const top = layers.at(-1)?.top ?? expect.fail("There is no layer.");
    usage.used.forEach((used, at) => {
      expect(top[at]).toBeCloseTo(used, -1);
      expect((usage.capacity[at] ?? 0) - used).toBeGreaterThan(0);
    });
  });

  it("counts processes under pid.available", async () => {
    const { usage } = await usageOf("fork-bomb", "pid.available");
    expect(usage.resource).toBe("pids");
    const most = usage.pods.map(({ usage: used }) => Math.max(...used));
    expect(Math.max(...most)).toBeGreaterThan(10_000);
  });

  it("is listed for the requested pods, in their order, and the others as one", async () => {
    const { run, usage } = await usageOf("memory-leak", "memory.available");
    const named = usage.pods.flatMap(({ pod }) => (pod === null ? [] : [pod]));
    const [first, second] = [named[2] ?? expect.fail(), named[0] ?? expect.fail()];
    const gone = { namespace: "shop", name: "gone", uid: "gone" };
    const wanted = { signal: "memory.available", steps: Uint32Array.of(10, 20) } as const;
    const pods = [first, gone, second];
    const part = await readUsage(run, { ...wanted, pods, turns: always() });
    expect(part.pods.map(({ pod }) => pod)).toEqual([...pods, null]);
    expect([...(part.pods[1]?.usage ?? [])]).toEqual([0, 0]);
    expect([...(part.pods[2]?.usage ?? [])]).toEqual([
      usage.pods[0]?.usage[10],
      usage.pods[0]?.usage[20],
    ]);
  });

  it("is read more closely in a part of the run, and stays as it is around it", async () => {
    const { run, usage } = await usageOf("memory-leak", "memory.available");
    const pods = usage.pods.flatMap(({ pod }) => (pod === null ? [] : [pod]));
    const read = (steps: number[]) =>
      readUsage(run, {
        ...{ signal: "memory.available", steps: Uint32Array.from(steps) },
        ...{ pods, turns: always() },
      });
    const whole = await read([0, 20, 40, 60, 80, 111]);
    const found = detailed(whole, await read([38, 39, 40, 41, 42]));
    const steps = [0, 20, 38, 39, 40, 41, 42, 60, 80, 111];
    expect([...found.steps]).toEqual(steps);
    for (const [index, { usage: used, above }] of found.pods.entries()) {
      expect([...used]).toEqual(steps.map((step) => usage.pods[index]?.usage[step]));
      expect([...above]).toEqual(steps.map((step) => usage.pods[index]?.above[step]));
    }
    expect([...found.used]).toEqual(steps.map((step) => usage.used[step]));
    expect([...found.rest]).toEqual(steps.map((step) => usage.rest[step]));
  });

  it("finds the layer under an amount", async () => {
    const { usage } = await usageOf("memory-leak", "memory.available");
    const layers = layersOf(usage);
    const at = momentAt(usage, 74);
    expect(layerAt(layers, at, 1)?.of).toBeNull();
    const cart = layers.find(({ of }) => of?.pod?.name.startsWith("cart-"));
    const middle = ((cart?.bottom[at] ?? 0) + (cart?.top[at] ?? 0)) / 2;
    expect(layerAt(layers, at, middle)).toBe(cart);
  });
});
