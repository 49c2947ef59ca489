import { describe, expect, it } from "vitest";
import { hang, wrap } from "../../../../analysis/present/terminal/wrap.ts";

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
