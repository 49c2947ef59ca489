/** The scheduler's own code, release by release. */
import { LineProcess, oraclePath, SCHEDULER } from "../fidelity/oracleProcess.ts";
import { type Json, writeJson } from "../vectors/notation.ts";
import type { OracleDecision, Played, PodName, Refused, Release, Scenario } from "./scenario.ts";

/** Nodes to assume pods on, by namespace/name, where the scheduler has a choice. */
export type Choices = Readonly<Record<string, string>>;

/** Questions to the scheduler in addition to the scenario. */
export interface Asked {
  readonly choices: Choices;
  /** In this order; all that wait, in the order of the queue, when left out. */
  readonly pods?: readonly PodName[];
}

interface Answer {
  readonly decisions?: readonly OracleDecision[];
  readonly error?: Refused;
}

/** The built oracles of the releases that are asked for. Throws OracleMissing. */
export class SchedulerOracle {
  readonly #processes = new Map<Release, LineProcess>();

  /** Plays scenarios of one release; `asked` has an entry for each. */
  async play(
    scenarios: readonly Scenario[],
    asked: readonly Asked[] = [],
  ): Promise<Played<OracleDecision>[]> {
    const release = scenarios[0]?.release;
    if (release === undefined) return [];
    const lines = scenarios.map((scenario, index) => lineOf(scenario, asked[index]));
    const answers = await this.#process(release).ask(lines);
    return answers.map((text) => {
      const { decisions = [], error } = JSON.parse(text) as Answer;
      return error === undefined ? { decisions } : { decisions, error };
    });
  }

  #process(release: Release): LineProcess {
    const running = this.#processes.get(release);
    if (running !== undefined) return running;
    const started = new LineProcess(oraclePath(release, SCHEDULER));
    this.#processes.set(release, started);
    return started;
  }

  close(): void {
    for (const running of this.#processes.values()) running.close();
  }
}

function lineOf({ id, objects, config, preemption }: Scenario, asked?: Asked): string {
  const pods = asked?.pods?.map(({ namespace, name }) => ({ namespace, name }));
  const line = { id, objects, config, choices: asked?.choices ?? {}, pods, preemption, detail: 1 };
  return writeJson(line as unknown as Json);
}
