import { describe, expect, it } from "vitest";
import { hang, shorten, wrap } from "../../../../analysis/present/terminal/wrap.ts";

describe("texts are broken at their spaces", () => {
  it.each([
    ["the node was low", 8, ["the node", "was low"]],
    ["unbreakable words", 4, ["unbreakable", "words"]],
    ["  spaces \n and lines ", 40, ["spaces and lines"]],
    ["", 10, []],
    ["kinds: nodes,pods,services end", 12, ["kinds:", "nodes,pods,", "services end"]],
    ["a,b,c", 5, ["a,b,c"]],
  ] as const)("%j in %d columns", (text, columns, lines) => {
    expect(wrap(text, columns)).toEqual(lines);
  });

  it("hangs the further lines under the first", () => {
    expect(hang("why: ", "one two", 8)).toEqual(["why: one", "     two"]);
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
