import { describe, expect, it } from "vitest";
import { shared, sideBySide } from "../../../../analysis/questions/diff/sideBySide.ts";

async function* numbers(count: number, read: number[]): AsyncGenerator<number> {
  for (let number = 0; number < count; number++) {
    read.push(number);
    yield number;
  }
}

describe("one stream for two readers", () => {
  it("gives both readers every item, and reads each once", async () => {
    const read: number[] = [];
    const pairs: (readonly number[])[] = [];
    for await (const pair of sideBySide(...shared(numbers(3, read)))) pairs.push(pair);
    expect(pairs).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ]);
    expect(read).toEqual([0, 1, 2]);
  });

  it("reads no further than the reader in front", async () => {
    const read: number[] = [];
    const [left, right] = shared(numbers(3, read));
    await left.next();
    await right.next();
    expect(read).toEqual([0]);
  });

  it("ends for both when the stream is empty", async () => {
    const [left, right] = shared(numbers(0, []));
    expect([(await left.next()).done, (await right.next()).done]).toEqual([true, true]);
  });
});
