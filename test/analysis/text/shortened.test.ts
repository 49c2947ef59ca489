import { describe, expect, it } from "vitest";
import { shortened } from "../../../analysis/text/shortened.ts";

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
