/**
 * `npm run fuzz -- --seed S --cases N [--minutes M]`: documents without end. `--case N` repeats one
 * case of a seed. Exit status 1 when something was found.
 */
import { parseArgs } from "node:util";
import { Campaign, describeFinding } from "./campaign.ts";
import { engineMaker } from "./session.ts";

const PROGRESS_MILLISECONDS = 1000;
const CASES_BETWEEN_LOOKS = 1024;

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    cases: { type: "string", default: "1000000" },
    minutes: { type: "string" },
    case: { type: "string" },
  },
});

function positive(name: string, text: string): number {
  const number = Number(text);
  if (number >= 0 && Number.isFinite(number)) return number;
  console.error(`--${name} ${text}: give a number that is not negative.`);
  process.exit(2);
}

const seed = values.seed === undefined ? Date.now() % 2 ** 31 : positive("seed", values.seed);
const first = values.case === undefined ? 0 : positive("case", values.case);
const cases = values.case === undefined ? positive("cases", values.cases) : 1;
const minutes = values.minutes === undefined ? Infinity : positive("minutes", values.minutes);

const campaign = new Campaign(seed, engineMaker());
const began = performance.now();
let done = 0;
let shown = 0;

function secondsSoFar(): number {
  return (performance.now() - began) / 1000;
}

function line(): string {
  const seconds = secondsSoFar();
  const rate = Math.round(done / Math.max(seconds, 0.001));
  const counted = `${done} documents in ${seconds.toFixed(1)} s, ${rate} a second`;
  return `seed ${seed}: ${counted}, ${campaign.findings.length} findings`;
}

/** One line that is written over on a terminal, one line every 30 seconds elsewhere. */
function progress(): void {
  const every = process.stderr.isTTY ? PROGRESS_MILLISECONDS : 30 * PROGRESS_MILLISECONDS;
  if (performance.now() - shown < every) return;
  shown = performance.now();
  process.stderr.write(process.stderr.isTTY ? `\r${line()} ` : `${line()}\n`);
}

/** A finding is told when it is made: a long run may be ended before it ends. */
let told = 0;
function tellNew(): void {
  for (const finding of campaign.findings.slice(told)) console.log(describeFinding(seed, finding));
  told = campaign.findings.length;
}

console.log(`seed ${seed}, cases ${first} to ${first + cases - 1}`);
while (done < cases && !campaign.isFull && secondsSoFar() < minutes * 60) {
  const end = Math.min(cases, done + CASES_BETWEEN_LOOKS);
  while (done < end && !campaign.isFull) campaign.run(first + done++, cases === 1 || undefined);
  tellNew();
  progress();
}
if (process.stderr.isTTY) process.stderr.write("\n");
console.log(line());
for (const finding of campaign.findings) {
  console.log(
    `  case ${finding.cases[0]} and ${finding.cases.length - 1} like it: ${finding.kind}`,
  );
}
process.exitCode = campaign.findings.length === 0 ? 0 : 1;
