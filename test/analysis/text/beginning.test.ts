import { describe, expect, it } from "vitest";
import { beginningOf } from "../../../analysis/text/beginning.ts";

describe("the beginning of a text", () => {
  it.each([
    ["one two", 7, "one two"],
    ["one two", 6, "one…"],
    ["one two", 3, "one…"],
    ["one two", 4, "one…"],
    ["one", 2, "on…"],
    [`a ${"b".repeat(60)}`, 50, `a ${"b".repeat(48)}…`],
  ])("%j in %i characters is %j", (text, max, beginning) => {
    expect(beginningOf(text, max)).toBe(beginning);
  });
});
