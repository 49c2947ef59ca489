import { describe, expect, it } from "vitest";
import { walkElements } from "../../../../analysis/read/json/elements.ts";
import { decode, encode } from "../../chunks.ts";

function walked(array: string, most = Number.POSITIVE_INFINITY) {
  const seen: string[] = [];
  const isWhole = walkElements(encode(array), (element) => {
    seen.push(decode(element) ?? "");
    return seen.length < most;
  });
  return { seen, isWhole };
}

describe("walkElements", () => {
  it.each([
    ["[]", []],
    ["[ ]", []],
    ["[1]", ["1"]],
    ['[ {"a":[1,2]} , "x,]" ,null]', ['{"a":[1,2]}', '"x,]"', "null"]],
  ])("visits each element of %s", (array, seen) => {
    expect(walked(array)).toEqual({ seen, isWhole: true });
  });

  it.each(["", "{}", "[", "[1", "[1,", "[,1]", "[1 2]"])("answers false for %j", (array) => {
    expect(walked(array).isWhole).toBe(false);
  });

  it("ends where the visitor does: the rest of four million elements is not read", () => {
    const array = `[${"0,".repeat(4_000_000)}0]`;
    expect(walked(array, 3)).toEqual({ seen: ["0", "0", "0"], isWhole: false });
  });
});
