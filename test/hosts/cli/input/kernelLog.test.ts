import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loggedOoms } from "../../../../hosts/cli/input/kernelLog.ts";
import type { Io, Output } from "../../../../hosts/system/io.ts";

const output: Output = {
  isTerminal: false,
  columns: 100,
  rows: 24,
  onResize: () => () => {},
  write: async () => {},
};
const io: Io = {
  stdout: output,
  stderr: output,
  environment: {},
  readStdin: async () => new Uint8Array(),
};

describe("a kernel's log", () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "plimsoll-kernel-log-"));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("is refused as a capture if it is one, as standard input may be", async () => {
    const path = join(folder, "capture.ndjson");
    writeFileSync(path, '{"plimsoll":"capture/1"}\n');
    await expect(loggedOoms(path, io)).rejects.toThrow(
      "this is a capture, not a kernel's log; write it to a file: plimsoll oom FILE.",
    );
  });
});
