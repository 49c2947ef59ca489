/**
 * Plays small scenarios about one controller at a time on Kubernetes' own code and on the module,
 * and reports every difference:
 *
 *     npm run oracle -- controllers [--controller Job] [--seed 1] [--cases 5000] [--release 1.37]
 *     npm run oracle -- controllers --controller Job --case 17 [--show]
 *
 * Without a name, all controllers in turn. Exits with 1 on a difference, with 2 when Kubernetes'
 * code cannot be had.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { oraclePath, SIMULATOR, statusWithOracle } from "../../fidelity/oracleProcess.ts";
import { PINNED_RELEASE } from "../../fidelity/scenario.ts";
import { ROOT } from "../../module/compile.ts";
import { ourLines, playScenario, realLines } from "../compare.ts";
import { type Judge, judgeAll, judges as judgesOf, type Seeds, type Verdict } from "../judge.ts";
import { CANONICAL, type Scenario } from "../scenario.ts";
import type { Controller } from "./controller.ts";
import { CONTROLLERS, scenarioOf } from "./scenarios.ts";

/** For a scenario with other turns; small ones end soon. */
const OTHER_MILLISECONDS = 5_000;
/** Differences that are printed in full; the others are counted. */
const TOLD = 12;

class Tally {
  same = 0;
  otherOrder = 0;
  drifted = 0;
  storms = 0;
  unplayed = 0;
  events = 0;
  different = 0;

  add(verdict: Verdict): void {
    if (typeof verdict === "string") this.unplayed++;
    else if (verdict.difference !== undefined) this.different++;
    else if (verdict.isStorm) this.storms++;
    else {
      this.events += verdict.events;
      if (verdict.isDrifted) this.drifted++;
      else if (verdict.order !== undefined) this.otherOrder++;
      else this.same++;
    }
  }

  sentence(name: string): string {
    const same = this.same + this.otherOrder + this.drifted;
    const passed = this.unplayed + this.storms;
    return (
      `${name}: ${same} scenarios the same (${this.events} events), of these ${this.drifted} but ` +
      `for drift and ${this.otherOrder} in another legal order; ${this.different} different; ` +
      `${passed} passed over`
    );
  }
}

async function campaign(
  judges: readonly Judge[],
  controller: Controller,
  release: string,
  seeds: Seeds,
) {
  const tally = new Tally();
  await judgeAll(
    judges,
    seeds,
    (seed) => scenarioOf(controller, seed, release),
    (seed, verdict) => {
      tally.add(verdict);
      report(controller.name, seed, verdict, tally.different);
    },
  );
  console.log(tally.sentence(controller.name));
  return tally.different;
}

function report(name: string, seed: number, verdict: Verdict, different: number): void {
  const again = `--controller ${name} --case ${seed}`;
  if (verdict === "notEnded") console.log(`${again} does not end in the real code`);
  else if (verdict === "beyondMemory") console.log(`${again} uses more memory than there is`);
  else if (verdict.difference !== undefined && different <= TOLD) {
    const { index, ours, real } = verdict.difference;
    console.log(`${again} differs at event ${index}:\n  ours: ${ours}\n  real: ${real}`);
  }
}

/** The scenario, and the events of both sides. */
async function show(judge: Judge, module: WebAssembly.Module, scenario: Scenario): Promise<void> {
  const real = await judge.ask(scenario, CANONICAL);
  console.log(JSON.stringify(scenario));
  const { events, verdict } = playScenario(module, scenario);
  console.log(`ours, ${verdict.verdict}:`, ourLines(scenario, events, "withTimes"));
  if (typeof real !== "string") console.log("real:", realLines(scenario, real, "withTimes"));
}

function chosen(name: string | undefined): readonly Controller[] {
  const found = CONTROLLERS.filter((controller) => name === undefined || controller.name === name);
  if (found.length > 0) return found;
  const names = CONTROLLERS.map((controller) => controller.name).join(", ");
  throw new Error(`--controller ${name} is not one of ${names}.`);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      controller: { type: "string" },
      seed: { type: "string", default: "1" },
      cases: { type: "string", default: "5000" },
      case: { type: "string" },
      minutes: { type: "string", default: "60" },
      release: { type: "string", default: PINNED_RELEASE },
      show: { type: "boolean", default: false },
    },
  });
  const controllers = chosen(values.controller);
  const { release } = values;
  const path = oraclePath(release, SIMULATOR);
  const module = new WebAssembly.Module(readFileSync(join(ROOT, "dist/plimsoll-simulator.wasm")));
  const manner = { strictness: "withTimes", otherMilliseconds: OTHER_MILLISECONDS } as const;
  const judges = judgesOf(path, module, manner);
  const first = Number(values.case ?? values.seed);
  const cases = values.case === undefined ? Number(values.cases) : 1;
  const share = (Number(values.minutes) * 60_000) / controllers.length;
  let different = 0;
  try {
    for (const controller of controllers) {
      if (values.show) {
        await show(judges[0] as Judge, module, scenarioOf(controller, first, release));
      }
      const deadline = Date.now() + share;
      different += await campaign(judges, controller, release, { first, cases, deadline });
    }
  } finally {
    for (const judge of judges) judge.close();
  }
  return different === 0 ? 0 : 1;
}

process.exitCode = await statusWithOracle(main);
