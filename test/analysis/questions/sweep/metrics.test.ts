import { describe, expect, it } from "vitest";
import { refusedCell } from "../../../../analysis/questions/sweep/cellCounter.ts";
import {
  axesText,
  cellText,
  legendOf,
  levelOf,
  METRICS,
} from "../../../../analysis/questions/sweep/metrics.ts";
import type { Setting } from "../../../../analysis/questions/sweep/setting.ts";

const MEMORY: Setting = { kind: "threshold", signal: "memory.available", hard: true };
const TRANSITION: Setting = { kind: "pressureTransitionPeriod" };
const [PODS] = METRICS;

describe("a map of swept settings", () => {
  it("says where its settings run", () => {
    expect(axesText(null, MEMORY)).toBe("memory.available hard from left to right");
    expect(axesText(MEMORY, TRANSITION)).toBe(
      "memory.available hard downwards, pressure transition period from left to right",
    );
  });

  it("says of each cell what it is set to, and what that comes to", () => {
    const changes = [
      { setting: MEMORY, value: "1Gi" },
      { setting: TRANSITION, value: "1m" },
    ];
    const settings = "memory.available hard 1Gi, pressure transition period 1m";
    const held = new Map([["DiskPressure", 150_000_000_000n] as const]);
    const cell = { ...refusedCell(""), refusal: null, podsEvicted: 2, conditionNanoseconds: held };
    expect(cellText(changes, PODS, cell)).toBe(`${settings}. pods evicted: 2`);
    const disk = METRICS.find(({ title }) => title === "DiskPressure") ?? PODS;
    expect(cellText(changes, disk, cell)).toBe(`${settings}. DiskPressure: 2m30s`);
    expect(cellText(changes, PODS, refusedCell("101% is too much"))).toBe(
      `${settings}. 101% is too much`,
    );
  });
});

describe("the colors of a map", () => {
  it.each([
    [0, ["0"]],
    [1, ["0", "1"]],
    [3, ["0", "1", "2", "3"]],
    [7, ["0", "1", "2", "to 4", "5", "to 7"]],
  ])("stand for no fractions of pods where most are %i", (highest, texts) => {
    expect(legendOf({ write: String }, highest).map(({ text }) => text)).toEqual(texts);
  });

  it.each([1, 3, 7, 44])("are those of the cells where most are %i", (highest) => {
    const listed = legendOf({ write: String }, highest).map(({ level }) => level);
    const used = Array.from({ length: highest + 1 }, (_, amount) => levelOf(amount, highest));
    expect([...new Set(used)]).toEqual(listed);
  });
});
