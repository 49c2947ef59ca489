import { describe, expect, it } from "vitest";
import { beginningOf } from "../../../../analysis/read/recognize/beginning.ts";

describe("the beginning of a file", () => {
  it.each([1, 2])("closes the file when its reader ends at chunk %i", async (chunks) => {
    let isClosed = false;
    async function* file() {
      try {
        for (let chunk = 1; chunk < 9; chunk++) yield new Uint8Array([chunk, chunk]);
      } finally {
        isClosed = true;
      }
    }
    const { start, rest } = await beginningOf(file(), 1);
    expect(start).toEqual(new Uint8Array([1, 1]));
    const read: number[] = [];
    for await (const [first = 0] of rest) if (read.push(first) === chunks) break;
    expect(isClosed).toBe(true);
    expect(read).toEqual([1, 2].slice(0, chunks));
  });
});
