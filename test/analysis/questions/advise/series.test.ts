import { describe, expect, it } from "vitest";
import { fastestFall, percentile } from "../../../../analysis/questions/advise/series.ts";

/** Pairs of seconds and what was available then. */
const seriesOf = (pairs: readonly (readonly [number, number])[]) =>
  pairs.map(([seconds, available]) => ({
    time: new Date(Date.UTC(2026, 0, 1) + seconds * 1000).toISOString(),
    available,
  }));

describe("the fastest fall within 10 s", () => {
  it.each<[string, readonly (readonly [number, number])[], number | null, number?]>([
    ["is none of one measurement", [[0, 100]], null],
    [
      "is none where nothing falls",
      [
        [0, 100],
        [10, 100],
        [20, 200],
      ],
      null,
    ],
    [
      "is that of two measurements",
      [
        [0, 100],
        [10, 60],
        [20, 50],
      ],
      40,
      10,
    ],
    [
      "counts close measurements together",
      [
        [0, 100],
        [4, 90],
        [8, 60],
        [12, 55],
      ],
      40,
      8,
    ],
    [
      "does not count what is longer ago",
      [
        [0, 100],
        [6, 90],
        [12, 80],
        [18, 70],
      ],
      10,
      6,
    ],
    [
      "begins at the highest of them",
      [
        [0, 50],
        [3, 100],
        [6, 80],
        [9, 40],
      ],
      60,
      6,
    ],
    [
      "is an average over distant ones",
      [
        [0, 100],
        [40, 20],
      ],
      20,
      40,
    ],
    [
      "is not taken over a clock that was set back",
      [
        [60, 100],
        [0, 20],
        [10, 15],
      ],
      5,
      10,
    ],
  ])("%s", (_, pairs, amount, overSeconds) => {
    const fall = fastestFall(seriesOf(pairs));
    expect(fall?.amount ?? null).toBe(amount);
    if (overSeconds !== undefined) expect(fall?.overSeconds).toBe(overSeconds);
  });

  it("takes one pass, however close the measurements stand", () => {
    const pairs = Array.from({ length: 200_000 }, (_, at) => [at / 1000, 1e9 - at] as const);
    expect(fastestFall(seriesOf(pairs))?.amount).toBe(10_000);
  }, 5000);
});

describe("a percentile", () => {
  it.each([
    [0, 1],
    [0.05, 1],
    [0.5, 5],
    [1, 10],
  ])("%f of one to ten is %i, by nearest rank", (share, value) => {
    expect(percentile([3, 1, 2, 10, 9, 8, 7, 6, 5, 4], share)).toBe(value);
  });
});
