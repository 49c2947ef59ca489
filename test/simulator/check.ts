/**
 * Asks Kubernetes' own code again about the recorded scenarios of clusters and of controllers, of
 * each release whose code played them alike:
 *
 *     npm run corpus -- simulations [--release 1.37]
 *
 * Exits with 1 when a scenario is played otherwise than by the module, which the tests compare with
 * what is recorded; with 2 when Kubernetes' code cannot be had.
 */
import { parseArgs } from "node:util";
import { SIMULATOR as ORACLE, oraclePath, statusWithOracle } from "../fidelity/oracleProcess.ts";
import { RECORDED } from "./controllers/recorded.ts";
import { CONTROLLERS, scenarioOf } from "./controllers/scenarios.ts";
import { drawScenario } from "./draw.ts";
import { Judge, type Verdict } from "./judge.ts";
import { SIMULATOR } from "./playing.ts";
import { byRelease, RECORDED_SCENARIOS } from "./recorded.ts";
import type { Scenario } from "./scenario.ts";

const CLUSTERS = { strictness: "inOrder", otherMilliseconds: 60_000 } as const;
const SINGLE = { strictness: "withTimes", otherMilliseconds: 5_000 } as const;

interface Play {
  readonly name: string;
  readonly release: string;
  readonly scenario: Scenario;
}

function clusterPlays(): readonly Play[] {
  return byRelease(RECORDED_SCENARIOS).map(({ seed, release }) => {
    return { name: `cluster ${seed}`, release, scenario: { ...drawScenario(seed), release } };
  });
}

function controllerPlays(): readonly Play[] {
  return byRelease(RECORDED).flatMap(({ controller, seed, release }) => {
    const found = CONTROLLERS.filter(({ name }) => name === controller);
    return found.map((each) => {
      return { name: `${controller} ${seed}`, release, scenario: scenarioOf(each, seed, release) };
    });
  });
}

/** What is printed of a scenario that is played otherwise; null for the others. */
function otherwise(verdict: Verdict): string | null {
  if (typeof verdict === "string") return verdict;
  return verdict.difference === undefined ? null : JSON.stringify(verdict.difference);
}

async function asked(
  release: string,
  plays: readonly Play[],
  manner: typeof CLUSTERS | typeof SINGLE,
): Promise<number> {
  const judge = new Judge(oraclePath(release, ORACLE), SIMULATOR, manner);
  let different = 0;
  try {
    for (const { name, scenario } of plays) {
      const found = otherwise(await judge.judge(scenario));
      if (found === null) continue;
      different++;
      console.error(`${release}: ${name} is played otherwise now: ${found}`);
    }
  } finally {
    judge.close();
  }
  return different;
}

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { release: { type: "string" } } });
  const groups = [
    [clusterPlays(), CLUSTERS],
    [controllerPlays(), SINGLE],
  ] as const;
  const all = groups.flatMap(([plays]) => plays.map(({ release }) => release));
  const releases = values.release === undefined ? [...new Set(all)] : [values.release];
  let different = 0;
  for (const release of releases) {
    for (const [plays, manner] of groups) {
      const own = plays.filter((play) => play.release === release);
      different += await asked(release, own, manner);
    }
    console.log(`${release}: ${all.filter((each) => each === release).length} scenarios played`);
  }
  console.log(`${different} played otherwise`);
  return different === 0 ? 0 : 1;
}

process.exitCode = await statusWithOracle(main);
