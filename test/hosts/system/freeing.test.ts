import { expect, it } from "vitest";
import { free } from "../../../hosts/system/freeing.ts";

it("frees the memory of a buffer before the garbage collector comes", () => {
  const buffer = new ArrayBuffer(2 ** 20);
  const { arrayBuffers } = process.memoryUsage();
  free(buffer);
  expect(buffer.byteLength).toBe(0);
  expect(arrayBuffers - process.memoryUsage().arrayBuffers).toBe(2 ** 20);
});
