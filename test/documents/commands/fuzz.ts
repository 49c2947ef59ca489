/**
 * Gives commands spoilt documents, and fails when one breaks its contract: an exit code of 0 to 3,
 * a sentence in the place of a stack trace, no control characters, at most 1 GiB, and at most 10 s
 * of a processor.
 *
 *   npm run suite -- commands --seed 1 --minutes 1
 *   npm run suite -- commands --seed 1 --run 17      one of them, with its files kept
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Random } from "../random.ts";
import { breachesOf, runCommand } from "./contract.ts";
import { drawLine, goodDocuments, isForReading } from "./lines.ts";

const FOUND_MAX = 5;

const { values } = parseArgs({
  options: {
    seed: { type: "string", default: String(Date.now() % 2 ** 31) },
    minutes: { type: "string", default: "1" },
    run: { type: "string" },
  },
});
const seed = Number(values.seed);
const good = await goodDocuments();
const directory = mkdtempSync(join(tmpdir(), "plimsoll-commands-"));
const codes = new Map<number | null, number>();
let found = 0;

/** Whether the command kept its contract; what it was given stays if not. */
async function run(number: number): Promise<boolean> {
  const line = drawLine(good, new Random(seed, number));
  const folder = join(directory, String(number));
  mkdirSync(folder);
  const words = line.words.map((word) => (word in line.files ? join(folder, word) : word));
  for (const [name, bytes] of Object.entries(line.files)) writeFileSync(join(folder, name), bytes);
  const ran = await runCommand(words, folder);
  codes.set(ran.code, (codes.get(ran.code) ?? 0) + 1);
  const breaches = breachesOf(ran, isForReading(line));
  if (breaches.length > 0) {
    console.error(`seed ${seed}, run ${number}: ${breaches.join("; ")}`);
    console.error(`  plimsoll ${words.join(" ")}\n  ${ran.stderr.slice(0, 600)}`);
    return false;
  }
  if (values.run === undefined) rmSync(folder, { recursive: true });
  return true;
}

const end = performance.now() + Number(values.minutes) * 60_000;
const only = values.run === undefined ? null : Number(values.run);
let number = only ?? 0;
do {
  if (!(await run(number))) found += 1;
  number += 1;
} while (only === null && found < FOUND_MAX && performance.now() < end);
const counts = [...codes].sort().map(([code, count]) => `${count} of ${code}`);
console.log(`seed ${seed}: ${number - (only ?? 0)} runs, by exit code ${counts.join(", ")}`);
if (found > 0 || only !== null) console.log(`What was given is in ${directory}.`);
else rmSync(directory, { recursive: true });
process.exitCode = found === 0 ? 0 : 1;
