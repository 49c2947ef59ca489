import { describe, expect, it } from "vitest";
import { table } from "../../../../analysis/present/terminal/table.ts";

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
