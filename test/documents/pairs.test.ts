/** @module-tag long */
import { describe, expect, test } from "vitest";
import { CHANGES, describeDifference, isSameElsewhere, Pairs } from "./pairs.ts";
import { Random } from "./random.ts";
import { engineMaker } from "./session.ts";

const SEED = 20261123;
const HISTORIES = 2_000;

test(`a Summary that follows another is read as one by itself, seed ${SEED}`, () => {
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

describe("a pod whose members stood in another pod before is read as if they had not", () => {
  const pairs = new Pairs(SEED, engineMaker());
  const pod = (uid: number, members: string) =>
    `{"podRef":{"name":"web","namespace":"default","uid":"uid-${uid}"},${members}}`;
  const summary = (...pods: string[]) => `{"node":{"nodeName":"node"},"pods":[${pods.join()}]}`;
  const many = Array.from(
    { length: 12_000 },
    (_, index) =>
      `{"name":"c${index}","memory":{"workingSetBytes":${index}},` +
      `"rootfs":{"usedBytes":1,"inodesUsed":2},"logs":{"usedBytes":3,"inodesUsed":4}}`,
  );
  const cases: readonly (readonly [string, string, string])[] = [
    [
      "its memory stood twice there",
      pod(0, '"memory":{},"containers":[],"memory":{},"cpu":1'),
      pod(2, '"containers":[],"memory":{},"cpu":1'),
    ],
    [
      "with its own uid among them",
      '{"containers":[],"podRef":{"uid":"uid-0"},"memory":{"workingSetBytes":1}}',
      '{"containers":[],"podRef":{"uid":"uid-0"},"memory":{"workingSetBytes":2}}',
    ],
    [
      "of a pod that the list does not have",
      pod(9, '"containers":[{"name":"c0","memory":{"workingSetBytes":1}}],"cpu":1'),
      pod(
        2,
        '"volume":[{"usedBytes":1,"inodesUsed":2,"name":"a"},{"usedBytes":3,"name":"b"}],' +
          '"containers":[{"name":"c0","memory":{"workingSetBytes":2}}],"cpu":2',
      ),
    ],
    [
      "with no value after the comma",
      pod(0, '"containers":[],"cpu":1,"volume":[]'),
      pod(2, '"containers":[],"cpu":1,'),
    ],
    [
      "with more that is read after them",
      pod(0, '"containers":[],"cpu":1'),
      pod(2, '"containers":[],"cpu":12,"memory":{"workingSetBytes":3}'),
    ],
    [
      "with a leading zero",
      pod(0, '"containers":[],"cpu":1,"memory":{"workingSetBytes":1}'),
      pod(2, '"containers":[],"cpu":1,"memory":{"workingSetBytes":01}'),
    ],
    [
      "and more numbers than places are kept of",
      pod(0, `"containers":[${many.slice(0, 10).join()}]`),
      pod(2, `"containers":[${many.join()}],"cpu":1`),
    ],
  ];

  test.each(cases)("%s", (_, first, second) => {
    const random = new Random(SEED, 0);
    const { found, expected } = pairs.standApart(summary(first, second), random);
    expect(isSameElsewhere(found, expected)).toBe(true);
  });

  test("a number that occurs twice is read whole when the first one changes", () => {
    const first = pod(0, '"containers":[],"memory":{"workingSetBytes":5}');
    const second = (bytes: number) =>
      pod(
        2,
        `"memory":{"workingSetBytes":${bytes}},"containers":[],"memory":{"workingSetBytes":5}`,
      );
    const { found, expected } = pairs.follow(summary(first, second(7)), summary(first, second(9)));
    expect(found).toEqual(expected);
  });
});
