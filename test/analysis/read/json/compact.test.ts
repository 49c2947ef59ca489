import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compactJson } from "../../../../analysis/read/json/compact.ts";
import { encode } from "../../chunks.ts";
import { parses } from "./parses.ts";

const compact = (text: string) => new TextDecoder().decode(compactJson(encode(text)));

describe("compactJson", () => {
  it.each([
    ['{\n  "a" : [ 1 , 2 ],\r\n  "b": " x  y "\n}\n', '{"a":[1,2],"b":" x  y "}'],
    ['{"a":1.50}', '{"a":1.50}'],
    ["1 2", "1 2"],
    ["tr ue", "tr ue"],
    ['"a\nb"', '"a\tb"'],
    ['"a', '"a'],
  ])("writes %j on one line", (text, line) => expect(compact(text)).toBe(line));

  it("means the same, and makes no JSON of what was none", () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue().map((value) => JSON.stringify(value, null, 2)),
          fc.string({ unit: fc.constantFrom(...'{}[]":, \n\t012tru') }),
        ),
        (text) => {
          expect(compact(text)).not.toMatch(/[\r\n]/);
          expect(parses(compact(text))).toBe(parses(text));
          if (parses(text)) expect(JSON.parse(compact(text))).toEqual(JSON.parse(text));
        },
      ),
      { numRuns: 2000 },
    ));
});
