/**
 * Prints the bytes that a turn leaves in the old space, in a process of its own: in a worker of the
 * tests, what other files have left counts too. `test/hosts/daemon/loop/within.test.ts` runs it.
 */
import { getHeapSpaceStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { within } from "../../../../hosts/daemon/loop/within.ts";
import { SYSTEM_CLOCK } from "../../../../hosts/system/systemClock.ts";

const TURNS = 20000;
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as (options?: { readonly type: "minor" }) => void;
const oldBytes = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === "old_space")?.space_used_size ??
  0;
const { signal } = new AbortController();
const forGood = () => new Promise<null>(() => {});
const turn = () =>
  within(signal, (inner) => Promise.race([forGood(), SYSTEM_CLOCK.sleep(0, inner)]));

for (let count = 0; count < 200; count++) await turn();
collect();
const before = oldBytes();
for (let count = 0; count < TURNS; count++) await turn();
// What survives two of these is in the old space.
collect({ type: "minor" });
collect({ type: "minor" });
console.log((oldBytes() - before) / TURNS);
