import { describe, expect, it } from "vitest";
import { Track } from "../../../../analysis/read/prometheus/track.ts";

function trackOf(...samples: readonly (readonly [number, number])[]): Track {
  const track = new Track();
  for (const [time, value] of samples) track.add(time, value);
  return track;
}

describe("a track", () => {
  const track = trackOf([0, 1], [10, 2], [20, 3], [200, 4]);

  it.each([
    { time: -1, value: null },
    { time: 0, value: 1 },
    { time: 19, value: 2 },
    { time: 25, value: 3, why: "half an interval after the last sample before a gap" },
    { time: 26, value: null, why: "beyond it" },
    { time: 205, value: 4 },
    { time: 206, value: null },
  ])("at $time has $value", ({ time, value }) => {
    expect(track.at(time, 10)?.value ?? null).toBe(value);
  });

  it("that is scraped less often than others holds for half of its own interval", () => {
    expect([25, 26].map((time) => track.at(time, 2)?.value ?? null)).toEqual([3, null]);
  });

  it("takes samples in any order, and of two at one time the larger", () => {
    const twins = trackOf([20, 3], [0, 1], [20, 5], [10, 2]);
    expect([...twins.samples()].map(({ value }) => value)).toEqual([1, 2, 5]);
    expect([twins.size, twins.gap]).toEqual([3, 10]);
  });

  it("finds the nearest sample for what does not change", () => {
    expect([-5, 15, 500].map((time) => track.nearest(time)?.value)).toEqual([1, 2, 4]);
  });
});
