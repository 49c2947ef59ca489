import { expect, it } from "vitest";
import { free, freeWhole } from "../../../hosts/system/freeing.ts";

it("frees the memory of a buffer before the garbage collector comes", () => {
  const buffer = new ArrayBuffer(2 ** 20);
  const { arrayBuffers } = process.memoryUsage();
  free(buffer);
  expect(buffer.byteLength).toBe(0);
  expect(arrayBuffers - process.memoryUsage().arrayBuffers).toBe(2 ** 20);
});

it("frees bytes that are all of their buffer, and no others", () => {
  const whole = new Uint8Array(100);
  freeWhole(whole);
  expect(whole.length).toBe(0);
  // Nothing is there to be freed a second time.
  freeWhole(whole);

  const begin = new Uint8Array(100).subarray(0, 99);
  const pooled = Buffer.from("of a pool that others use");
  for (const bytes of [begin, pooled]) {
    const { length } = bytes;
    freeWhole(bytes);
    expect(bytes.length).toBe(length);
  }
});
