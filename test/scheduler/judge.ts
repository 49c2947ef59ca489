/** Plays scenarios on both sides and compares. */
import { compare, type Difference, untilUnevaluated } from "./compare.ts";
import { FOREIGN_PLUGIN } from "./generate/words.ts";
import { type Choices, SchedulerOracle } from "./oracle.ts";
import {
  type Decision,
  keyOf,
  type OracleDecision,
  type Played,
  type Scenario,
} from "./scenario.ts";

/** Plays a scenario on what is evaluated. */
export type Play = (scenario: Scenario) => Played;

export interface Verdict {
  readonly differences: readonly Difference[];
  readonly oracle: Played<OracleDecision>;
  /** Pods that the module names plugins for that it does not run. */
  readonly notEvaluated: number;
}

export class Judge {
  readonly #play: Play;
  readonly #oracle = new SchedulerOracle();

  /** `play` decides what the oracle is held against. */
  constructor(play: Play) {
    this.#play = play;
  }

  /** Scenarios of one release. Throws OracleMissing. */
  async judge(scenarios: readonly Scenario[]): Promise<Verdict[]> {
    const ours = scenarios.map((scenario) => this.#play(scenario));
    const judged = ours.map(untilUnevaluated);
    const asked = judged.map(({ decisions }, index) => ({
      // The scheduler goes on from where the module put the pods, where it may put them there.
      choices: choicesOf(decisions),
      // Without pods that are not evaluated, the scheduler's own order of the queue counts.
      ...(decisions.length < (ours[index]?.decisions.length ?? 0)
        ? { pods: decisions.map(({ pod }) => pod) }
        : {}),
    }));
    const theirs = await this.#oracle.play(scenarios, asked);
    return theirs.map((oracle, index) => {
      const played = judged[index] as Played;
      const { decisions } = played;
      const notEvaluated = (ours[index]?.decisions.length ?? 0) - decisions.length;
      // A scheduler with an added plugin starts, and the one of the oracle does not.
      const differences = isForeign(oracle) ? [] : compare(oracle, played);
      return { oracle, differences, notEvaluated };
    });
  }

  close(): void {
    this.#oracle.close();
  }
}

const FOREIGN = new RegExp(`Plugin "${FOREIGN_PLUGIN}" does not exist$`);

function isForeign({ error }: Played): boolean {
  return error?.stage === "configuration" && FOREIGN.test(error.message);
}

function choicesOf(decisions: readonly Decision[]): Choices {
  const placed = decisions.filter(({ node }) => node !== undefined);
  return Object.fromEntries(placed.map(({ pod, node }) => [keyOf(pod), node as string]));
}
