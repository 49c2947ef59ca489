import { describe, expect, it } from "vitest";
import { csvText } from "../../../analysis/text/csv.ts";

describe("a table as CSV", () => {
  it("is lines of fields as RFC 4180 has them", () => {
    const rows = [
      ["pod", "usage"],
      ['a,"b"\nc', 5],
    ];
    expect(csvText(rows)).toBe('pod,usage\r\n"a,""b""\nc",5\r\n');
  });

  it.each([
    ["=1+2", "'=1+2"],
    ["+1", "'+1"],
    ["-1", "'-1"],
    ["@SUM(A1)", "'@SUM(A1)"],
    ["\t=1", "'\t=1"],
    ["\r=1", '"\'\r=1"'],
    ["=1,2", '"\'=1,2"'],
    ["a=1", "a=1"],
  ])("gives a spreadsheet the text %j as one that it does not compute", (text, written) => {
    expect(csvText([[text]])).toBe(`${written}\r\n`);
  });

  it("leaves a negative number a number", () => {
    expect(csvText([[-1024]])).toBe("-1024\r\n");
  });
});
