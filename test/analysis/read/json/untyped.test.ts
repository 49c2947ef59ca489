import { describe, expect, it } from "vitest";
import {
  isAmount,
  listOf,
  memberAt,
  mergePatch,
  objectOf,
} from "../../../../analysis/read/json/untyped.ts";

describe("a JSON merge patch", () => {
  it.each<[unknown, unknown, unknown]>([
    // RFC 7396, appendix A.
    [{ a: "b" }, { a: "c" }, { a: "c" }],
    [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
    [{ a: "b" }, { a: null }, {}],
    [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
    [{ a: ["b"] }, { a: "c" }, { a: "c" }],
    [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
    [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
    [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
    [
      ["a", "b"],
      ["c", "d"],
      ["c", "d"],
    ],
    [{ a: "b" }, ["c"], ["c"]],
    [{ a: "foo" }, null, null],
    [{ a: "foo" }, "bar", "bar"],
    [{ e: null }, { a: 1 }, { e: null, a: 1 }],
    [[1, 2], { a: "b", c: null }, { a: "b" }],
    [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  ])("of %j with %j is %j", (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result);
  });

  it("keeps its target", () => {
    const target = { spec: { replicas: 3 } };
    mergePatch(target, { spec: { replicas: null } });
    expect(target).toEqual({ spec: { replicas: 3 } });
  });

  it("sets a member __proto__ as any other", () => {
    const merged = mergePatch({}, JSON.parse('{"__proto__":{"a":1}}'));
    expect(JSON.stringify(merged)).toBe('{"__proto__":{"a":1}}');
  });
});

describe("a document whose form is not known", () => {
  it.each([null, 1, "text", [1], undefined])("has no members where it is %j", (value) => {
    expect(objectOf(value)).toEqual({});
    expect(memberAt(value, "a")).toBeUndefined();
  });

  it("has the objects of a list, and none where it is not a list", () => {
    expect(listOf([{ a: 1 }, null, 2, [{}], { b: 2 }])).toEqual([{ a: 1 }, { b: 2 }]);
    expect(listOf({ length: 1, 0: {} })).toEqual([]);
  });

  it("has a member at a path, unless it is inherited", () => {
    expect(memberAt({ a: { b: 1 } }, "a", "b")).toBe(1);
    expect(memberAt({ a: {} }, "a", "constructor")).toBeUndefined();
  });

  it.each([
    [0, true],
    [2 ** 53 - 1, true],
    [2 ** 53, false],
    [-1, false],
    [1.5, false],
    ["1", false],
  ])("%j is an amount: %s", (value, is) => {
    expect(isAmount(value)).toBe(is);
  });
});
