import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteParts } from "../../../analysis/engine/byteParts.ts";

const part = (length: number, fill = 0) => new Uint8Array(length).fill(fill);

describe("parts of bytes", () => {
  it("come out in a row, whatever their sizes", () => {
    const sizes = fc.oneof(fc.nat(3), fc.integer({ min: 1_000, max: 1_100 }), fc.nat(9_000));
    fc.assert(
      fc.property(fc.array(sizes, { maxLength: 60 }), (lengths) => {
        const parts = new ByteParts();
        const given = lengths.map((length, index) => part(length, index));
        for (const each of given) parts.add(each);
        expect(parts.size).toBe(lengths.reduce((sum, length) => sum + length, 0));
        expect(Buffer.from(parts.take()).equals(Buffer.concat(given))).toBe(true);
        expect([parts.size, parts.take().length]).toEqual([0, 0]);
      }),
      { seed: 20260115 },
    );
  });

  it("are not copied when there is one", () => {
    for (const length of [1, 5_000]) {
      const parts = new ByteParts();
      const only = part(length);
      parts.add(only);
      expect(parts.take()).toBe(only);
    }
  });

  it("are handed back once they were copied, and never when they are the whole", () => {
    const copied: Uint8Array[] = [];
    const parts = new ByteParts((each) => void copied.push(each));
    const [first, second, only] = [part(5_000, 1), part(2_000, 2), part(5_000, 3)];
    parts.add(first);
    parts.add(second);
    expect(copied).toEqual([]);
    expect(parts.take().length).toBe(7_000);
    expect(copied).toEqual([first, second]);
    parts.add(only);
    expect(parts.take()).toBe(only);
    expect(copied).toEqual([first, second]);
  });

  it("are forgotten when they are cleared", () => {
    const parts = new ByteParts();
    for (let count = 0; count < 10; count++) parts.add(part(7, 1));
    parts.clear();
    parts.add(part(2, 9));
    expect([...parts.take()]).toEqual([9, 9]);
  });
});
