/**
 * What processes of Kubernetes did in real time, and what the module says of the same scenarios.
 * recorded.json is what `npm run oracle -- processes --keep` saw.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { playScenario } from "../compare.ts";
import { SIMULATOR } from "../playing.ts";
import { compareWithProcesses } from "./compare.ts";
import { RECORDED_FILE, type RecordedByProcesses } from "./recordedEvents.ts";
import { SCENARIOS } from "./scenarios.ts";

const RECORDED = JSON.parse(readFileSync(RECORDED_FILE, "utf8")) as readonly RecordedByProcesses[];

test("each scenario has been played by processes", () => {
  expect(RECORDED.map(({ scenario }) => scenario)).toEqual(SCENARIOS.map(({ id }) => id));
});

describe.each(SCENARIOS.map((scenario, index) => ({ scenario, recorded: RECORDED[index] })))(
  "processes that play: $scenario.id",
  ({ scenario, recorded }) => {
    test("do what the module says, each event within a second", () => {
      const { difference } = compareWithProcesses(SIMULATOR, scenario, recorded?.events ?? []);
      expect(difference).toBeUndefined();
    });
  },
);

test("the eviction loop is proven, and processes go on with it for a period", () => {
  const [returns] = SCENARIOS;
  const [recorded] = RECORDED;
  if (returns === undefined || recorded === undefined) throw new Error("Nothing was recorded.");
  const { verdict } = playScenario(SIMULATOR, returns);
  expect(verdict).toMatchObject({ verdict: "thrashes", evictions: 5 });
  const evicted = recorded.events.filter(({ kind }) => kind === "Evicted").map(({ time }) => time);
  const [first = 0, , , , , sixth = 0] = evicted;
  expect((sixth - first) / 1e9).toBeCloseTo(verdict.period as number, 0);
});
