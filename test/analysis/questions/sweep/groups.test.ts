import { describe, expect, it } from "vitest";
import { axisOf } from "../../../../analysis/questions/sweep/axis.ts";
import type { SweptCell } from "../../../../analysis/questions/sweep/cell.ts";
import { refusedCell } from "../../../../analysis/questions/sweep/cellCounter.ts";
import { sweepDocument } from "../../../../analysis/questions/sweep/document.ts";
import { nodeGroups } from "../../../../analysis/questions/sweep/groups.ts";
import { type Sweep, sweepOfFleet } from "../../../../analysis/questions/sweep/sweep.ts";

const VALUES = ["100Mi", "500Mi", "1Gi"];

/** How many pods a configuration evicts on a node; a text is why it is refused there. */
type Counts = Readonly<Record<string, readonly (number | string)[]>>;

function cellOf(count: number | string): SweptCell {
  if (typeof count === "string") return refusedCell(count);
  return { ...refusedCell(""), steps: 9n, evictions: count, podsEvicted: count, refusal: null };
}

function swept(counts: Counts): Sweep {
  const axis = axisOf(`evictionHard.memory.available=${VALUES.join(",")}`);
  if (typeof axis === "string") throw new Error(axis);
  const nodeCells = Object.entries(counts).flatMap(([node, own]) =>
    own.map((count, index) => ({
      ...{ node, settings: { "evictionHard.memory.available": VALUES[index] ?? "" } },
      ...{ from: "2026-01-15T10:00:00Z", to: "2026-01-15T11:00:00Z", cell: cellOf(count) },
    })),
  );
  const none = { leftOut: [], defaultsAssumed: 0, missing: [], of: 1, duplicates: [] };
  const nodes = Object.keys(counts).length;
  const end = { captures: nodes, nodes, cells: nodeCells.length, ...none };
  const sweep = sweepOfFleet([axis], nodeCells, end);
  if (sweep === null) throw new Error("There are no cells.");
  return sweep;
}

const groupsOf = (counts: Counts, best: number) =>
  nodeGroups(swept(counts), best).groups.map(({ index, nodes, podsEvicted, podsEvictedByBest }) =>
    [VALUES[index], nodes.join(" "), podsEvicted, podsEvictedByBest].join(": "),
  );

describe("the nodes of a fleet", () => {
  it.each<readonly [string, Counts, readonly string[]]>([
    [
      "are one group where none has fewer evictions with another configuration",
      { a: [0, 1, 2], b: [3, 3, 3] },
      ["100Mi: a b: 3: 3"],
    ],
    [
      "are grouped by the configuration that suits most of the others",
      { a: [0, 4, 4], b: [5, 2, 1], c: [5, 1, 1], d: [0, 9, 9], e: [2, 0, 1] },
      ["100Mi: a d: 0: 0", "500Mi: c e: 1: 7", "1Gi: b: 1: 5"],
    ],
    [
      "are asked only about configurations that are known there",
      { a: [0, 4, 4], b: [5, "refused", 6], c: ["refused", 0, 0] },
      ["100Mi: a b: 5: 5"],
    ],
  ])("%s", (_, counts, expected) => {
    expect(groupsOf(counts, 0)).toEqual(expected);
  });

  it("are named where the best configuration is not known", () => {
    const { unknown } = nodeGroups(swept({ a: [0, 4, 4], c: ["refused", 0, 0] }), 0);
    expect(unknown).toEqual(["c"]);
  });

  it("have a table where groups evict fewer pods than one configuration for all", () => {
    const { sections = [] } = sweepDocument(swept({ a: [0, 4, 4], b: [5, 2, 1], c: [0, 9, 9] }));
    const group = sections.find(({ title }) => String(title).startsWith("A configuration"));
    expect(JSON.stringify(group)).toContain("1 instead of 5 pods are evicted");
    expect(JSON.stringify(group)).toContain("2: a, c");
    const alone = sweepDocument(swept({ a: [0, 4, 4], b: [5, 6, 7] })).sections ?? [];
    expect(alone.map(({ title }) => title)).toEqual([
      "Most evictions under the best configuration",
    ]);
  });
});
