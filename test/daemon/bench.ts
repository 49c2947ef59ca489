/**
 * The cost of the daemon on the node it watches: processor time of a step and resident memory,
 * at 110 pods with the Summary as a kubelet serves it, recording and keeping state or not.
 *
 *   npm run bench -- daemon
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { longRun } from "./longRun.ts";

const STEPS = 1000;
/** The compilers of the core and of the host have done their work by then. */
const WARM = 200;
const MIB = 2 ** 20;

const directory = mkdtempSync(join(tmpdir(), "plimsoll-bench-"));
const ROWS = [
  { title: "deciding", words: [] },
  { title: "and serving, with the past", words: ["--listen", "127.0.0.1:0"] },
  { title: "and a ring of recent records", words: ["--record", join(directory, "ring")] },
  { title: "and saving state", words: ["--state-dir", join(directory, "state")] },
];

console.log(`${STEPS} steps of 110 pods, full Summaries, each decision printed in full:`);
for (const { title, words } of ROWS) {
  const looks = [WARM, STEPS];
  const [warm, last] = await longRun({ steps: STEPS, looks, form: "full", words });
  if (warm === undefined || last === undefined) throw new Error("It was not looked at.");
  const processor = (last.processorMilliseconds - warm.processorMilliseconds) / (STEPS - WARM);
  const resident = Math.round(last.residentBytes / MIB);
  console.log(`  ${title.padEnd(30)} ${processor.toFixed(2)} ms a step, ${resident} MiB resident`);
}
rmSync(directory, { recursive: true });
