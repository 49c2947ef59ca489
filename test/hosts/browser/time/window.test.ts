import { describe, expect, it } from "vitest";
import {
  type Bounds,
  boundsOf,
  fitted,
  heldPart,
  holding,
  isWhole,
  type Part,
  panned,
  pinched,
  shareOf,
  type TimeWindow,
  timeAt,
  zoomed,
} from "../../../../hosts/browser/time/window.ts";

/** A run of 1,000 milliseconds, of which no less than 100 are shown. */
const bounds: Bounds = { whole: { from: 5000, to: 6000 }, narrowest: 100 };
const whole = bounds.whole;

function expectWindow(found: TimeWindow, from: number, to: number): void {
  expect([found.from, found.to]).toEqual([expect.closeTo(from, 6), expect.closeTo(to, 6)]);
}

describe("the window of time that is shown", () => {
  it("is bound by the run, and by the few steps that it shows at least", () => {
    const times = Float64Array.from({ length: 11 }, (_, step) => 1000 + step * 10);
    expect(boundsOf(times)).toEqual({ whole: { from: 1000, to: 1100 }, narrowest: 30 });
  });

  it.each([
    ["of one step is that moment", [700], 700, 700],
    ["of no step is nothing", [], 0, 0],
    ["of two steps cannot be narrowed", [0, 10], 0, 10],
  ])("%s", (_, times, from, to) => {
    const found = boundsOf(Float64Array.from(times));
    expect(found).toEqual({ whole: { from, to }, narrowest: to - from });
  });

  it.each<[string, TimeWindow, number, number]>([
    ["stays where it fits", { from: 5100, to: 5300 }, 5100, 5300],
    ["is turned round where it ends before it begins", { from: 5300, to: 5100 }, 5100, 5300],
    ["is moved off the beginning", { from: 4900, to: 5100 }, 5000, 5200],
    ["is moved off the end", { from: 5900, to: 6300 }, 5600, 6000],
    ["is the run where it is wider", { from: 0, to: 9000 }, 5000, 6000],
    ["is widened about its middle", { from: 5500, to: 5520 }, 5460, 5560],
  ])("%s", (_, window, from, to) => {
    expectWindow(fitted(window, bounds), from, to);
  });

  it("keeps the time under the pointer where it is while it zooms", () => {
    const at = 0.25;
    let window = whole;
    for (const by of [0.5, 0.7, 1.2, 0.4]) {
      const time = timeAt(window, at);
      window = zoomed(window, by, at, bounds);
      expect(shareOf(window, time)).toBeCloseTo(at, 6);
    }
  });

  it("does not wander when it cannot zoom in any further", () => {
    const narrow = { from: 5200, to: 5300 };
    expectWindow(zoomed(narrow, 0.1, 0.9, bounds), 5200, 5300);
  });

  it("is the run again once it is zoomed out far enough", () => {
    const window = zoomed({ from: 5800, to: 5900 }, 100, 0.5, bounds);
    expect(isWhole(window, bounds)).toBe(true);
  });

  it.each([
    ["later", 0.5, 5300, 5500],
    ["earlier", -0.5, 5100, 5300],
    ["no further than the end", 9, 5800, 6000],
  ])("is panned %s", (_, by, from, to) => {
    expectWindow(panned({ from: 5200, to: 5400 }, by, bounds), from, to);
  });

  it("has the same times under two fingers, however they move", () => {
    const [before, after] = [[0.4, 0.6] as const, [0.2, 0.7] as const];
    const window = pinched(whole, before, after, bounds);
    expect(shareOf(window, timeAt(whole, before[0]))).toBeCloseTo(after[0], 6);
    expect(shareOf(window, timeAt(whole, before[1]))).toBeCloseTo(after[1], 6);
  });

  it("is as narrow as it may be when two fingers are taken far apart", () => {
    const window = pinched(whole, [0.5, 0.5001], [0, 1], bounds);
    expect(window.to - window.from).toBeCloseTo(100, 6);
  });

  it.each([
    ["leaves what is in view", 5250, 5200, 5400],
    ["brings a later time in, short of the edge", 5500, 5320, 5520],
    ["brings an earlier time in, short of the edge", 5150, 5130, 5330],
    ["shows the last step", 6000, 5800, 6000],
  ])("%s", (_, time, from, to) => {
    expectWindow(holding({ from: 5200, to: 5400 }, time, bounds), from, to);
  });
});

describe("a pointer over the whole run", () => {
  it.each<[Part, number, number, number, boolean]>([
    ["from", 95, 100, 300, true],
    ["from", 106, 100, 300, true],
    ["to", 311, 100, 300, true],
    ["inside", 200, 100, 300, true],
    ["outside", 80, 100, 300, true],
    ["outside", 320, 100, 300, true],
    // Nine pixels wide, it can still be moved by its middle.
    ["inside", 104, 100, 109, true],
    ["to", 110, 100, 109, true],
    ["outside", 500, 0, 1000, false],
    ["from", 5, 0, 1000, false],
  ])("holds %s at %i of a window from %i to %i", (part, at, from, to, isZoomed) => {
    expect(heldPart({ at, from, to }, isZoomed)).toBe(part);
  });
});
