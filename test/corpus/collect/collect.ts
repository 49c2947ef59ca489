/**
 * Chooses scenarios that show every combination of behaviors it comes across, asks the kubelet's
 * own code about them and writes the corpus of its release:
 *
 *     npm run corpus -- collect --seed 1 --cases 12000
 *     npm run corpus -- collect --again v1.36.4
 *     npm run corpus -- collect --theme resizes --cases 400
 *
 * The first takes half an hour or more; the second asks again about the scenarios of a corpus that
 * is there, and about vectors that it does not have; the third makes corpora of their own of
 * scenarios in which one thing decides: themes.ts. One seed chooses one list of scenarios. Exits
 * with 2 when the kubelet's code cannot be had.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { loadModule } from "../../../hosts/system/modules.ts";
import { drawScenario } from "../../fidelity/generate/scenario.ts";
import { oraclePath, statusWithOracle } from "../../fidelity/oracleProcess.ts";
import { PINNED_RELEASE, type Scenario } from "../../fidelity/scenario.ts";
import { readCorpus, writeCorpus } from "../corpus.ts";
import { corpusPath } from "../files.ts";
import { Choice, idOf } from "./choose.ts";
import { chooseDeciding } from "./deciding.ts";
import { Observer } from "./observer.ts";
import { Recorder } from "./record.ts";
import { asOf, THEMES, type Theme } from "./themes.ts";
import { vectorScenarios } from "./vectorScenarios.ts";

/** Made small are scenarios of so few pods; what needs more is looked for below. */
const PODS_MAX = 24;
/** Scenarios of a theme are readable. */
const THEME_PODS_MAX = 8;
/** Whole scenarios as they were drawn, in which nothing is left out. */
const WHOLE = 64;
const CROWDED_PODS_MIN = 100;
const CROWDED = 2;
/** Progress is printed, and the yield measured, after so many scenarios. */
const STRETCH = 256;
/** Pairs are exhausted when a stretch adds no more cases than this. */
const YIELD_MIN = 128;
/** Triples get a share of the corpus in any case. */
const PAIRS_SHARE = 0.75;

async function choose(seed: number, cases: number): Promise<Scenario[]> {
  const core = await loadModule("eviction");
  const observer = new Observer(() => new EvictionEngine(core));
  const pairs = new Choice(observer, "pairs");
  const whole = stretch(seed, 0, WHOLE);
  const crowded = stretch(seed, 0, 1000).filter(({ pods }) => pods.length >= CROWDED_PODS_MIN);
  const taken = [...vectorScenarios(), ...whole.filter(isFew), ...crowded.slice(0, CROWDED)];
  for (const scenario of taken) await pairs.take(scenario);
  const next = await extend(pairs, seed, WHOLE, cases * PAIRS_SHARE, YIELD_MIN);
  const triples = new Choice(observer, "triples");
  for (const scenario of pairs.chosen.values()) await triples.take(scenario);
  await extend(triples, seed, next, cases, 0);
  return [...triples.chosen.values()];
}

function stretch(seed: number, first: number, count: number): Scenario[] {
  return Array.from({ length: count }, (_, index) => drawScenario(seed, first + index));
}

function isFew({ pods }: Scenario): boolean {
  return pods.length <= PODS_MAX;
}

/** The number of the first scenario that was not considered. */
async function extend(
  choice: Choice,
  seed: number,
  start: number,
  cases: number,
  yieldMin: number,
): Promise<number> {
  for (let first = start; ; first += STRETCH) {
    const before = choice.chosen.size;
    for (const scenario of stretch(seed, first, STRETCH).filter(isFew)) {
      if (choice.chosen.size >= cases) return first + STRETCH;
      await choice.consider(scenario);
    }
    const sizes = `${choice.chosen.size} cases, ${choice.combinations} combinations`;
    console.error(`${first + STRETCH} scenarios of seed ${seed}: ${sizes}`);
    if (choice.chosen.size - before <= yieldMin) return first + STRETCH;
  }
}

/** Scenarios of few pods in which what the theme is about decides. */
async function chooseTheme(theme: Theme, seed: number, cases: number): Promise<Scenario[]> {
  const core = await loadModule("eviction");
  function* drawn(): Generator<Scenario> {
    for (let number = 0; ; number++) {
      const { kubeletVersion: _, ...scenario } = drawScenario(seed, number, theme.drawnFor);
      if (scenario.pods.length <= THEME_PODS_MAX) yield scenario;
    }
  }
  const chosen = await chooseDeciding(() => new EvictionEngine(core), drawn(), theme.forms, cases);
  return together(theme.first, chosen);
}

async function collectTheme(name: string, seed: number, cases: number): Promise<void> {
  const theme = THEMES[name];
  if (theme === undefined) throw new Error(`--theme takes ${Object.keys(THEMES).join(" or ")}.`);
  const scenarios = await chooseTheme(theme, seed, cases);
  const isOne = theme.releases.length === 1;
  for (const release of theme.releases) {
    const asked = isOne ? scenarios : scenarios.map((scenario) => asOf(scenario, release));
    await record(oraclePath(release), asked, `-${name}`);
  }
}

async function record(path: string, scenarios: readonly Scenario[], suffix = ""): Promise<void> {
  const recorder = new Recorder(path);
  const corpus = await recorder.corpus(scenarios);
  recorder.close();
  const bytes = writeCorpus(corpus);
  const file = corpusPath(`${corpus.header.kubernetes}${suffix}`);
  writeFileSync(file, bytes);
  const left = scenarios.length - corpus.cases.length;
  console.log(`${file}: ${corpus.cases.length} cases, ${bytes.length} bytes, ${left} left out`);
}

/** The scenarios of a corpus that is there. */
function scenariosOf(name: string): Scenario[] {
  const { cases } = readCorpus(new Uint8Array(readFileSync(corpusPath(name))));
  return cases.map(({ scenario }) => {
    const { kubeletVersion: _, ...asked } = asOf(scenario, PINNED_RELEASE);
    return asked;
  });
}

/** Each once. */
function together(...lists: readonly (readonly Scenario[])[]): Scenario[] {
  return [...new Map(lists.flat().map((scenario) => [idOf(scenario), scenario])).values()];
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      seed: { type: "string", default: "1" },
      cases: { type: "string", default: "12000" },
      again: { type: "string" },
      theme: { type: "string" },
    },
  });
  const { again, theme } = values;
  const [seed, cases] = [Number(values.seed), Number(values.cases)];
  if (theme !== undefined) await collectTheme(theme, seed, cases);
  else if (again === undefined) await record(oraclePath(), await choose(seed, cases));
  else await record(oraclePath(), together(scenariosOf(again), vectorScenarios()));
  return 0;
}

process.exitCode = await statusWithOracle(main);
