import { describe, expect, it } from "vitest";
import { bar } from "../../../analysis/present/bar.ts";
import type { GaugeLimit } from "../../../analysis/text/document.ts";

function hard(limit: number): GaugeLimit {
  return { limit, hard: true, met: false };
}

describe("a bar shows what is available against its threshold", () => {
  it.each([
    // A bar of 16 cells shows 0 to 4 times the limit: 25 a cell, the mark in the fifth.
    ["far above", 1000, "████┃██████████▸"],
    ["exactly four times the limit", 400, "████┃███████████"],
    ["twice the limit", 200, "████┃███░░░░░░░░"],
    ["just above", 125, "████┃░░░░░░░░░░░"],
    ["under the limit", 50, "██░░┃░░░░░░░░░░░"],
    ["half a cell more", 62.5, "██▌░┃░░░░░░░░░░░"],
    ["nothing left", 0, "░░░░┃░░░░░░░░░░░"],
    ["less than nothing", -40, "░░░░┃░░░░░░░░░░░"],
  ])("%s", (_, available, drawn) => {
    expect(bar(available, 10_000, [hard(100)], 16)).toBe(drawn);
  });

  it("ends at the capacity when that is less than four times the limit", () => {
    expect(bar(100, 200, [hard(150)], 8)).toBe("████░░┃░");
  });

  it("marks a soft and a hard threshold of the same signal", () => {
    const soft: GaugeLimit = { limit: 400, hard: false, met: false };
    expect(bar(800, 10_000, [soft, hard(100)], 16)).toBe("█┃██╎███░░░░░░░░");
  });

  it("shows the hard mark where both fall into one cell", () => {
    const soft: GaugeLimit = { limit: 101, hard: false, met: false };
    expect(bar(0, 10_000, [hard(101), soft], 16)).toBe("░░░░┃░░░░░░░░░░░");
  });

  it("draws a signal without any threshold against its capacity", () => {
    expect(bar(5, 10, [], 4)).toBe("██░░");
  });

  it("draws nothing for a capacity of nothing", () => {
    expect(bar(0, 0, [], 4)).toBe("░░░░");
  });
});
