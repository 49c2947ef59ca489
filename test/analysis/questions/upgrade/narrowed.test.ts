import { describe, expect, it } from "vitest";
import type { Difference } from "../../../../analysis/questions/upgrade/difference.ts";
import {
  narrowed,
  notNarrowed,
  releasesBetween,
  releasesToAsk,
} from "../../../../analysis/questions/upgrade/narrowed.ts";
import { rulesBetween, rulesFor } from "../../../../analysis/questions/upgrade/rules.ts";

const releases = { from: "1.30", to: "1.32" };
const rules = rulesFor(rulesBetween(releases), "eviction", ["grace"]);

const difference = (subject: string): Difference => ({
  ...{ kind: "eviction", subject, before: "a", after: "b", isWorse: false },
  rules,
});
const input = (...subjects: readonly string[]) => [
  { input: "night", checked: "", notes: [], differences: subjects.map(difference) },
];

describe("the release that brought a difference", () => {
  it("is looked for among those in between, one with the next", () => {
    expect(releasesBetween(releases)).toEqual([
      { from: "1.30", to: "1.31" },
      { from: "1.31", to: "1.32" },
    ]);
    expect(releasesBetween({ from: "1.35", to: "1.36" })).toEqual([]);
  });

  it("is looked for only where a rule of a difference came or went", () => {
    const wide = { from: "1.29", to: "1.34" };
    expect(releasesToAsk(input("shop/cart"), wide).map(({ to }) => to)).toEqual(["1.31", "1.32"]);
    expect(releasesToAsk(input(), wide)).toEqual([]);
  });

  it("leaves a difference the rules of that release alone", () => {
    expect(rules.map(({ since }) => since)).toEqual(["1.31", "1.32"]);
    const steps = [
      { release: "1.31", compared: input("shop/cart") },
      { release: "1.32", compared: input("shop/search") },
    ];
    const [found] = narrowed(input("shop/cart", "shop/search", "shop/web"), steps);
    const since = found?.differences.map((each) => each.rules.map((rule) => rule.since));
    expect(since).toEqual([["1.31"], ["1.32"], []]);
  });

  it("is not looked for in what is read once, which is said", () => {
    const [piped] = input("shop/cart").map((each) => notNarrowed(each, releases));
    expect(piped?.notes).toEqual([
      expect.stringMatching(
        /^night can be read only once, so the releases between 1\.30 and 1\.32/,
      ),
    ]);
    const [quiet] = input().map((each) => notNarrowed(each, releases));
    expect(quiet?.notes).toEqual([]);
  });
});
