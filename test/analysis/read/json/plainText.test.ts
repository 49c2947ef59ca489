import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainTextOf } from "../../../../analysis/read/json/plainText.ts";
import { encode } from "../../chunks.ts";

describe("a plain JSON string", () => {
  it.each([
    ['""', ""],
    ['"2026-01-15T10:00:00Z"', "2026-01-15T10:00:00Z"],
    ['" ~"', " ~"],
    [`"${"a".repeat(126)}"`, "a".repeat(126)],
    [`"${"a".repeat(127)}"`, null],
    ['"', null],
    ["", null],
    ["null", null],
    ['"a\\u0041"', null],
    ['"a"b"', null],
    ['"\u007f"', null],
    ['"é"', null],
    ['"\n"', null],
  ])("of %j is read as %j", (json, expected) => {
    expect(plainTextOf(encode(json))).toBe(expected);
  });

  it("is what JSON.parse reads, or left to it", () => {
    const bytes = fc.oneof(
      fc.string().map((text) => encode(JSON.stringify(text))),
      fc.uint8Array({ maxLength: 6 }).map((inner) => Uint8Array.from([0x22, ...inner, 0x22])),
    );
    fc.assert(
      fc.property(bytes, (json) => {
        const text = plainTextOf(json);
        if (text !== null) expect(JSON.parse(new TextDecoder().decode(json))).toBe(text);
      }),
    );
  });
});
