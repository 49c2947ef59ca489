/** What the kubelet's code answers about the chosen scenarios, as it goes into the corpus. */
import type { Worth } from "../../fidelity/criterion/configuration.ts";
import type { OracleAnswer, OraclePods, OracleStep, Scenario } from "../../fidelity/scenario.ts";
import { thresholdTexts } from "../../fidelity/worths.ts";
import { canonical } from "../../vectors/comparison.ts";
import { CORPUS_VERSION, type Corpus, type CorpusCase } from "../corpus.ts";
import { idOf } from "./choose.ts";
import { Kubelet } from "./kubelet.ts";

/**
 * Each scenario runs so often, in other orders of maps and pods: one choice among twenty is
 * then missed once in a hundred million.
 */
export const RUNS = 400;

/** Of a step with more outcomes than this, so many runs may miss one. */
const OUTCOMES_MAX = 16;

/** Progress is printed after so many. */
const BATCH = 500;

export class Recorder {
  /** Two that throw different dice: what they do not agree on depends on luck and is left out. */
  readonly #kubelets: readonly [Kubelet, Kubelet];

  constructor(oraclePath: string) {
    this.#kubelets = [new Kubelet(oraclePath, RUNS, 1), new Kubelet(oraclePath, RUNS, 2)];
  }

  async corpus(scenarios: readonly Scenario[]): Promise<Corpus> {
    const cases: CorpusCase[] = [];
    for (let first = 0; first < scenarios.length; first += BATCH) {
      const batch = scenarios.slice(first, first + BATCH);
      const recorded = await Promise.all(batch.map((scenario) => this.record(scenario)));
      cases.push(...recorded.filter((one) => one !== null));
      console.error(`${first + batch.length} of ${scenarios.length} scenarios recorded`);
    }
    const kubernetes = await this.release();
    const worths = await this.#worths(cases);
    return { header: { plimsoll: CORPUS_VERSION, kubernetes, cases: cases.length, worths }, cases };
  }

  /** What each of the two answers, without what the header says. */
  async answers(scenario: Scenario): Promise<OracleAnswer[]> {
    const answers = await Promise.all(this.#kubelets.map((one) => one.scenario(scenario)));
    return answers.map(({ id: _, kubernetes: __, ...answer }) => answer);
  }

  /** The oracle's answer; null when it depends on luck. */
  async answer(scenario: Scenario): Promise<OracleAnswer | null> {
    const [first, second] = await this.answers(scenario);
    return first !== undefined && canonical(first) === canonical(second) ? first : null;
  }

  /** What is derived from each pod; undefined where a scenario does not ask for it. */
  async pods(scenario: Scenario): Promise<OraclePods | undefined> {
    return scenario.memoryCapacity === undefined ? undefined : this.#kubelets[0].pods(scenario);
  }

  close(): void {
    for (const kubelet of this.#kubelets) kubelet.close();
  }

  async record(scenario: Scenario): Promise<CorpusCase | null> {
    const id = idOf(scenario);
    const answer = await this.answer(scenario);
    if (answer === null || answer.skipped || answer.invalid !== undefined) return null;
    if (!(answer.steps ?? []).every(isUseful)) return null;
    const pods = await this.pods(scenario);
    return { id, scenario, answer, ...(pods === undefined ? {} : { pods }) };
  }

  async release(): Promise<string> {
    const nothing = { layout: { dedicatedImageFs: false, splitContainerFs: false }, pods: [] };
    const { kubernetes } = await this.#kubelets[0].scenario({ ...nothing, steps: [] });
    if (kubernetes === undefined) throw new Error("The oracle does not name its release.");
    return kubernetes;
  }

  async #worths(cases: readonly CorpusCase[]): Promise<Record<string, Worth>> {
    const texts = [...new Set(cases.flatMap(({ scenario }) => thresholdTexts(scenario)))].sort();
    const worths = await Promise.all(texts.map((text) => this.#kubelets[0].worth(text)));
    return Object.fromEntries(texts.map((text, index) => [text, worths[index] ?? {}]));
  }
}

/** A panic ends a scenario before it has shown what it was chosen for. */
export function isUseful({ stateVaries, crash, outcomes }: OracleStep): boolean {
  return stateVaries !== true && crash === undefined && outcomes.length <= OUTCOMES_MAX;
}
