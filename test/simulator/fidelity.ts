/**
 * Plays drawn scenarios on a whole small cluster of Kubernetes' own code and on the module, and
 * reports every difference:
 *
 *     npm run oracle -- simulator [--seed 1] [--cases 40] [--minutes 5] [--release 1.37]
 *     npm run oracle -- simulator --case 17
 *
 * Another legal order of what happens at once may lead elsewhere, and so may calls that take other
 * times: a scenario that differs is rerun with such turns, and counts as a difference when
 * none of them leads where ours does. Exits with 1 on a difference, with 2 when Kubernetes' code
 * cannot be had.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { oraclePath, SIMULATOR, statusWithOracle } from "../fidelity/oracleProcess.ts";
import { PINNED_RELEASE } from "../fidelity/scenario.ts";
import { ROOT } from "../module/compile.ts";
import { type Comparison, compareScenario, type OracleEvent } from "./compare.ts";
import { drawScenario } from "./draw.ts";
import { CANONICAL, forOracle, OTHER_TURNS, type Scenario, type Turns } from "./scenario.ts";

/** A scenario that does not end by then is passed over. */
const SCENARIO_MILLISECONDS = 120_000;

/** What the oracle says of a scenario that it ended: its events are those of a storm. */
const REFUSED = / pods were refused$/;

/**
 * What the oracle says of a scenario that uses more memory than there is: who dies is not played.
 */
const BEYOND_MEMORY = / bytes of \d+, and who is killed then is not played$/;

interface Answer {
  readonly events: readonly OracleEvent[];
  readonly error?: string;
}

type Asked = readonly OracleEvent[] | "beyondMemory" | "notEnded";

/**
 * The events of the real code; anything else it reports is a defect of the generator.
 */
function ask(path: string, scenario: Scenario, turns: Turns): Asked {
  const { stdout, status, stderr, error } = spawnSync(path, {
    input: `${forOracle(scenario, turns)}\n`,
    encoding: "utf8",
    timeout: SCENARIO_MILLISECONDS,
    maxBuffer: 1 << 30,
  });
  if (error !== undefined && "code" in error && error.code === "ETIMEDOUT") return "notEnded";
  if (status !== 0 || stdout === "") {
    throw new Error(
      `--case ${scenario.id} is not played: the oracle ended with ${status}: ${stderr}`,
    );
  }
  const answer = JSON.parse(stdout) as Answer;
  if (answer.error === undefined || REFUSED.test(answer.error)) return answer.events;
  if (BEYOND_MEMORY.test(answer.error)) return "beyondMemory";
  throw new Error(`--case ${scenario.id} is not played: ${answer.error}`);
}

/** The comparison with the order that comes closest. */
function judge(
  path: string,
  module: WebAssembly.Module,
  scenario: Scenario,
): Comparison | "beyondMemory" | "notEnded" {
  const real = ask(path, scenario, CANONICAL);
  if (typeof real === "string") return real;
  const canonical = compareScenario(module, scenario, real);
  if (canonical.difference === undefined) return canonical;
  for (const turns of OTHER_TURNS) {
    const other = ask(path, scenario, turns);
    if (typeof other === "string") continue;
    const comparison = compareScenario(module, scenario, other);
    if (comparison.difference === undefined) return { ...comparison, order: turns.seed };
  }
  return canonical;
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      cases: { type: "string", default: "40" },
      case: { type: "string" },
      minutes: { type: "string", default: "60" },
      release: { type: "string", default: PINNED_RELEASE },
    },
  });
  const { release } = values;
  const path = oraclePath(release, SIMULATOR);
  const module = new WebAssembly.Module(readFileSync(join(ROOT, "dist/plimsoll-simulator.wasm")));
  const first = Number(values.case ?? values.seed);
  const cases = values.case === undefined ? Number(values.cases) : 1;
  const deadline = Date.now() + Number(values.minutes) * 60_000;
  const tally = {
    same: 0,
    drifted: 0,
    otherOrder: 0,
    storms: 0,
    beyondMemory: 0,
    notEnded: 0,
    events: 0,
    different: 0,
  };
  for (let seed = first; seed < first + cases && Date.now() < deadline; seed++) {
    const comparison = judge(path, module, { ...drawScenario(seed), release });
    if (comparison === "notEnded") console.log(`--case ${seed} does not end in the real code`);
    if (typeof comparison === "string") tally[comparison]++;
    else if (comparison.difference === undefined) {
      tally.events += comparison.events;
      if (comparison.isStorm) tally.storms++;
      else if (comparison.isDrifted) tally.drifted++;
      else if (comparison.order === undefined) tally.same++;
      else tally.otherOrder++;
    } else {
      tally.different++;
      const { index, ours, real } = comparison.difference;
      console.log(`--case ${seed} differs at event ${index}:\n  ours: ${ours}\n  real: ${real}`);
    }
  }
  const same = tally.same + tally.drifted + tally.otherOrder + tally.storms;
  console.log(
    `${same} scenarios the same (${tally.events} events), of these ${tally.drifted} but for ` +
      `neighbors that turns of loops drift past, ${tally.otherOrder} in another legal order and ` +
      `${tally.storms} up to where pods are refused as fast as calls go; ` +
      `${tally.different} different; passed over: ${tally.beyondMemory} that use more memory ` +
      `than there is, ${tally.notEnded} that the real code did not end.`,
  );
  return tally.different === 0 ? 0 : 1;
}

process.exitCode = await statusWithOracle(main);
