import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { aborted, controllerWithin, within } from "../../../../hosts/daemon/loop/within.ts";
import { SYSTEM_CLOCK } from "../../../../hosts/system/systemClock.ts";

const ROUNDS = 3;
const TURNS = 1000;
const forGood = () => new Promise<null>(() => {});

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as (options?: { readonly type: "minor" }) => void;
const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")?.space_used_size ??
  0;

describe("work within a signal", () => {
  it.each([
    { ends: "is over", isAborted: false },
    { ends: "is aborted from outside", isAborted: true },
  ])("that $ends releases what waits, in all of its forms", async ({ isAborted }) => {
    const outer = new AbortController();
    const released: string[] = [];
    const wait = within(outer.signal, async (inner) => {
      const { signal } = controllerWithin(inner);
      signal.addEventListener("abort", () => released.push(String(signal.reason)));
      void aborted(inner).then(() => released.push("waited for"));
      void SYSTEM_CLOCK.sleep(60_000, inner).then(() => released.push("slept"));
      if (isAborted) setImmediate(() => outer.abort());
      return isAborted ? aborted(inner) : null;
    });
    expect(await wait).toBeNull();
    await new Promise(setImmediate);
    expect(released.sort()).toEqual([
      "AbortError: This operation was aborted",
      "slept",
      "waited for",
    ]);
  });

  it("is released at once under a signal that was aborted before", async () => {
    const outer = AbortSignal.abort();
    expect(await within(outer, (inner) => Promise.race([forGood(), aborted(inner)]))).toBeNull();
    expect(await within(outer, async (inner) => controllerWithin(inner).signal.aborted)).toBe(true);
  });

  it("leaves nothing for the garbage collector to keep", async () => {
    const { signal } = new AbortController();
    const turn = () =>
      within(signal, (inner) => Promise.race([forGood(), SYSTEM_CLOCK.sleep(0, inner)]));
    const grown: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      // What other files of this worker left in the young space would be counted as the turns'.
      collect();
      const before = oldBytes();
      for (let count = 0; count < TURNS; count++) await turn();
      // What survives two of these is in the old space.
      collect({ type: "minor" });
      collect({ type: "minor" });
      grown.push((oldBytes() - before) / TURNS);
    }
    // The first round also compiles, and in any of them the worker may keep something of its own.
    expect(Math.min(...grown)).toBeLessThan(200);
  });
});
