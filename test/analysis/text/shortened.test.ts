import { describe, expect, it } from "vitest";
import { shorten, shortened } from "../../../analysis/text/shortened.ts";

describe("a shortened text", () => {
  it.each([
    ["one two", 7, "one two"],
    ["one two", 6, "one…"],
    ["one two", 3, "one…"],
    ["one two", 4, "one…"],
    ["one", 2, "on…"],
    [`a ${"b".repeat(60)}`, 50, `a ${"b".repeat(48)}…`],
  ])("%j in %i characters is %j", (text, max, beginning) => {
    expect(shortened(text, max)).toBe(beginning);
  });
});

describe("names are cut in the middle", () => {
  it.each([
    ["cart", 4, "cart"],
    ["cart-7d9f8c", 7, "car…f8c"],
    ["cart-7d9f8c", 6, "car…8c"],
    ["cart", 1, "…"],
  ] as const)("%s in %d columns", (text, columns, cut) => {
    expect(shorten(text, columns)).toBe(cut);
  });
});
