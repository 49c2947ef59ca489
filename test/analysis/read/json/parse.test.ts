import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonTextError, parseTree } from "../../../../analysis/read/json/parse.ts";
import { formatTree, JsonNumber, JsonObject } from "../../../../analysis/read/json/tree.ts";
import { parses } from "./parses.ts";

describe("parseTree", () => {
  it.each([
    ["18446744073709551615"],
    ["-0"],
    ["1e400"],
    ["0.10"],
    ['{"a":1,"a":2}'],
    ['[{"b":[]},{},null,true,false,"\\n"]'],
  ])("writes %s back as it was", (text) => expect(formatTree(parseTree(text))).toBe(text));

  it("keeps the digits of a number and the order of members", () => {
    const tree = parseTree(' { "b" : 9007199254740993 , "a" : "\\u0041" } ');
    expect(tree).toEqual(
      new JsonObject([
        ["b", new JsonNumber("9007199254740993")],
        ["a", "A"],
      ]),
    );
    expect((tree as JsonObject).get("a")).toBe("A");
  });

  it("lets the last of two equal names count", () =>
    expect((parseTree('{"a":true,"a":false}') as JsonObject).get("a")).toBe(false));

  it.each([
    [""],
    ["{"],
    ["[1,]"],
    ['{"a":1,}'],
    ["01"],
    ["1."],
    [".5"],
    ["+1"],
    ["NaN"],
    ["tru"],
    ['"a'],
    ['"\t"'],
    ['"\\x"'],
    ["1 2"],
    ["{'a':1}"],
  ])("refuses %j", (text) => expect(() => parseTree(text)).toThrow(JsonTextError));

  it("reads texts of many megabytes and refuses nesting that no document has", () => {
    const long = "x".repeat(8_000_000);
    expect(parseTree(`"${long}"`)).toBe(long);
    expect(() => parseTree("[".repeat(1_000_000))).toThrow("nesting too deep");
  });

  it("reads and refuses what JSON.parse does, for any text", () =>
    fc.assert(
      fc.property(
        fc.oneof(fc.json(), fc.string({ unit: fc.constantFrom(...'{}[]":,0123eE.-+ \\untf') })),
        (text) => {
          if (!parses(text)) expect(() => parseTree(text)).toThrow(JsonTextError);
          else expect(JSON.parse(formatTree(parseTree(text)))).toEqual(JSON.parse(text));
        },
      ),
    ));
});
