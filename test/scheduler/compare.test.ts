/** Any part of a decision that differs is found; what a release leaves to chance does not count. */
import { describe, expect, test } from "vitest";
import { compare } from "./compare.ts";
import type { Decision, OracleDecision } from "./scenario.ts";

const SCHEDULED: Decision = {
  step: 1,
  pod: { namespace: "shop", name: "cart" },
  result: "Scheduled",
  node: "a",
  evaluated: 3,
  feasible: 2,
  nodes: [
    { name: "a", scores: { NodeAffinity: { raw: 4, normalized: 100, weight: 2 } }, total: 200 },
    { name: "b", scores: { NodeAffinity: { raw: 2, normalized: 50, weight: 2 } }, total: 100 },
    { name: "c", filter: { plugin: "NodeName", reasons: ["node(s) didn't match"] } },
  ],
};
const [a, b, c] = SCHEDULED.nodes as NonNullable<Decision["nodes"]>;

function whats(theirs: OracleDecision, ours: Decision): string[] {
  const found = compare({ decisions: [theirs] }, { decisions: [ours] });
  return found.map(({ what }) => what);
}

describe("a module that decides otherwise is found", () => {
  const score = (raw: number, weight: number) => ({
    ...(a as object),
    name: "a",
    scores: { NodeAffinity: { raw, normalized: 100, weight } },
  });
  test.each<[string, Partial<Decision>, string]>([
    ["the result", { result: "Unschedulable" }, "result"],
    ["the node", { node: "b" }, "alternatives"],
    ["a node to preempt on", { nominatedNode: "c" }, "nominated node"],
    ["a victim", { victims: [{ namespace: "shop", name: "low" }] }, "victims"],
    ["how many were evaluated", { evaluated: 2 }, "evaluated"],
    ["how many were feasible", { feasible: 3 }, "feasible"],
    ["a message that is not there", { message: "0/3" }, "message"],
    ["the order of evaluation", { nodes: [b, a, c] as Decision["nodes"] & object }, "nodes"],
    ["a raw score", { nodes: [score(5, 2), b, c] as never }, "score of NodeAffinity"],
    ["a weight", { nodes: [score(4, 1), b, c] as never }, "score of NodeAffinity"],
    ["a total", { nodes: [{ ...a, total: 1 }, b, c] as never }, "total"],
    [
      "a reason",
      { nodes: [a, b, { name: "c", filter: { plugin: "NodeName", reasons: [] } }] as never },
      "refusal by NodeName",
    ],
  ])("%s", (_, change, what) => {
    expect(whats(SCHEDULED, { ...SCHEDULED, ...change })).toContain(what);
  });

  test("one decision too few", () => {
    const found = compare({ decisions: [SCHEDULED] }, { decisions: [] });
    expect(found.map(({ what }) => what)).toEqual(["steps"]);
  });

  test("a refused document", () => {
    const error = { stage: "objects", message: "no" };
    const found = compare({ decisions: [] }, { decisions: [], error });
    expect(found.map(({ what }) => what)).toEqual(["refused at objects"]);
  });
});

describe("what is left to chance does not differ", () => {
  test("which of equal nodes is preempted on, and what follows from it", () => {
    const victims = [{ namespace: "shop", name: "low" }];
    const preempting = { ...SCHEDULED, result: "Unschedulable", nominatedNode: "a", victims };
    const ours = { ...preempting, nominatedNode: "b", victims: [], alternatives: ["a"] };
    const { node: _, ...theirs } = preempting;
    const { node: __, ...mine } = ours;
    expect(whats(theirs, mine)).toEqual([]);
    const found = compare(
      { decisions: [theirs, SCHEDULED] },
      { decisions: [mine, { ...SCHEDULED, node: "b" }] },
    );
    expect(found).toEqual([]);
  });

  test("which of the nodes that may be chosen is the canonical one", () => {
    const theirs = { ...SCHEDULED, alternatives: ["b"], assumed: "b" };
    expect(whats(theirs, { ...SCHEDULED, node: "b", alternatives: ["a"] })).toEqual([]);
  });

  test("the order of nodes that are walked in the order of a map", () => {
    const ours = { ...SCHEDULED, nodes: [c, a, b] as NonNullable<Decision["nodes"]> };
    expect(whats({ ...SCHEDULED, orderVaries: true }, ours)).toEqual([]);
  });
});
