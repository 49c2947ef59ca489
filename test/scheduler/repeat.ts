/**
 * Plays generated clusters twice on the scheduler's own code. Exits with 1 when two answers differ:
 * then a source of chance is not under control. Prints what the clusters exercise.
 *
 *     npm run oracle -- repeat --release 1.31,1.36 --seed 1 --cases 300
 */
import { parseArgs } from "node:util";
import { statusWithOracle } from "../fidelity/oracleProcess.ts";
import { drawScenario } from "./generate/cluster.ts";
import { SchedulerOracle } from "./oracle.ts";
import { type OracleDecision, type Played, RELEASES, type Release } from "./scenario.ts";

const BATCH = 32;

/** How often each result, refusal and score was seen. */
class Exercised {
  decisions = 0;
  different = 0;
  readonly #seen = new Map<string, number>();

  add({ decisions, error }: Played<OracleDecision>): void {
    if (error !== undefined) this.#count(`refused at ${error.stage}`);
    for (const decision of decisions) {
      this.decisions++;
      this.#count(decision.result);
      if ((decision.ties ?? []).length > 0) this.#count("tied");
      if (decision.refused !== undefined) this.#count(`refused by ${decision.refused.plugin}`);
      for (const { filter, scores = {} } of decision.nodes ?? []) {
        if (filter !== undefined) this.#count(`node refused by ${filter.plugin}`);
        for (const plugin of Object.keys(scores)) this.#count(`node scored by ${plugin}`);
      }
    }
  }

  lines(): string[] {
    return [...this.#seen].toSorted().map(([what, times]) => `  ${what}: ${times}`);
  }

  #count(what: string): void {
    this.#seen.set(what, (this.#seen.get(what) ?? 0) + 1);
  }
}

async function repeat(release: Release, seed: number, cases: number): Promise<Exercised> {
  const oracle = new SchedulerOracle();
  const exercised = new Exercised();
  try {
    for (let start = 0; start < cases; start += BATCH) {
      const scenarios = Array.from({ length: Math.min(BATCH, cases - start) }, (_, index) =>
        drawScenario(seed, start + index, release),
      );
      const first = await oracle.play(scenarios);
      const second = await oracle.play(scenarios);
      for (const [index, played] of first.entries()) {
        exercised.add(played);
        if (JSON.stringify(played) === JSON.stringify(second[index])) continue;
        exercised.different++;
        console.log(`--release ${release} --seed ${seed}: case ${start + index} differs`);
      }
    }
  } finally {
    oracle.close();
  }
  return exercised;
}

function releasesNamed(text: string): Release[] {
  const names = text.split(",");
  const unknown = names.find((name) => !RELEASES.includes(name));
  if (unknown === undefined) return names;
  throw new Error(`There is no scheduler of ${unknown}; choose from ${RELEASES.join(", ")}.`);
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      release: { type: "string", default: RELEASES.join(",") },
      seed: { type: "string", default: "1" },
      cases: { type: "string", default: "300" },
    },
  });
  let different = 0;
  for (const release of releasesNamed(values.release)) {
    const exercised = await repeat(release, Number(values.seed), Number(values.cases));
    different += exercised.different;
    console.log(
      `${release}: ${values.cases} clusters, ${exercised.decisions} decisions, ` +
        `${exercised.different} different (seed ${values.seed})`,
    );
    for (const line of exercised.lines()) console.log(line);
  }
  return different === 0 ? 0 : 1;
}

process.exitCode = await statusWithOracle(main);
