import { expect, it } from "vitest";
import { sameBytes } from "../../../analysis/engine/sameBytes.ts";
import { encode } from "../chunks.ts";

it("tells documents apart by their bytes", () => {
  expect(sameBytes(encode("ab"), encode("ab"))).toBe(true);
  expect(sameBytes(encode("ab"), encode("ac"))).toBe(false);
  expect(sameBytes(encode("ab"), encode("abc"))).toBe(false);
  expect(sameBytes(null, encode(""))).toBe(false);
  expect(sameBytes(null, null)).toBe(true);
});
