/**
 * Plays generated scenarios on the kubelet's own code and on the engine, and reports every
 * difference, shrunk to the smallest scenario that shows it:
 *
 *     npm run fidelity -- --seed 1 --cases 3000 [--minutes 5]
 *     npm run fidelity -- --seed 1 --case 17 [--release 1.31]
 *     npm run fidelity -- --scenario build/fidelity/1-17.json
 *
 * Exits with 1 on a difference, with 2 when the kubelet's code cannot be had.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { loadCore } from "../../hosts/node/wasm.ts";
import { Engine } from "../../hosts/shared/engine.ts";
import { type Json, writeJson } from "../vectors/notation.ts";
import { drawScenario } from "./generate/film.ts";
import { Judge, type Verdict } from "./judge.ts";
import { OracleMissing, oraclePath } from "./oracleProcess.ts";
import { Player } from "./play.ts";
import { renderDifference, renderScenario } from "./render.ts";
import type { Scenario } from "./scenario.ts";
import { shrink } from "./shrink.ts";

const BATCH = 64;
const DIRECTORY = fileURLToPath(new URL("../../build/fidelity/", import.meta.url));

interface Plan {
  /** Another release than the pinned one. */
  readonly release: string | undefined;
  readonly seed: number;
  readonly first: number;
  readonly cases: number;
  /** Milliseconds since the epoch; no batch starts later. */
  readonly deadline: number;
  /** Differences of one name that are shrunk and shown. */
  readonly shown: number;
}

/** What a campaign has come to. */
class Tally {
  cases = 0;
  skipped = 0;
  steps = 0;
  evictions = 0;
  readonly differing = new Map<string, number>();
  readonly deliberate = new Map<string, number>();

  add(verdict: Verdict): void {
    this.cases++;
    this.skipped += Number(verdict.skipped);
    this.steps += verdict.steps;
    this.evictions += verdict.evictions;
    count(this.differing, verdict.differences[0]?.what);
    for (const name of verdict.deliberate) count(this.deliberate, name);
  }

  sentence(seed: number): string {
    const different = [...this.differing.values()].reduce((sum, one) => sum + one, 0);
    const lines = [
      `${this.cases} scenarios, ${this.steps} steps, ${this.evictions} evictions, ` +
        `${this.skipped} skipped, ${different} different (seed ${seed})`,
      ...[...this.differing].map(([what, times]) => `  different: ${what}: ${times}`),
      ...[...this.deliberate].map(([name, times]) => `  deliberate: ${name}: ${times}`),
    ];
    return lines.join("\n");
  }
}

function count(counts: Map<string, number>, name: string | undefined): void {
  if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
}

async function campaign(judge: Judge, plan: Plan): Promise<Tally> {
  const tally = new Tally();
  const end = plan.first + plan.cases;
  for (let start = plan.first; start < end && Date.now() < plan.deadline; start += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, end - start) }, (_, i) => start + i);
    const scenarios = numbers.map((number) => drawFor(plan, number));
    const verdicts = await judge.judge(scenarios);
    for (const [index, verdict] of verdicts.entries()) {
      tally.add(verdict);
      const what = verdict.differences[0]?.what;
      if (what === undefined || (tally.differing.get(what) ?? 0) > plan.shown) continue;
      const name = `${plan.seed}-${numbers[index]}`;
      console.log(`--seed ${plan.seed} --case ${numbers[index]}`);
      await report(judge, scenarios[index] as Scenario, verdict, name);
    }
  }
  return tally;
}

function drawFor({ seed, release }: Plan, number: number): Scenario {
  const scenario = drawScenario(seed, number);
  return release === undefined ? scenario : { ...scenario, kubeletVersion: release };
}

/** Shrinks and prints one difference, and keeps the scenario in a file. */
async function report(
  judge: Judge,
  scenario: Scenario,
  verdict: Verdict,
  name: string,
): Promise<void> {
  const what = verdict.differences[0]?.what;
  const release = scenario.kubeletVersion;
  const ofRelease = (candidate: Scenario): Scenario =>
    release === undefined ? candidate : { ...candidate, kubeletVersion: release };
  const shrunk = await shrink(scenario, async (candidates) => {
    const verdicts = await judge.judge(candidates.map(ofRelease));
    return verdicts.findIndex(({ differences }) => differences[0]?.what === what);
  });
  const smallest = ofRelease(shrunk);
  const [final] = await judge.judge([smallest]);
  mkdirSync(DIRECTORY, { recursive: true });
  writeFileSync(`${DIRECTORY}${name}.json`, `${writeJson(smallest as unknown as Json)}\n`);
  console.log(renderScenario(smallest));
  for (const difference of final?.differences ?? []) console.log(renderDifference(difference));
  console.log(`Again: npm run fidelity -- --scenario build/fidelity/${name}.json\n`);
}

function readScenario(path: string): Scenario {
  return parse(readFileSync(path, "utf8"), { intAsBigInt: true }) as Scenario;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      cases: { type: "string", default: "3000" },
      case: { type: "string" },
      minutes: { type: "string", default: "60" },
      shown: { type: "string", default: "1" },
      scenario: { type: "string" },
      release: { type: "string" },
    },
  });
  const kept = values.scenario === undefined ? null : readScenario(values.scenario);
  const path = oraclePath(kept?.kubeletVersion ?? values.release);
  const core = await loadCore();
  const judge = new Judge(new Player(() => new Engine(core)), path);
  try {
    if (kept !== null) {
      const [verdict] = await judge.judge([kept]);
      for (const difference of verdict?.differences ?? [])
        console.log(renderDifference(difference));
      return verdict?.differences.length === 0 ? 0 : 1;
    }
    const tally = await campaign(judge, {
      release: values.release,
      seed: Number(values.seed),
      first: Number(values.case ?? 0),
      cases: values.case === undefined ? Number(values.cases) : 1,
      deadline: Date.now() + Number(values.minutes) * 60_000,
      shown: Number(values.shown),
    });
    console.log(tally.sentence(Number(values.seed)));
    return tally.differing.size === 0 ? 0 : 1;
  } finally {
    judge.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof OracleMissing)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
