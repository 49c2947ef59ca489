/**
 * What processes of Kubernetes did in real time, and what the module says of the same scenarios.
 * told.json is what `npm run oracle -- processes --keep` saw.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { playScenario } from "../compare.ts";
import { SIMULATOR } from "../playing.ts";
import { compareWithProcesses } from "./compare.ts";
import { SCENARIOS } from "./scenarios.ts";
import { TOLD_FILE, type ToldByProcesses } from "./told.ts";

const TOLD = JSON.parse(readFileSync(TOLD_FILE, "utf8")) as readonly ToldByProcesses[];

test("each scenario has been played by processes", () => {
  expect(TOLD.map(({ scenario }) => scenario)).toEqual(SCENARIOS.map(({ id }) => id));
});

describe.each(SCENARIOS.map((scenario, index) => ({ scenario, told: TOLD[index] })))(
  "processes that play: $scenario.id",
  ({ scenario, told }) => {
    test("do what the module says, each event within a second", () => {
      const { difference } = compareWithProcesses(SIMULATOR, scenario, told?.events ?? []);
      expect(difference).toBeUndefined();
    });
  },
);

test("the eviction loop is proven, and processes go on with it for a period", () => {
  const [returns] = SCENARIOS;
  const [told] = TOLD;
  if (returns === undefined || told === undefined) throw new Error("Nothing was told.");
  const { verdict } = playScenario(SIMULATOR, returns);
  expect(verdict).toMatchObject({ verdict: "thrashes", evictions: 5 });
  const evicted = told.events.filter(({ kind }) => kind === "Evicted").map(({ time }) => time);
  const [first = 0, , , , , sixth = 0] = evicted;
  expect((sixth - first) / 1e9).toBeCloseTo(verdict.period as number, 0);
});
