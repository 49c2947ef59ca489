import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { BoundedOutput } from "../../../hosts/daemon/boundedOutput.ts";
import type { Output } from "../../../hosts/system/io.ts";

/** Of 16 KiB, so that 64 of them are as much as may wait. */
const LINE = `${"x".repeat(16 * 1024 - 1)}\n`;

/** An output with a reader that is blocked until released, and the bytes it has taken. */
function standingStill() {
  const taken: string[] = [];
  const errors: ((error: NodeJS.ErrnoException) => void)[] = [];
  let release = () => {};
  const reading = new Promise<void>((resolve) => {
    release = resolve;
  });
  const output: Output = {
    isTerminal: false,
    columns: 100,
    rows: 24,
    onResize: () => () => {},
    onError: (listener) => void errors.push(listener),
    async write(chunk) {
      await reading;
      taken.push(String(chunk));
    },
  };
  const fail = (code: string) =>
    errors.forEach((listener) => void listener(Object.assign(new Error(code), { code })));
  const resumed: number[] = [];
  let closed = 0;
  const bounded = new BoundedOutput("stdout", output);
  bounded.listen({ resumed: (dropped) => void resumed.push(dropped), closed: () => closed++ });
  return { bounded, taken, resumed, release, fail, closed: () => closed };
}

describe("an output of the daemon", () => {
  it("is not waited for, and drops what is too much for a reader that stands still", async () => {
    const { bounded, taken, resumed, release } = standingStill();
    for (let count = 0; count < 100; count++) await bounded.write(LINE);
    expect(taken).toHaveLength(0);
    expect(bounded.dropped).toBe(36);
    release();
    await bounded.flushed();
    expect(taken).toHaveLength(64);
    expect(resumed).toEqual([36]);
  });

  it("says nothing of drops where there were none, and says each once", async () => {
    const { bounded, resumed, release } = standingStill();
    release();
    for (let count = 0; count < 100; count++) {
      await bounded.write(LINE);
      await setImmediate();
    }
    expect(resumed).toEqual([]);
  });

  it("takes one write of any size when nothing else waits", async () => {
    const { bounded, taken, release } = standingStill();
    release();
    await bounded.write("y".repeat(4 << 20));
    await bounded.flushed();
    expect([taken.length, bounded.dropped]).toEqual([1, 0]);
  });

  it("is waited for when a recording is shown, and then loses nothing", async () => {
    const { bounded, taken, release } = standingStill();
    bounded.waitForReader();
    const writes = Array.from({ length: 100 }, () => bounded.write(LINE));
    release();
    await Promise.all(writes);
    expect([taken.length, bounded.dropped]).toEqual([100, 0]);
  });

  it.each([
    ["EPIPE", 1],
    ["EIO", 1],
    ["ENOSPC", 0],
  ])("that fails with %s is closed %i times", (code, times) => {
    const { fail, closed } = standingStill();
    fail(code);
    expect(closed()).toBe(times);
  });

  it("counts what a full disk did not take, and does not say so on that same disk", async () => {
    const { bounded, resumed, release, fail } = standingStill();
    const written = bounded.write(LINE);
    fail("ENOSPC");
    release();
    await written;
    await bounded.flushed();
    expect([bounded.dropped, resumed]).toEqual([1, []]);
    await bounded.write(LINE);
    await bounded.flushed();
    expect(resumed).toEqual([1]);
  });
});
