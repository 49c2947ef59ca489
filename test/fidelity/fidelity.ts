/**
 * Plays generated scenarios on the kubelet's own code and on the engine, and reports every
 * difference, shrunk to the smallest scenario that shows it:
 *
 *     npm run oracle -- eviction --seed 1 --cases 3000 [--minutes 5]
 *     npm run oracle -- eviction --seed 1 --case 17 [--release 1.31]
 *     npm run oracle -- eviction --scenario build/fidelity/1-17.json
 *
 * Exits with 1 on a difference, with 2 when the kubelet's code cannot be had.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { parse } from "yaml";
import { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { loadModule } from "../../hosts/system/modules.ts";
import { drawScenario } from "./generate/scenario.ts";
import { Judge } from "./judge.ts";
import { oraclePath, statusWithOracle } from "./oracleProcess.ts";
import { Player } from "./play.ts";
import { renderDifference } from "./render.ts";
import { report } from "./report.ts";
import type { Scenario } from "./scenario.ts";
import { Tally } from "./tally.ts";

const BATCH = 64;

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

async function campaign(judge: Judge, plan: Plan): Promise<Tally> {
  const tally = new Tally();
  const end = plan.first + plan.cases;
  for (let start = plan.first; start < end && Date.now() < plan.deadline; start += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, end - start) }, (_, i) => start + i);
    const { seed, release } = plan;
    const scenarios = numbers.map((number) => drawScenario(seed, number, release));
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
  const core = await loadModule("eviction");
  const judge = new Judge(new Player(() => new EvictionEngine(core)), path);
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

process.exitCode = await statusWithOracle(main);
