import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SYSTEM_DISK } from "../../../hosts/system/disk.ts";

let directory = "";
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "plimsoll-disk-"));
});
afterEach(() => rmSync(directory, { recursive: true }));

describe("a file of the disk", () => {
  it("that is closed twice leaves a file that has its number since", async () => {
    const first = await SYSTEM_DISK.open(join(directory, "first"), "wx");
    await first.close();
    const second = await SYSTEM_DISK.open(join(directory, "second"), "wx");
    await first.close();
    await expect(first.writeFile("to the wrong file")).rejects.toThrow("the file is closed");
    await second.writeFile("whole");
    await second.sync();
    await second.close();
    expect(readFileSync(join(directory, "second"), "utf8")).toBe("whole");
  });
});
