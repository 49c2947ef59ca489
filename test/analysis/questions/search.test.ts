/** The search for the smallest change, in a world that is a number. */
import { describe, expect, it } from "vitest";
import { EngineError } from "../../../analysis/engine/engineError.ts";
import {
  type CandidateChange,
  type Effect,
  finish,
  Search,
  type SearchQuestion,
  togetherExtent,
} from "../../../analysis/questions/search.ts";
import { Status } from "../../../assembly/abi.ts";

interface Named extends CandidateChange<number> {
  readonly name: string;
}

/** Adds its value to the world. */
function adding(name: string, cost: number, values: readonly number[], more = {}): Named {
  return { name, cost, values, apply: (world, value) => world + value, ...more };
}

/** From 10 on a sum is enough, from 5 on it helps in part, and from 20 on it is too much. */
function effectOf(sum: number): Effect {
  if (sum >= 20) return "excessive";
  if (sum >= 10) return "enough";
  return sum >= 5 ? "partial" : "none";
}

function searchOf(more: Partial<SearchQuestion<Named, number, number>> = {}) {
  const runs: number[] = [];
  const run = (sum: number) => {
    runs.push(sum);
    return sum;
  };
  const search = new Search<Named, number, number>({ run, effectOf, triedMax: 100, ...more });
  return { search, runs };
}

function found(candidates: readonly Named[], more = {}, enoughMax = 9) {
  const { search, runs } = searchOf(more);
  const trials = finish(search.smallest(0, candidates, enoughMax));
  return {
    runs,
    extent: search.extent,
    names: trials.map(({ candidate, value }) => `${candidate.name} ${value}`),
  };
}

describe("the smallest change that helps", () => {
  it("is searched in the order of costs, and in that of the table where they are equal", () => {
    const candidates = [
      adding("dear", 2, [10]),
      adding("first", 1, [11]),
      adding("second", 1, [12]),
    ];
    expect(found(candidates)).toMatchObject({
      names: ["first 11", "second 12", "dear 10"],
      runs: [11, 12, 10],
    });
  });

  it("is the first value that is enough, and no later one is run", () => {
    expect(found([adding("a", 0, [1, 6, 12, 13])])).toMatchObject({
      names: ["a 12"],
      runs: [1, 6, 12],
    });
  });

  it("is every value that helps in part where none is enough", () => {
    expect(found([adding("a", 0, [1, 6, 7])]).names).toEqual(["a 6", "a 7"]);
  });

  it("ends with as many candidates that are enough as were asked for", () => {
    const candidates = ["a", "b", "c"].map((name) => adding(name, 0, [10]));
    expect(found(candidates, {}, 2)).toMatchObject({
      names: ["a 10", "b 10"],
      extent: { tried: 2, isComplete: true },
    });
    expect(found(candidates, {}, 0).runs).toEqual([]);
  });

  it.each<[string, readonly number[], number, readonly number[]]>([
    // Halved between what it is now and the first value that is enough.
    ["a 10", [16], 3, [16, 8, 12, 10]],
    // Between the last value that is too small and the first that is enough.
    ["a 10", [4, 8, 16], 2, [4, 8, 16, 12, 10]],
    // Between one that is too small and one that is too much.
    ["a 13.5", [9, 27], 2, [9, 27, 18, 13.5]],
  ])("with a number is halved down to %s from %j, %d times", (name, values, halvingsMax, runs) => {
    const candidate = adding("a", 0, values, { now: 0 });
    expect(found([candidate], { halvingsMax })).toMatchObject({ names: [name], runs });
  });

  it("is not there where values are too small or too much", () => {
    const effects = (sum: number): Effect => (sum < 10 ? "none" : "excessive");
    const candidate = adding("a", 0, [8, 16], { now: 0 });
    expect(found([candidate], { halvingsMax: 2, effectOf: effects })).toMatchObject({
      names: [],
      runs: [8, 16, 12, 10],
    });
  });

  it("is rounded to what people write, and is halved until nothing lies between", () => {
    const rounded = (value: number) => Math.round(value / 4) * 4;
    const candidate = adding("a", 0, [17], { now: 0, rounded });
    expect(found([candidate], { halvingsMax: 9 })).toMatchObject({
      names: ["a 12"],
      runs: [16, 8, 12],
    });
  });

  it("is none between values that are not numbers of one thing", () => {
    expect(found([adding("a", 0, [1, 16])], { halvingsMax: 4 }).runs).toEqual([1, 16]);
  });
});

describe("a world that cannot be run", () => {
  it("is passed over without a run where a value changes nothing", () => {
    const apply = (world: number, value: number) => (value < 12 ? null : world + value);
    expect(found([adding("a", 0, [10, 12], { apply })])).toMatchObject({
      names: ["a 12"],
      extent: { tried: 1 },
    });
  });

  it("counts as a run where it is refused, and any other error is not swallowed", () => {
    const refusal = new EngineError({
      ...{ plimsoll: "error/1", status: Status.WrongType, document: "objects", reason: "no" },
    });
    const refusing = (error: Error) => (sum: number) => {
      if (sum < 12) throw error;
      return sum;
    };
    const candidates = [adding("a", 0, [10, 12])];
    expect(found(candidates, { run: refusing(refusal) })).toMatchObject({
      names: ["a 12"],
      extent: { tried: 2 },
    });
    expect(() => found(candidates, { run: refusing(new RangeError("no")) })).toThrow(RangeError);
  });
});

describe("every candidate by itself", () => {
  const two = [adding("dear", 2, [10, 1]), adding("cheap", 1, [6])];

  it("is run with each of its values, also where one is enough or none helps", () => {
    const { search, runs } = searchOf();
    const effects = finish(search.each(0, two)).map(({ effect }) => effect);
    expect({ runs, effects }).toEqual({
      ...{ runs: [6, 10, 1], effects: ["partial", "enough", "none"] },
    });
  });

  it("is left out after the last run", () => {
    const { search, runs } = searchOf({ triedMax: 2 });
    expect(finish(search.each(0, two))).toHaveLength(2);
    expect({ runs, isComplete: search.extent.isComplete }).toEqual({
      ...{ runs: [6, 10], isComplete: false },
    });
  });
});

describe("how far was searched", () => {
  const three = [1, 2, 3].map((value) => adding(String(value), 0, [value]));

  it("is complete when every candidate was run, even with the last run", () => {
    expect(found(three, { triedMax: 3 }).extent).toEqual({
      ...{ tried: 3, triedMax: 3, isComplete: true },
    });
  });

  it("is not complete when a candidate was left out", () => {
    expect(found(three, { triedMax: 2 }).extent).toEqual({
      ...{ tried: 2, triedMax: 2, isComplete: false },
    });
  });

  it("is yielded before each run", () => {
    expect([...searchOf().search.smallest(0, three, 9)]).toEqual([0, 1, 2]);
  });

  it("is complete in two searches when it is in both", () => {
    const some = { tried: 1, triedMax: 2, isComplete: true };
    expect(togetherExtent(some, { tried: 3, triedMax: 3, isComplete: false })).toEqual({
      ...{ tried: 4, triedMax: 5, isComplete: false },
    });
  });
});
