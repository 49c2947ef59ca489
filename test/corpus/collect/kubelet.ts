/** Questions to the kubelet's code from many places at once, sent in batches. */
import type { Worth } from "../../fidelity/criterion/configuration.ts";
import { OracleProcess } from "../../fidelity/oracleProcess.ts";
import { podsQuestion, scenarioQuestion } from "../../fidelity/question.ts";
import type { OracleAnswer, OraclePods, Scenario } from "../../fidelity/scenario.ts";
import { worthOf, worthQuestions } from "../../fidelity/worths.ts";

/** The oracle also names the scenario and the release. */
export interface NamedAnswer extends OracleAnswer {
  readonly id?: string;
  readonly kubernetes?: string;
}

interface Waiting {
  readonly line: string;
  readonly answered: (answer: string) => void;
  readonly failed: (error: unknown) => void;
}

export class Kubelet {
  readonly #oracle: OracleProcess;
  #waiting: Waiting[] = [];
  #asking: Promise<void> = Promise.resolve();

  /** `runs`: how often each scenario runs, in other orders each time; `seed` shuffles. */
  constructor(path: string, runs: number, seed = 1) {
    this.#oracle = new OracleProcess(path, runs, seed);
  }

  async scenario(scenario: Scenario): Promise<NamedAnswer> {
    return JSON.parse(await this.#ask(scenarioQuestion(scenario))) as NamedAnswer;
  }

  async pods(scenario: Scenario): Promise<OraclePods> {
    return JSON.parse(await this.#ask(podsQuestion(scenario))) as OraclePods;
  }

  async worth(text: string): Promise<Worth> {
    const answers = await Promise.all(worthQuestions(text).map((line) => this.#ask(line)));
    const [quantity, percentage] = answers.map((answer) => JSON.parse(answer) as object);
    return worthOf(quantity, percentage);
  }

  close(): void {
    this.#oracle.close();
  }

  #ask(line: string): Promise<string> {
    return new Promise((answered, failed) => {
      this.#waiting.push({ line, answered, failed });
      // The first of a batch sends it, as soon as the batch before has come back.
      if (this.#waiting.length === 1) this.#asking = this.#asking.then(() => this.#send());
    });
  }

  async #send(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    try {
      const answers = await this.#oracle.ask(batch.map(({ line }) => line));
      batch.forEach(({ answered }, index) => {
        answered(answers[index] as string);
      });
    } catch (error) {
      for (const { failed } of batch) failed(error);
    }
  }
}
