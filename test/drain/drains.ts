/**
 * Generated drains, compared with what kubectl, the eviction subresource and the disruption
 * controller do with them. Every difference is shrunk to the smallest case that shows it:
 *
 *     npm run oracle -- drain --seed 1 --cases 5000 [--minutes 1] [--release 1.37]
 *     npm run oracle -- drain --seed 1 --case 17
 *     npm run oracle -- drain --file build/drains/1-17.json
 *
 * Exits with 1 on a difference, with 2 when Kubernetes' code cannot be had.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { loadModule } from "../../hosts/system/modules.ts";
import { DRAIN, oraclePath, statusWithOracle } from "../fidelity/oracleProcess.ts";
import { PINNED_RELEASE } from "../fidelity/scenario.ts";
import type { DrainCase } from "./drainCase.ts";
import { drawCase } from "./drawCase.ts";
import { DrainJudge, type Verdict } from "./judge.ts";

const BATCH = 128;
const DIRECTORY = fileURLToPath(new URL("../../build/drains/", import.meta.url));

interface Plan {
  readonly seed: number;
  readonly first: number;
  readonly cases: number;
  /** Milliseconds since the epoch; no batch starts later. */
  readonly deadline: number;
}

/** How many drains there were, and how they ended. */
class Tally {
  cases = 0;
  evictions = 0;
  readonly #results = new Map<string, number>();
  readonly differing = new Map<string, number>();

  add({ drain, difference }: Verdict): void {
    this.cases++;
    this.evictions += drain.events.filter(({ kind }) => kind === "Evicted").length;
    count(this.#results, drain.result);
    if (difference !== null) count(this.differing, difference.what);
  }

  sentence(seed: number): string {
    const results = countsText(this.#results);
    const found =
      this.differing.size === 0 ? "0 different" : `different: ${countsText(this.differing)}`;
    return `seed ${seed}: ${this.cases} drains (${results}), ${this.evictions} evictions, ${found}`;
  }
}

function count(counts: Map<string, number>, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

function countsText(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([what, count]) => `${count} ${what}`).join(", ");
}

async function campaign(judge: DrainJudge, plan: Plan): Promise<Tally> {
  const tally = new Tally();
  const end = plan.first + plan.cases;
  for (let start = plan.first; start < end && Date.now() < plan.deadline; start += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, end - start) }, (_, i) => start + i);
    const cases = numbers.map((number) => drawCase(plan.seed, number));
    for (const [index, verdict] of (await judge.judge(cases)).entries()) {
      tally.add(verdict);
      const what = verdict.difference?.what;
      if (what === undefined || (tally.differing.get(what) ?? 0) > 1) continue;
      console.log(`--seed ${plan.seed} --case ${numbers[index]}`);
      await report(judge, cases[index] as DrainCase, what, `${plan.seed}-${numbers[index]}`);
    }
  }
  return tally;
}

/** Leaves out objects as long as a case differs in the same way, prints it and keeps it. */
async function report(judge: DrainJudge, asked: DrainCase, what: string, name: string) {
  let smallest = asked;
  for (;;) {
    const fewer = smallest.objects
      .filter(({ metadata }) => metadata.name !== smallest.request.node)
      .map((left) => ({ ...smallest, objects: smallest.objects.filter((each) => each !== left) }));
    const verdicts = await judge.judge(fewer);
    const found = fewer[verdicts.findIndex(({ difference }) => difference?.what === what)];
    if (found === undefined) break;
    smallest = found;
  }
  const [verdict] = await judge.judge([smallest]);
  mkdirSync(DIRECTORY, { recursive: true });
  writeFileSync(`${DIRECTORY}${name}.json`, `${JSON.stringify(smallest)}\n`);
  show(smallest, verdict);
  console.log(`Again: npm run oracle -- drain --file build/drains/${name}.json\n`);
}

function show({ objects, request }: DrainCase, verdict: Verdict | undefined): void {
  for (const object of objects) console.log(JSON.stringify(object));
  console.log(JSON.stringify(request));
  if (verdict?.difference == null) return;
  const { what, kubernetes, plimsoll } = verdict.difference;
  console.log(what);
  console.log(`  kubernetes  ${JSON.stringify(kubernetes)}`);
  console.log(`  plimsoll    ${JSON.stringify(plimsoll)}`);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      cases: { type: "string", default: "5000" },
      case: { type: "string" },
      minutes: { type: "string", default: "60" },
      file: { type: "string" },
      release: { type: "string", default: PINNED_RELEASE },
    },
  });
  const judge = new DrainJudge(
    oraclePath(values.release, DRAIN),
    await loadModule("scheduler"),
    values.release,
  );
  try {
    if (values.file !== undefined) {
      const kept = JSON.parse(readFileSync(values.file, "utf8")) as DrainCase;
      const [verdict] = await judge.judge([kept]);
      show(kept, verdict);
      return verdict?.difference == null ? 0 : 1;
    }
    const tally = await campaign(judge, {
      seed: Number(values.seed),
      first: Number(values.case ?? 0),
      cases: values.case === undefined ? Number(values.cases) : 1,
      deadline: Date.now() + Number(values.minutes) * 60_000,
    });
    console.log(tally.sentence(Number(values.seed)));
    return tally.differing.size === 0 ? 0 : 1;
  } finally {
    judge.close();
  }
}

process.exitCode = await statusWithOracle(main);
