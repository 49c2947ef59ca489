import { expect, test } from "vitest";
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
