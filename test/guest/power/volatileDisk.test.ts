/** What is left of a disk whose cache a power cut has emptied. */
import { describe, expect, it } from "vitest";
import { Random } from "../../documents/random.ts";
import { VolatileDisk } from "./volatileDisk.ts";

const SECTOR = 512;
const NEW = Buffer.alloc(4 * SECTOR, 1);

/** After writes that were not flushed: whether each of four sectors has the new bytes. */
function sectorsAfterCut(seed: number): string {
  const disk = new VolatileDisk(Buffer.alloc(8 * SECTOR));
  disk.write(0, NEW, false);
  disk.cut(new Random(seed, 0));
  return [0, 1, 2, 3].map((sector) => disk.read(sector * SECTOR, 1)[0]).join("");
}

describe("a disk that loses its power", () => {
  it("keeps what was flushed, and what was forced", () => {
    const disk = new VolatileDisk(Buffer.alloc(8 * SECTOR));
    disk.write(0, NEW, false);
    disk.flush();
    disk.write(4 * SECTOR, NEW, true);
    expect(disk.cut(new Random(1, 0))).toBe(0);
    expect(disk.read(0, 8 * SECTOR)).toEqual(Buffer.alloc(8 * SECTOR, 1));
  });

  it("keeps nothing, all or the first sectors of what was not", () => {
    const left = new Set(Array.from({ length: 60 }, (_, seed) => sectorsAfterCut(seed)));
    expect([...left].sort()).toEqual(["0000", "1000", "1100", "1110", "1111"]);
  });

  it("shows all that was written while it has power", () => {
    const disk = new VolatileDisk(Buffer.alloc(8 * SECTOR));
    disk.write(0, NEW, false);
    expect(disk.read(0, SECTOR)).toEqual(NEW.subarray(0, SECTOR));
  });
});
