/**
 * Ten thousand steps at full speed, with state, recordings and a stream whose reader is stuck: the
 * memory of the daemon after them is what it was after the first thousand.
 *
 *   npm run suite -- endurance
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePorts } from "../cluster/program.ts";
import { longRun } from "./longRun.ts";
import { stuckReader } from "./stuckReader.ts";

const STEPS = 10_000;
const LOOKS = [1000, 2500, 5000, 7500, STEPS];
const MIB = 2 ** 20;
/** The heap is collected when it pleases; a leak of one Summary a step would be 250 MiB. */
const GROWTH_MAX = 48 * MIB;
const RESIDENT_MAX = 300 * MIB;

const directory = mkdtempSync(join(tmpdir(), "plimsoll-endurance-"));
const [port = 0] = await freePorts(1);
const words = [
  ...["--listen", `127.0.0.1:${port}`],
  ...["--state-dir", join(directory, "state"), "--record", join(directory, "captures")],
  ...["--record-all", "--record-max-size", "1Mi"],
];
const reader = stuckReader(port);
const usages = await longRun({ steps: STEPS, looks: LOOKS, form: "reduced", words });
reader.close();
for (const { step, residentBytes } of usages) {
  console.log(`${Math.round(residentBytes / MIB)} MiB resident after ${step} steps`);
}
console.log(`${reader.streams} streams were begun, of which nothing was read`);
const [first, ...later] = usages.map(({ residentBytes }) => residentBytes);
const most = Math.max(...later);
if (first === undefined || most - first > GROWTH_MAX || most > RESIDENT_MAX) {
  console.error("The memory of the daemon grows with its steps.");
  process.exitCode = 1;
}
if (reader.streams < 2) {
  console.error("No reader that is stuck was dropped, so nothing is known about them.");
  process.exitCode = 1;
}
rmSync(directory, { recursive: true });
