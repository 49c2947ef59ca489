import { describe, expect, test } from "vitest";
import { CHANGES, describeDifference, Pairs } from "./pairs.ts";
import { engineMaker } from "./session.ts";

const SEED = 20261123;
const HISTORIES = 2_000;

test(`a Summary that follows another is read as one that stands alone, seed ${SEED}`, () => {
  const pairs = new Pairs(SEED, engineMaker());
  for (let number = 0; number < HISTORIES; number++) pairs.run(number);
  expect(pairs.differences.slice(0, 1).map((found) => describeDifference(SEED, found))).toEqual([]);
  // Enough of them are Summaries for the comparison to mean something.
  expect(pairs.accepted / pairs.compared).toBeGreaterThan(0.5);
  expect(Object.keys(CHANGES).length).toBeGreaterThan(7);
});

describe("a member whose key loses a point is read as one that always had that key", () => {
  const pairs = new Pairs(SEED, engineMaker());
  const summary = (members: string) =>
    `{"node":{"nodeName":"node"},"pods":[{"podRef":{"name":"web","namespace":"default",` +
    `"uid":"uid-0"},${members}}]}`;
  const cases: readonly (readonly [string, string])[] = [
    ['"memory":{"workingSetBytes.":5}', '"memory":{"workingSetBytes":5}'],
    ['"memory":{"workingSet.7Bytes":5}', '"memory":{"workingSetBytes":5}'],
    ['"memory.":{"workingSetBytes":5}', '"memory":{"workingSetBytes":5}'],
    ['"process_stats":{"process_.5count":5}', '"process_stats":{"process_count":5}'],
    ['"ephemeral-storage":{".usedBytes":5}', '"ephemeral-storage":{"usedBytes":5}'],
  ];

  test.each(cases)("%s, then %s", (before, after) => {
    const { found, expected } = pairs.follow(summary(before), summary(after));
    expect(found).toEqual(expected);
  });
});

describe("a fraction that has no number before it is refused, whatever it follows", () => {
  const pairs = new Pairs(SEED, engineMaker());
  const summary = (end: string) =>
    `{"node":{"nodeName":"node"},"pods":[{"podRef":{"name":"web","namespace":"default",` +
    `"uid":"uid-0"},"psi":[[1, 2], [3]],"startTime":"2026-11-22T09:59:58Z"${end}]}`;
  const cases: readonly (readonly [string, string, string])[] = [
    ["a space", " }", " .5}"],
    ["a colon", ',"a":1}', ',"a":.51}'],
    ["a comma", ',"a":[1,2]}', ',"a":[1,.52]}'],
    ["a bracket", ',"a":[1]}', ',"a":[.51]}'],
  ];

  test.each(cases)("%s", (_, before, after) => {
    const { found, expected } = pairs.follow(summary(before), summary(after));
    expect(JSON.parse(found as string)).toMatchObject({ plimsoll: "error/1", status: -3 });
    expect(found).toBe(expected);
  });
});
