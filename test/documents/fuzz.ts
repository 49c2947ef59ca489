/**
 * `npm run fuzz -- --seed S --cases N [--minutes M]`: documents without end. With `--sequences`
 * sequences of verbs with forged states and frozen bytes instead, with `--pairs` Summaries that
 * follow each other, with `--loops` clusters that are simulated after corrupt documents. `--case N`
 * repeats one case of a seed. Exit status 1 when something was found.
 */
import { parseArgs } from "node:util";
import { Campaign, describeFinding } from "./campaign.ts";
import { describeSequence, Sequences } from "./forging/sequences.ts";
import { Loops } from "./loops.ts";
import { describeDifference, Pairs } from "./pairs.ts";
import { engineMaker } from "./session.ts";

const PROGRESS_MILLISECONDS = 1000;
const CASES_BETWEEN_LOOKS = 64;
const FOUND_MAX = 10;

const { values } = parseArgs({
  options: {
    seed: { type: "string" },
    cases: { type: "string", default: "1000000" },
    minutes: { type: "string" },
    case: { type: "string" },
    sequences: { type: "boolean", default: false },
    pairs: { type: "boolean", default: false },
    loops: { type: "boolean", default: false },
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

/** The runs, and how their findings are printed. */
interface Run {
  readonly noun: string;
  readonly isFull: boolean;
  readonly found: readonly string[];
  readonly run: (number: number) => void;
}

function documents(): Run {
  const campaign = new Campaign(seed, engineMaker());
  return {
    noun: "documents",
    get isFull() {
      return campaign.isFull;
    },
    get found() {
      return campaign.findings.map((finding) => describeFinding(seed, finding));
    },
    run: (number) => campaign.run(number, cases === 1 || undefined),
  };
}

async function sequences(): Promise<Run> {
  const campaign = await Sequences.of(seed);
  return {
    noun: "sequences",
    get isFull() {
      return campaign.isFull;
    },
    get found() {
      return campaign.findings.map((finding) => describeSequence(seed, finding));
    },
    run: (number) => campaign.run(number),
  };
}

function pairs(): Run {
  const campaign = new Pairs(seed, engineMaker());
  return {
    noun: "histories of six pairs",
    get isFull() {
      return campaign.differences.length >= FOUND_MAX;
    },
    get found() {
      return campaign.differences.map((difference) => describeDifference(seed, difference));
    },
    run: (number) => campaign.run(number),
  };
}

function loops(): Run {
  const campaign = new Loops(seed);
  return {
    noun: "clusters",
    get isFull() {
      return campaign.isFull;
    },
    get found() {
      return campaign.found;
    },
    run: (number) => campaign.run(number),
  };
}

function chosen(): Run | Promise<Run> {
  if (values.sequences) return sequences();
  if (values.loops) return loops();
  return values.pairs ? pairs() : documents();
}

const campaign = await chosen();
const began = performance.now();
let done = 0;
let shown = 0;

function secondsSoFar(): number {
  return (performance.now() - began) / 1000;
}

function line(): string {
  const seconds = secondsSoFar();
  const rate = Math.round(done / Math.max(seconds, 0.001));
  const counted = `${done} ${campaign.noun} in ${seconds.toFixed(1)} s, ${rate} a second`;
  return `seed ${seed}: ${counted}, ${campaign.found.length} findings`;
}

/** One line that is written over on a terminal, one line every 30 seconds elsewhere. */
function progress(): void {
  const every = process.stderr.isTTY ? PROGRESS_MILLISECONDS : 30 * PROGRESS_MILLISECONDS;
  if (performance.now() - shown < every) return;
  shown = performance.now();
  process.stderr.write(process.stderr.isTTY ? `\r${line()} ` : `${line()}\n`);
}

/** A finding is printed immediately: a long run may be stopped. */
let told = 0;
function tellNew(): void {
  const { found } = campaign;
  for (const sentence of found.slice(told)) console.log(sentence);
  told = found.length;
}

console.log(`seed ${seed}, cases ${first} to ${first + cases - 1}`);
while (done < cases && !campaign.isFull && secondsSoFar() < minutes * 60) {
  const end = Math.min(cases, done + CASES_BETWEEN_LOOKS);
  while (done < end && !campaign.isFull) campaign.run(first + done++);
  tellNew();
  progress();
}
if (process.stderr.isTTY) process.stderr.write("\n");
console.log(line());
process.exitCode = campaign.found.length === 0 ? 0 : 1;
