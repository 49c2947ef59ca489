import { describe, expect, it } from "vitest";
import { fittingTitle } from "../../../analysis/text/fittingTitle.ts";

describe("a title for one line of 80 columns", () => {
  const [fits, wide] = ["a".repeat(78), "b".repeat(79)];

  it.each([
    ["the first that fits", [wide, fits, "short"], fits],
    ["the last where none fits", [wide, `${wide}c`], `${wide}c`],
    ["nothing of no titles", [], ""],
  ])("is %s", (_, titles, expected) => expect(fittingTitle(...titles)).toBe(expected));
});
