/**
 * Plays generated clusters on the scheduler's own code and on the module, and reports every
 * difference, shrunk to the smallest cluster that shows it:
 *
 *     npm run oracle -- scheduler --release 1.35 --seed 1 --cases 3000 [--minutes 5]
 *     npm run oracle -- scheduler --release 1.35 --seed 1 --case 17 [--features fit,taints]
 *     npm run oracle -- scheduler --scenario build/scheduler/1.35-1-17.json
 *
 * Exits with 1 on a difference, with 2 when the scheduler's code cannot be had.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { loadModule } from "../../hosts/system/modules.ts";
import { statusWithOracle } from "../fidelity/oracleProcess.ts";
import { drawScenario } from "./generate/cluster.ts";
import { Judge } from "./judge.ts";
import { Player } from "./play.ts";
import { renderDifference, report } from "./report.ts";
import { FEATURES, type Feature, RELEASES, type Release, type Scenario } from "./scenario.ts";
import { Tally } from "./tally.ts";

const BATCH = 32;

interface Plan {
  readonly release: Release;
  readonly features: readonly Feature[] | undefined;
  readonly seed: number;
  readonly first: number;
  readonly cases: number;
  /** Milliseconds since the epoch; no batch starts later. */
  readonly deadline: number;
  /** Differences of one kind that are shrunk and shown. */
  readonly shown: number;
}

async function campaign(judge: Judge, plan: Plan): Promise<Tally> {
  const tally = new Tally();
  const { seed, release, features } = plan;
  const end = plan.first + plan.cases;
  for (let start = plan.first; start < end && Date.now() < plan.deadline; start += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, end - start) }, (_, i) => start + i);
    const scenarios = numbers.map((number) => drawScenario(seed, number, release, features));
    const verdicts = await judge.judge(scenarios);
    for (const [index, verdict] of verdicts.entries()) {
      tally.add(verdict);
      const what = verdict.differences[0]?.what;
      if (what === undefined || (tally.differing.get(what) ?? 0) > plan.shown) continue;
      console.log(`--release ${release} --seed ${seed} --case ${numbers[index]}`);
      await report(judge, scenarios[index] as Scenario, verdict);
    }
  }
  return tally;
}

async function again(judge: Judge, path: string): Promise<number> {
  const scenario = JSON.parse(readFileSync(path, "utf8")) as Scenario;
  const [verdict] = await judge.judge([scenario]);
  for (const difference of verdict?.differences ?? []) console.log(renderDifference(difference));
  return verdict?.differences.length === 0 ? 0 : 1;
}

function chosen<T extends string>(text: string | undefined, known: readonly T[]): T[] | undefined {
  const names = text?.split(",");
  const unknown = names?.find((name) => !(known as readonly string[]).includes(name));
  if (unknown !== undefined) {
    throw new Error(`There is no ${unknown}; choose from ${known.join(", ")}.`);
  }
  return names as T[] | undefined;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      release: { type: "string", default: "1.35" },
      features: { type: "string" },
      seed: { type: "string", default: "1" },
      cases: { type: "string", default: "3000" },
      case: { type: "string" },
      minutes: { type: "string", default: "60" },
      shown: { type: "string", default: "1" },
      scenario: { type: "string" },
    },
  });
  const player = new Player(await loadModule("scheduler"));
  const judge = new Judge((scenario) => player.play(scenario));
  try {
    if (values.scenario !== undefined) return await again(judge, values.scenario);
    const seed = Number(values.seed);
    const deadline = Date.now() + Number(values.minutes) * 60_000;
    let different = 0;
    for (const release of chosen(values.release, RELEASES) ?? []) {
      const tally = await campaign(judge, {
        release,
        features: chosen(values.features, FEATURES),
        seed,
        first: Number(values.case ?? 0),
        cases: values.case === undefined ? Number(values.cases) : 1,
        deadline,
        shown: Number(values.shown),
      });
      console.log(tally.sentence(release, seed));
      different += tally.differing.size;
    }
    return different === 0 ? 0 : 1;
  } finally {
    judge.close();
  }
}

process.exitCode = await statusWithOracle(main);
