/** Puts scenarios to the kubelet's code and to the engine, and compares. */
import { setImmediate } from "node:timers/promises";
import type { Worth } from "./criterion/configuration.ts";
import { type Judgment, judgmentOf } from "./criterion/verdict.ts";
import { OracleProcess } from "./oracleProcess.ts";
import type { Played, PlayedStep, Player, PodAnswers } from "./play.ts";
import { podsQuestion, scenarioQuestion } from "./question.ts";
import type { OracleAnswer, OraclePods, Scenario } from "./scenario.ts";
import { thresholdTexts, worthOf, worthQuestions } from "./worths.ts";

/** Runs of each scenario, in other orders of maps and pods; enough to see most ties. */
const RUNS = 12;
/** A choice among ten is then missed once in a thousand million. */
const THOROUGH_RUNS = 200;
/** One of so many is run thoroughly, to find alternatives that the kubelet never takes. */
const SAMPLED = 48;
/** From so many met thresholds on, others can be between two that may be chosen. */
const CROWD = 5;

export interface Verdict extends Judgment {
  readonly steps: number;
  readonly evictions: number;
  /** A choice was made in a crowd, which only shows its odds when it is made often. */
  readonly crowded: boolean;
}

interface Asked {
  readonly scenario: Scenario;
  readonly played: Played;
  readonly pods: PodAnswers | null;
}

export class Judge {
  readonly #player: Player;
  readonly #path: string;
  readonly #quick: OracleProcess;
  /** Started when a difference may be a throw of the dice that was not seen. */
  #thorough: OracleProcess | null = null;
  readonly #worths = new Map<string, Worth>();

  constructor(player: Player, path: string) {
    this.#player = player;
    this.#path = path;
    this.#quick = new OracleProcess(path, RUNS);
  }

  async judge(scenarios: readonly Scenario[]): Promise<Verdict[]> {
    const verdicts = await this.#ask(this.#quick, scenarios, false);
    const doubtful = [...verdicts.keys()].filter((index) => {
      const { differences = [], deliberate = [], crowded } = verdicts[index] ?? {};
      return differences.length + deliberate.length > 0 || crowded || index % SAMPLED === 0;
    });
    if (doubtful.length === 0) return verdicts;
    this.#thorough ??= new OracleProcess(this.#path, THOROUGH_RUNS, 1, ["-count"]);
    const again = doubtful.map((index) => scenarios[index] as Scenario);
    const settled = await this.#ask(this.#thorough, again, true);
    doubtful.forEach((index, position) => {
      verdicts[index] = settled[position] as Verdict;
    });
    return verdicts;
  }

  close(): void {
    this.#quick.close();
    this.#thorough?.close();
  }

  async #ask(
    oracle: OracleProcess,
    scenarios: readonly Scenario[],
    thorough: boolean,
  ): Promise<Verdict[]> {
    const texts = [...new Set(scenarios.flatMap(thresholdTexts))];
    const unknown = texts.filter((text) => !this.#worths.has(text));
    const answering = oracle.ask([
      ...unknown.flatMap(worthQuestions),
      ...scenarios.flatMap((scenario) => [scenarioQuestion(scenario), podsQuestion(scenario)]),
    ]);
    const asked: Asked[] = [];
    for (const scenario of scenarios) {
      const played = await this.#player.play(scenario);
      asked.push({ scenario, played, pods: this.#player.podAnswers(scenario) });
      // Lets the oracle's answers come in, so that both sides work at the same time.
      await setImmediate();
    }
    const answers = (await answering).map((text) => JSON.parse(text) as object);
    unknown.forEach((text, index) => {
      this.#worths.set(text, worthOf(answers[2 * index], answers[2 * index + 1]));
    });
    return asked.map((one, index) => {
      const first = 2 * (unknown.length + index);
      const answer = answers[first] as OracleAnswer;
      return this.#verdict(one, answer, answers[first + 1] as OraclePods, thorough);
    });
  }

  #verdict(asked: Asked, answer: OracleAnswer, pods: OraclePods, thorough: boolean): Verdict {
    const { scenario, ...actual } = asked;
    const expected = { answer, pods, worths: this.#worths, thorough };
    const outcomes = (answer.steps ?? []).map((step) => step.outcomes[0]);
    return {
      ...judgmentOf(scenario, expected, actual),
      steps: outcomes.length,
      evictions: outcomes.reduce((sum, outcome) => sum + (outcome?.evictions.length ?? 0), 0),
      crowded: asked.played.steps.some(isCrowded),
    };
  }
}

function isCrowded({ decision }: PlayedStep): boolean {
  const met = decision?.thresholds?.filter(({ since }) => since !== undefined) ?? [];
  return met.length >= CROWD && (decision?.alternatives.length ?? 0) > 0;
}
