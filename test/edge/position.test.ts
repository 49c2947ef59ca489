import { describe, expect, test } from "vitest";
import { type NodePosition, positionBytes, positionOf } from "../../hosts/edge/node/position.ts";

const POSITION = {
  time: "2026-11-27T10:00:00.000000000Z",
  snapshot: null,
  node: "n0",
  podsDigest: null,
  answer: '{"decision":null,"problems":[]}',
};

function positionWith(state: readonly number[]): NodePosition {
  return { ...POSITION, state: Uint8Array.from(state) };
}

describe("a position is read as it was stored", () => {
  test.each<[string, readonly number[]]>([
    ["no bytes", []],
    ["no zeros", [1, 2, 3]],
    ["only zeros", [0, 0, 0]],
    ["zeros in front", [0, 0, 7]],
    ["zeros at the end", [7, 0, 0]],
    ["two runs as long as each other", [1, 0, 0, 2, 0, 0, 3]],
    ["a longer run behind a shorter one", [0, 1, 0, 0, 0, 2, 0, 0]],
    [
      "a state of 2,056 bytes",
      [9, ...Array.from({ length: 2_047 }, () => 0), 1, 2, 3, 4, 5, 6, 7, 8],
    ],
  ])("with a state of %s", (_, state) => {
    const position = positionWith(state);
    expect(positionOf(positionBytes(position))).toEqual(position);
  });

  test("with the state whole, as versions before stored it", () => {
    const stored = JSON.stringify({ ...POSITION, state: btoa("\x07\0\0") });
    expect(positionOf(new TextEncoder().encode(stored))).toEqual(positionWith([7, 0, 0]));
  });
});

test("a state that is nearly all zeros takes a fifth of a kilobyte, not two", () => {
  const zeros = Array.from({ length: 2_047 }, () => 0);
  expect(positionBytes(positionWith([9, ...zeros, 1])).length).toBeLessThan(256);
});
