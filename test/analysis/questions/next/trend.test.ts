import { describe, expect, it } from "vitest";
import { secondsUntil, Trends } from "../../../../analysis/questions/next/trend.ts";

function trendOf(samples: readonly (readonly [seconds: number, available: number])[]) {
  const trends = new Trends();
  const all = samples.map(([seconds, available]) =>
    trends.add("memory.available", new Date(seconds * 1000).toISOString(), available),
  );
  return all.at(-1);
}

describe("a trend", () => {
  it.each([
    ["one measurement has no slope", [[10, 5]], { samples: 1, seconds: 0 }],
    [
      "two have the slope between them",
      [
        [10, 500],
        [30, 300],
      ],
      { seconds: 20, perSecond: -10 },
    ],
    [
      "stats that are no newer add nothing",
      [
        [10, 500],
        [10, 400],
      ],
      { samples: 1, seconds: 0 },
    ],
    // By hand: means 10 and 20; (-10·20 + 0·-20 + 10·0) / 200 = -1.
    [
      "three have that of the least squares",
      [
        [0, 40],
        [10, 0],
        [20, 20],
      ],
      { perSecond: -1 },
    ],
    [
      "a clock that goes back starts again",
      [
        [20, 9],
        [30, 8],
        [5, 7],
      ],
      { samples: 1 },
    ],
    [
      "the last eight count",
      [[0, 1e9], ...Array.from({ length: 8 }, (_, index) => [10 + index, 100 - index])],
      { samples: 8, seconds: 7, perSecond: -1 },
    ],
  ] as const)("%s", (_, samples, expected) => {
    expect(trendOf(samples as unknown as [number, number][])).toMatchObject(expected);
  });

  it.each([
    ["what falls reaches its line", 100, -10, 10],
    ["what rises does not", 100, 10, null],
    ["what stays does not", 100, 0, null],
    ["what is at its line reaches it now", 0, -10, 0],
    ["what is under its line has reached it", -1, 10, 0],
  ])("%s", (_, headroom, perSecond, expected) => {
    const until = secondsUntil(headroom, { samples: 2, seconds: 10, perSecond });
    if (expected === null) expect(until).toBeNull();
    else expect(until).toBeCloseTo(expected, 9);
  });
});
