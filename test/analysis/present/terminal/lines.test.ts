import { describe, expect, it } from "vitest";
import { table } from "../../../../analysis/present/terminal/table.ts";
import { hang, shorten, wrap } from "../../../../analysis/present/terminal/wrap.ts";

describe("texts are broken at their spaces", () => {
  it.each([
    ["the node was low", 8, ["the node", "was low"]],
    ["unbreakable words", 4, ["unbreakable", "words"]],
    ["  spaces \n and lines ", 40, ["spaces and lines"]],
    ["", 10, []],
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

describe("tables", () => {
  const columns = [
    { title: "pod", shrinks: true },
    { title: "usage", align: "right" as const },
  ];

  it("align texts to the left and numbers to the right, without trailing spaces", () => {
    const rows = [{ cells: ["a", "1Mi"] }, { cells: ["longer", "100Mi"] }];
    expect(table(columns, rows, 80)).toEqual(["pod     usage", "a         1Mi", "longer  100Mi"]);
  });

  it("shorten the column that may shrink, and only that one", () => {
    const rows = [{ cells: ["a-pod-with-a-long-name", "100Mi"] }];
    const [, line] = table(columns, rows, 18);
    expect(line).toBe("a-pod…-name  100Mi");
  });

  it("have no line for titles when there are none", () => {
    expect(table([{ title: "" }], [{ cells: ["x"] }], 80)).toEqual(["x"]);
  });

  it("paint a finished line, so that colors take no width", () => {
    const rows = [{ cells: ["a", "1"], paint: (text: string) => `<${text}>` }];
    expect(table(columns, rows, 80)[1]).toBe("<a        1>");
  });
});
