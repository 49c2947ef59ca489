import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadModule } from "../../hosts/system/modules.ts";
import { brokenBy } from "../fidelity/broken/rule.ts";
import { BREAKAGES } from "./simulation/broken.ts";
import { drawPlan, type Plan } from "./simulation/plan.ts";
import { runPlan } from "./simulation/run.ts";

const CORE = await loadModule("eviction");
const MINUTES = 10;

/** The beginning of a drawn plan: `npm run suite -- acting` plays whole ones. */
function beginningOf(seed: number, number: number): Plan {
  const plan = drawPlan(seed, number);
  const faults = plan.faults.filter(({ at }) => at < MINUTES * 60);
  return { ...plan, minutes: MINUTES, faults };
}

describe("a simulation of acting", () => {
  it.each([0, 1, 2, 3, 4, 5])("holds its rules under the faults of plan %d", async (number) => {
    const { violation, steps } = await runPlan(CORE, beginningOf(1, number));
    expect(violation).toBeNull();
    expect(steps).toBeGreaterThan(MINUTES);
  });

  it("gives the same result for the same plan", async () => {
    const plan = beginningOf(2, 0);
    expect(await runPlan(CORE, plan)).toEqual(await runPlan(CORE, plan));
  });

  // `npm run suite -- acting-breakages` runs each of them.
  it.each(BREAKAGES.map((rule) => [rule.rule, rule] as const))("can be broken: %s", (_, rule) => {
    const text = readFileSync(new URL(`../../${rule.file}`, import.meta.url), "utf8");
    expect(brokenBy(rule, text)).toContain(rule.wrong);
  });
});
