/** @module-tag long */
import { expect, test } from "vitest";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { loadModule } from "../../../hosts/system/modules.ts";
import { drawScenario } from "../../fidelity/generate/scenario.ts";
import type { Scenario } from "../../fidelity/scenario.ts";
import { Choice, type Order } from "./choose.ts";
import { Observer } from "./observer.ts";

const core = await loadModule("eviction");
const SEED = 8;
/** Small ones, so that the test is quick. */
const DRAWN = Array.from({ length: 200 }, (_, number) => drawScenario(SEED, number))
  .filter(({ pods, steps }) => pods.length <= 2 && steps.length === 1)
  .slice(0, 2);

async function choose(order: Order): Promise<Choice> {
  const choice = new Choice(new Observer(() => new EvictionEngine(core)), order);
  for (const scenario of DRAWN) await choice.consider(scenario);
  return choice;
}

test.each<Order>(["pairs", "triples"])(
  "the same scenarios give the same choice: %s",
  async (order) => {
    const [one, other] = [await choose(order), await choose(order)];
    expect(one.chosen.size).toBeGreaterThan(DRAWN.length);
    expect([...other.chosen]).toEqual([...one.chosen]);
  },
);

test("what was chosen is smaller than what it was taken from", async () => {
  const size = (scenario: Scenario) => {
    return JSON.stringify(scenario, (_, value) => (typeof value === "bigint" ? "" : value)).length;
  };
  const largest = Math.max(...DRAWN.map(size));
  const { chosen } = await choose("pairs");
  const sizes = [...chosen.values()].map(size);
  expect(Math.max(...sizes)).toBeLessThan(largest);
});

test("a scenario that shows nothing new is passed over", async () => {
  const choice = await choose("pairs");
  const chosen = choice.chosen.size;
  for (const scenario of [...choice.chosen.values()]) await choice.consider(scenario);
  expect(choice.chosen.size).toBe(chosen);
});

test("a scenario with a document that the engine refuses is passed over", async () => {
  const choice = new Choice(new Observer(() => new EvictionEngine(core)), "pairs");
  const [first] = DRAWN as [Scenario];
  await choice.take({ ...first, pods: [{ metadata: { uid: 5 } }] });
  expect(choice.chosen.size).toBe(0);
});
