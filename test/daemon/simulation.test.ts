import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadModule } from "../../hosts/system/modules.ts";
import { brokenBy } from "../fidelity/broken/rule.ts";
import { BREAKAGES } from "./simulation/broken.ts";
import { Engines } from "./simulation/engines.ts";
import { drawPlan, type Plan } from "./simulation/plan.ts";
import { runPlan } from "./simulation/run.ts";

const ENGINES = new Engines(await loadModule("eviction"));
const MINUTES = 10;

const SMALL = {
  ...{ seed: 1, minutes: 5, nodes: 1, rivals: 0, maxNodes: 2, evictionsPerHour: 1000 },
  ...{ evictionsPerNamespace: 1000, warmUpSeconds: 0 },
};
const OF_FIRST = { daemon: 0, value: 0, seconds: 0 };

/** Plans that broke a rule once, each as short as it could be made. */
const FOUND: readonly (readonly [what: string, plan: Plan])[] = [
  [
    "a process that was stopped after it had measured evicts on what was true then",
    {
      ...SMALL,
      faults: [{ ...OF_FIRST, at: 0, kind: "stop", moment: "answer dry-run", seconds: 320 }],
    },
  ],
  [
    "a process that was stopped after it had read the breaker evicts although it is on now",
    {
      ...SMALL,
      faults: [
        { ...OF_FIRST, at: 30.3, kind: "stop", moment: "answer breaker", seconds: 100 },
        {
          ...OF_FIRST,
          at: 30.3,
          kind: "breaker",
          moment: "answer breaker",
          value: 1,
          seconds: 200,
        },
      ],
    },
  ],
  [
    "a fresh measurement whose stats are of the future counts",
    {
      ...SMALL,
      faults: [
        {
          ...{ ...OF_FIRST, at: 20.46, kind: "future stats", value: 600, seconds: 300 },
          moment: "disk rename state.plimsoll",
        },
      ],
    },
  ],
  [
    "a restart counts by the times before the clock was set while the disk was read-only",
    {
      ...{ ...SMALL, seed: 686812590, minutes: 26, rivals: 1, maxNodes: 1 },
      ...{ evictionsPerNamespace: 4, warmUpSeconds: 30 },
      faults: [
        { ...OF_FIRST, at: 358, kind: "read-only disk", daemon: 1, moment: "", seconds: 258 },
        { ...OF_FIRST, at: 501, kind: "set clock", moment: "", value: 300 },
        { ...OF_FIRST, at: 1000, kind: "terminate", daemon: 1, moment: "" },
        { ...OF_FIRST, at: 1000, kind: "terminate", moment: "disk sync state.plimsoll.draft" },
      ],
    },
  ],
  [
    "the next holder of the Lease evicts the pod that the holder before has just evicted",
    {
      ...{ ...SMALL, rivals: 1 },
      faults: [
        { ...OF_FIRST, at: 31, kind: "delay answer", daemon: 1, moment: "send node", value: 1 },
        { ...OF_FIRST, at: 31, kind: "terminate", moment: "send event" },
      ],
    },
  ],
];

/** The beginning of a drawn plan: `npm run suite -- acting` plays whole ones. */
function beginningOf(seed: number, number: number): Plan {
  const plan = drawPlan(seed, number);
  const faults = plan.faults.filter(({ at }) => at < MINUTES * 60);
  return { ...plan, minutes: MINUTES, faults };
}

describe("a simulation of acting", () => {
  it.each([0, 1, 2, 3])("holds its rules under the faults of plan %d", async (number) => {
    const { violation, steps } = await runPlan(ENGINES, beginningOf(1, number));
    expect(violation).toBeNull();
    expect(steps).toBeGreaterThan(MINUTES);
  });

  it.each(FOUND)("no longer finds that %s", async (_, plan) => {
    expect((await runPlan(ENGINES, plan)).violation).toBeNull();
  });

  it("gives the same result for the same plan", async () => {
    const plan = beginningOf(2, 0);
    expect(await runPlan(ENGINES, plan)).toEqual(await runPlan(ENGINES, plan));
  });

  // `npm run suite -- acting-breakages` runs each of them.
  it.each(BREAKAGES.map((rule) => [rule.rule, rule] as const))("can be broken: %s", (_, rule) => {
    const text = readFileSync(new URL(`../../${rule.file}`, import.meta.url), "utf8");
    expect(brokenBy(rule, text)).toContain(rule.wrong);
  });
});
