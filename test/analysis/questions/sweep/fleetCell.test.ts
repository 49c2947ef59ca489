import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { NodeCondition } from "../../../../analysis/engine/decision.ts";
import { CLASSES, type SweptCell } from "../../../../analysis/questions/sweep/cell.ts";
import { refusedCell } from "../../../../analysis/questions/sweep/cellCounter.ts";
import { mergedCells } from "../../../../analysis/questions/sweep/fleetCell.ts";
import { formatNodeCell, readNodeCell } from "../../../../analysis/questions/sweep/nodeCell.ts";
import { formatTime } from "../../../../analysis/text/time.ts";

const SIGNALS = ["imagefs.available", "memory.available", "nodefs.available"];
const CONDITIONS: readonly NodeCondition[] = ["MemoryPressure", "DiskPressure", "PIDPressure"];
const count = fc.integer({ min: 1, max: 2 ** 40 });
const amount = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const chain = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map((value) => {
  return value.toString(16).padStart(16, "0");
});

/** A map with some of these names, in their order. */
function mapOf<Name extends string, Value>(
  names: readonly Name[],
  value: fc.Arbitrary<Value>,
): fc.Arbitrary<ReadonlyMap<Name, Value>> {
  return fc
    .tuple(...names.map((name) => fc.option(value.map((each): [Name, Value] => [name, each]))))
    .map((entries) => new Map(entries.filter((entry) => entry !== null)));
}

const counted: fc.Arbitrary<SweptCell> = fc
  .record({
    steps: fc.bigInt({ min: 0n, max: 2n ** 60n }),
    missed: fc.bigInt({ min: 0n, max: 2n ** 60n }),
    conditionNanoseconds: mapOf(CONDITIONS, fc.bigInt({ min: 1n, max: 2n ** 62n })),
    evictionsBy: mapOf(
      SIGNALS,
      mapOf(CLASSES, count).filter(({ size }) => size > 0),
    ),
    podsEvicted: count,
    firstEviction: fc.option(fc.bigInt({ min: 0n, max: 2n ** 62n }).map(formatTime)),
    headroom: fc.record({ hard: mapOf(SIGNALS, amount), soft: mapOf(SIGNALS, amount) }),
    chain,
    parting: fc.option(
      fc
        .record({ pod: fc.string(), time: amount.filter((at) => at >= 0n).map(formatTime) })
        .map((end) => ({ ...end, key: end.pod, isEviction: true })),
    ),
  })
  .map((cell) => {
    const counts = [...cell.evictionsBy.values()].flatMap((each) => [...each.values()]);
    return { ...cell, evictions: counts.reduce((sum, each) => sum + each, 0), refusal: null };
  });
const cell = fc.oneof(
  { weight: 5, arbitrary: counted },
  { weight: 1, arbitrary: fc.string({ minLength: 1 }).map(refusedCell) },
);

describe("cells of different nodes", () => {
  it("come to the same in any grouping", () => {
    fc.assert(
      fc.property(cell, cell, cell, (a, b, c) => {
        expect(mergedCells(mergedCells(a, b), c)).toEqual(mergedCells(a, mergedCells(b, c)));
      }),
    );
  });

  it("come to the same in any order", () => {
    fc.assert(
      fc.property(cell, cell, (a, b) => {
        expect([...mergedCells(a, b).evictionsBy]).toEqual([...mergedCells(b, a).evictionsBy]);
        expect(mergedCells(a, b)).toEqual(mergedCells(b, a));
      }),
    );
  });

  it("come back from their line as they were, whole numbers of any size included", () => {
    fc.assert(
      fc.property(cell, fc.string(), fc.string(), (each, node, value) => {
        const settings = { "evictionHard.memory.available": value };
        const times =
          each.refusal === null
            ? { from: formatTime(0n), to: formatTime(1n) }
            : { from: "", to: "" };
        const line = formatNodeCell({ node, settings, ...times, cell: each });
        expect(readNodeCell(line)).toEqual({ node, settings, ...times, cell: each });
        expect(JSON.parse(line).node).toBe(node);
      }),
    );
  });

  it.each(["\u0000", "\u00005", "\u0000\u00005", '":5,', "\\", "__proto__"])(
    "come back with any name: %j",
    (node) => {
      const settings = { "evictionHard.memory.available": node };
      const times = { from: "", to: "" };
      const line = formatNodeCell({ node, settings, ...times, cell: refusedCell(node) });
      expect(readNodeCell(line)).toEqual({ node, settings, ...times, cell: refusedCell(node) });
    },
  );
});
