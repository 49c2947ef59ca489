import { describe, expect, it } from "vitest";
import { Progress } from "../../../../hosts/cli/screen/progress.ts";
import type { Io } from "../../../../hosts/system/io.ts";

/** A progress on a terminal (or not) whose clock is moved by hand. */
function bench(isTerminal: boolean) {
  const written: string[] = [];
  let now = 0;
  const output = {
    isTerminal,
    columns: 80,
    rows: 24,
    onResize: () => () => {},
    write: async (chunk: string | Uint8Array) => void written.push(String(chunk)),
  };
  const io: Io = {
    stdout: output,
    stderr: output,
    environment: {},
    readStdin: async () => new Uint8Array(0),
  };
  const progress = new Progress(io, () => now);
  const steps = async (count: number) => {
    for (let step = 0; step < count; step++) await progress.step("2026-11-20T10:00:00Z");
  };
  return { progress, steps, written, wait: (milliseconds: number) => (now += milliseconds) };
}

describe("progress", () => {
  it("counts the records of a long replay on a terminal", async () => {
    const { steps, wait, written } = bench(true);
    wait(1000);
    await steps(64);
    expect(written).toEqual(["\r\u001b[2K64 records, at 10:00:00"]);
  });

  it("says nothing while the replay is young", async () => {
    const { steps, wait, written } = bench(true);
    wait(600);
    await steps(640);
    expect(written).toEqual([]);
  });

  it("says nothing to a pipe", async () => {
    const { steps, wait, written } = bench(false);
    wait(1000);
    await steps(640);
    expect(written).toEqual([]);
  });

  it("says something ten times a second, not at every look", async () => {
    const { steps, wait, written } = bench(true);
    wait(1000);
    await steps(640);
    wait(100);
    await steps(64);
    expect(written).toHaveLength(2);
  });

  it("makes room for other output, once", async () => {
    const { progress, steps, wait, written } = bench(true);
    wait(1000);
    await steps(64);
    await progress.clear();
    await progress.clear();
    expect(written.slice(1)).toEqual(["\r\u001b[2K"]);
  });
});
