/** Runs `test/hosts/daemon/loop/turns.ts` in a process of its own. */
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { aborted, controllerWithin, within } from "../../../../hosts/daemon/loop/within.ts";
import { SYSTEM_CLOCK } from "../../../../hosts/system/systemClock.ts";

const forGood = () => new Promise<null>(() => {});

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

  it("leaves nothing for the garbage collector to keep", () => {
    const turns = fileURLToPath(new URL("turns.ts", import.meta.url));
    const words = ["--import", "tsx", turns];
    const { stdout } = spawnSync(process.execPath, words, { encoding: "utf8" });
    expect(Number.parseFloat(stdout)).toBeLessThan(200);
  });
});
