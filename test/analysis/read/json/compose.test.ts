import { describe, expect, it } from "vitest";
import {
  jsonObject,
  memberTexts,
  objectPieces,
  withMembers,
} from "../../../../analysis/read/json/compose.ts";

const LARGE = '{"uid":9223372036854775807,"at":1.50,"name":"a"}';

describe("an object made of JSON texts", () => {
  it.each<[Iterable<readonly [string, string]>, string]>([
    [[], "{}"],
    [[["a", "1"]], '{"a":1}'],
    [
      [
        ["a", "9223372036854775807"],
        ["b", "[1, 2]"],
      ],
      '{"a":9223372036854775807,"b":[1, 2]}',
    ],
    [[['"', "null"]], String.raw`{"\"":null}`],
    [[["__proto__", "1"]], '{"__proto__":1}'],
  ])("of %j is %s", (members, text) => {
    expect(jsonObject(members)).toBe(text);
  });

  it("takes a value in pieces, and passes them on one by one", () => {
    const pieces = [...objectPieces([["list", ["[", "1", ",2", "]"]]])];
    expect(pieces).toContain(",2");
    expect(pieces.join("")).toBe('{"list":[1,2]}');
  });
});

describe("an object's text with further members", () => {
  it("keeps every digit and the order of its own members", () => {
    const text = withMembers(LARGE, { remedies: [], search: { tried: 1 } });
    expect(text).toBe(`${LARGE.slice(0, -1)},"remedies":[],"search":{"tried":1}}`);
  });

  it.each<[string, object, string]>([
    ["{}", { a: 1 }, '{"a":1}'],
    ['{"a":1}', {}, '{"a":1}'],
    ['{"a":1,"b":2}', { a: "x" }, '{"a":"x","b":2}'],
    ['{"a":1}', { b: undefined }, '{"a":1}'],
    ['{"a":"}"}', { b: null }, '{"a":"}","b":null}'],
  ])("%s with %j", (object, members, text) => {
    expect(withMembers(object, members)).toBe(text);
  });

  it("refuses a text that is not an object", () => {
    expect(() => withMembers("[1]", { a: 1 })).toThrow();
    expect(() => withMembers('{"a":1', { a: 1 })).toThrow();
  });

  it("has each value as it was written", () => {
    expect([...memberTexts(LARGE)]).toEqual([
      ["uid", "9223372036854775807"],
      ["at", "1.50"],
      ["name", '"a"'],
    ]);
  });
});
