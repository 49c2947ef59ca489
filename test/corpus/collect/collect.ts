/**
 * Chooses scenarios that show every combination of behaviours it comes across, asks the kubelet's
 * own code about them and writes the corpus of its release:
 *
 *     npm run corpus:collect -- --seed 1 --cases 12000
 *     npm run corpus:collect -- --again v1.35.8
 *
 * The first takes an hour or two; the second asks anew about the scenarios of a corpus that is
 * there. Exits with 2 when the kubelet's code cannot be had.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { loadCore } from "../../../hosts/node/wasm.ts";
import { Engine } from "../../../hosts/shared/engine.ts";
import { drawScenario } from "../../fidelity/generate/film.ts";
import { OracleMissing, oraclePath } from "../../fidelity/oracleProcess.ts";
import type { Scenario } from "../../fidelity/scenario.ts";
import { readCorpus, writeCorpus } from "../corpus.ts";
import { corpusPath } from "../files.ts";
import { Choice } from "./choose.ts";
import { Observer } from "./observer.ts";
import { Recorder } from "./record.ts";
import { vectorScenarios } from "./vectorScenarios.ts";

/** So many at once keep the kubelet's code and the engine busy at the same time. */
const BATCH = 256;
/** Enough to meet each choice; a scenario is recorded with many more. */
const RUNS = 4;
/** Made small are scenarios of so few pods; what needs more is looked for below. */
const PODS_MAX = 24;
/** Whole scenarios as they were drawn, in which nothing is left out. */
const WHOLE = 64;
const CROWDED_PODS_MIN = 100;
const CROWDED = 2;

async function choose(path: string, seed: number, cases: number): Promise<Scenario[]> {
  const core = await loadCore();
  const observer = new Observer(() => new Engine(core), path, RUNS);
  const choice = new Choice(observer);
  const drawn = (first: number, count: number): Scenario[] =>
    Array.from({ length: count }, (_, index) => drawScenario(seed, first + index));
  const few = ({ pods }: Scenario) => pods.length <= PODS_MAX;
  await choice.take(vectorScenarios());
  await choice.take(drawn(0, WHOLE).filter(few));
  const crowded = drawn(0, 1000).filter(({ pods }) => pods.length >= CROWDED_PODS_MIN);
  await choice.take(crowded.slice(0, CROWDED));
  for (let first = WHOLE; choice.chosen.size < cases; first += BATCH) {
    await choice.consider(drawn(first, BATCH).filter(few));
    const sizes = `${choice.chosen.size} cases, ${choice.combinations} combinations`;
    console.error(`${first + BATCH} scenarios of seed ${seed}: ${sizes}`);
  }
  observer.close();
  return [...choice.chosen.values()];
}

/** The scenarios of a corpus that is there. */
function scenariosOf(kubernetes: string): Scenario[] {
  const { cases } = readCorpus(new Uint8Array(readFileSync(corpusPath(kubernetes))));
  return cases.map(({ scenario }) => scenario);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      cases: { type: "string", default: "12000" },
      again: { type: "string" },
    },
  });
  const path = oraclePath();
  const scenarios =
    values.again === undefined
      ? await choose(path, Number(values.seed), Number(values.cases))
      : scenariosOf(values.again);
  const recorder = new Recorder(path);
  const corpus = await recorder.corpus(scenarios);
  recorder.close();
  const bytes = writeCorpus(corpus);
  const file = corpusPath(corpus.header.kubernetes);
  writeFileSync(file, bytes);
  const left = scenarios.length - corpus.cases.length;
  console.log(`${file}: ${corpus.cases.length} cases, ${bytes.length} bytes, ${left} left out`);
}

try {
  await main();
} catch (error) {
  if (!(error instanceof OracleMissing)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
