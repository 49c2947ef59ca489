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
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { oraclePath, SIMULATOR, statusWithOracle } from "../fidelity/oracleProcess.ts";
import { PINNED_RELEASE } from "../fidelity/scenario.ts";
import { ROOT } from "../module/compile.ts";
import { drawScenario } from "./draw.ts";
import { judgeAll, judges, type Verdict } from "./judge.ts";

/** For a scenario that is rerun with other turns. */
const OTHER_MILLISECONDS = 60_000;

class Tally {
  same = 0;
  drifted = 0;
  otherOrder = 0;
  storms = 0;
  beyondMemory = 0;
  notEnded = 0;
  events = 0;
  different = 0;

  add(verdict: Verdict): void {
    if (typeof verdict === "string") this[verdict]++;
    else if (verdict.difference !== undefined) this.different++;
    else {
      this.events += verdict.events;
      if (verdict.isStorm) this.storms++;
      else if (verdict.isDrifted) this.drifted++;
      else if (verdict.order === undefined) this.same++;
      else this.otherOrder++;
    }
  }

  sentence(): string {
    const same = this.same + this.drifted + this.otherOrder + this.storms;
    return (
      `${same} scenarios the same (${this.events} events), of these ${this.drifted} but for ` +
      `neighbors that turns of loops drift past, ${this.otherOrder} in another legal order and ` +
      `${this.storms} up to where pods are refused as fast as calls go; ` +
      `${this.different} different; passed over: ${this.beyondMemory} that use more memory ` +
      `than there is, ${this.notEnded} that the real code did not end.`
    );
  }
}

function report(seed: number, verdict: Verdict): void {
  if (verdict === "notEnded") console.log(`--case ${seed} does not end in the real code`);
  else if (typeof verdict !== "string" && verdict.difference !== undefined) {
    const { index, ours, real } = verdict.difference;
    console.log(`--case ${seed} differs at event ${index}:\n  ours: ${ours}\n  real: ${real}`);
  }
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
  const tally = new Tally();
  const manner = { strictness: "inOrder", otherMilliseconds: OTHER_MILLISECONDS } as const;
  const all = judges(path, module, manner);
  try {
    await judgeAll(
      all,
      { first, cases, deadline },
      (seed) => ({ ...drawScenario(seed), release }),
      (seed, verdict) => {
        tally.add(verdict);
        report(seed, verdict);
      },
    );
  } finally {
    for (const judge of all) judge.close();
  }
  console.log(tally.sentence());
  return tally.different === 0 ? 0 : 1;
}

process.exitCode = await statusWithOracle(main);
