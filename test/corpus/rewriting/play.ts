/**
 * Rewrites every vector and every case of the corpora, and compares what is decided:
 *
 *     npm run corpus -- rewriting
 *
 * Exits with 1 on a difference.
 */

import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { loadModule } from "../../../hosts/system/modules.ts";
import { recordings } from "./recordings.ts";
import { Rewriting } from "./rewriting.ts";

const SHOWN_MAX = 10;
const rewriting = await Rewriting.on(new EvictionEngine(await loadModule("eviction")));
let played = 0;
let different = 0;
for (const recording of recordings(1)) {
  played += 1;
  const differences = await rewriting.differences(recording);
  if (differences.length === 0) continue;
  different += 1;
  if (different <= SHOWN_MAX) console.log(`${recording.id}: ${differences.join("\n")}`);
}
console.log(
  `${played} recordings reduced, made anonymous, and both: ${different} decided differently`,
);
if (different > 0) process.exitCode = 1;
