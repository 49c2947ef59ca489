import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ColumnsError,
  readColumns,
  writeColumns,
} from "../../../../../hosts/browser/features/share/columns.ts";
import { exampleLines } from "../../../../browser/documents.ts";

/** Printed with a failure by fast-check itself; the same cases in every run. */
const SEED = 20260115;
const roundTrip = (lines: readonly string[]) => [...readColumns(writeColumns(lines) ?? "")];

/** Numbers and times as JSON may write them, and some that only look like it. */
const piece = fc.oneof(
  fc.integer().map(String),
  fc.bigInt().map(String),
  fc.constantFrom("-0", "007", "1e9", "1.50", "-", "{", "}", "[", "]", ",", ":", '"', "\\n", "é"),
  fc.date({ noInvalidDate: true }).map((date) => `"${date.toISOString()}"`),
  fc.stringMatching(/^"20\d\d-[0-3]\d-[0-3]\dT[0-2]\d:[0-6]\d:[0-6]\d(?:\.\d{1,10})?Z"$/),
);
const line = fc
  .array(piece, { minLength: 1 })
  .map((pieces) => `{"a":${pieces.join(",")},"b":[${pieces.join(",")}]}`);

describe("lines written by columns", () => {
  it("come back letter by letter, whatever numbers they hold", () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1 }), (lines) => {
        expect(roundTrip(lines)).toEqual(lines);
      }),
      { seed: SEED, numRuns: 500 },
    );
  });

  it.each(["memory-leak", "fork-bomb", "two-signals"])(
    "take less than a third of what the lines of %s take compressed",
    (name) => {
      const lines = exampleLines(name);
      expect(roundTrip(lines)).toEqual(lines);
      const byColumns = gzipSync(writeColumns(lines) ?? "").length;
      expect(byColumns * 3).toBeLessThan(gzipSync(lines.join("\n")).length);
    },
  );

  it.each([
    ["an empty line", [""]],
    ["a letter that stands for a number", ['{"a":"\u0001"}']],
    ["more lines than are read", new Array(100_001).fill("{}")],
  ])("are not written when there is %s", (_, lines) => {
    expect(writeColumns(lines)).toBeNull();
  });

  it.each([
    ["a shape that is not there", "{}\f0,1\f", /no shape 1/],
    ["too few columns", '{"a":\u0001,"b":\u0001}\f0\f1', /fewer columns than numbers/],
    ["a short column", '{"a":\u0001}\f0,0\f1', /shorter than the lines/],
    ["no number", '{"a":\u0001}\f0\f!', /NaN is not a number/],
    ["a number past what is exact", '{"a":\u0001}\f0\fvvvvvvvvvvvv', /is not a number/],
    ["a time past all dates", '"\u0002Z"\f0\fvvvvvvvvvv', /is not a number/],
  ])("are refused with %s", (_, text, reason) => {
    expect(() => [...readColumns(text)]).toThrow(reason);
    expect(() => [...readColumns(text)]).toThrow(ColumnsError);
  });

  it("are read, or refused with a sentence, whatever the text is", () => {
    const text = fc.array(fc.oneof(fc.string(), fc.constantFrom("\u0001", "\u0002", "\f", "0,")));
    fc.assert(
      fc.property(text, (parts) => {
        try {
          expect([...readColumns(parts.join(""))].length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(ColumnsError);
        }
      }),
      { seed: SEED, numRuns: 2000 },
    );
  });
});
