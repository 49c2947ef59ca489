/** Picks scenarios so that each combination of behaviors is in the corpus, in a small one. */
import { createHash } from "node:crypto";
import type { Scenario } from "../../fidelity/scenario.ts";
import { type Json, writeJson } from "../../vectors/notation.ts";
import type { Situation } from "../behaviors/scenario.ts";
import { pairsOf, shows, triplesOf } from "./combinations.ts";
import { Coverage } from "./coverage.ts";
import { minimize } from "./minimize.ts";
import type { Observer } from "./observer.ts";

/** How many behaviors make a combination. */
export type Order = "pairs" | "triples";

interface Aim {
  readonly combinationsOf: (situations: readonly Situation[]) => Set<string>;
  /** So many combinations at once are asked of one small scenario. */
  readonly goalSize: number;
  /** Different small scenarios made of one large one. */
  readonly perScenario: number;
}

const AIMS: Readonly<Record<Order, Aim>> = {
  pairs: { combinationsOf: pairsOf, goalSize: 6, perScenario: 4 },
  triples: { combinationsOf: triplesOf, goalSize: 3, perScenario: 3 },
};

export class Choice {
  readonly #observer: Observer;
  readonly #aim: Aim;
  readonly #coverage: Coverage;
  readonly chosen = new Map<string, Scenario>();

  constructor(observer: Observer, order: Order) {
    this.#observer = observer;
    this.#aim = AIMS[order];
    this.#coverage = new Coverage(this.#aim.goalSize);
  }

  get combinations(): number {
    return this.#coverage.size;
  }

  /** Takes a scenario as it is. */
  async take(scenario: Scenario): Promise<void> {
    const situations = await this.#observer.situations(scenario);
    const id = idOf(scenario);
    if (situations.length === 0 || this.chosen.has(id)) return;
    this.chosen.set(id, scenario);
    this.#coverage.add(this.#aim.combinationsOf(situations));
  }

  /** Takes out of a scenario what is new in it. */
  async consider(scenario: Scenario): Promise<void> {
    const { combinationsOf, perScenario } = this.#aim;
    const combinations = combinationsOf(await this.#observer.situations(scenario));
    for (let turn = 0; turn < perScenario; turn++) {
      const goal = this.#coverage.goal(combinations, turn);
      if (goal.length === 0) return;
      const smallest = await minimize(scenario, async (smaller) => {
        const situations = await this.#observer.situations(smaller);
        return goal.every((one) => shows(situations, one));
      });
      await this.take(smallest);
    }
  }
}

const ID_DIGITS = 12;

export function idOf(scenario: Scenario): string {
  const text = writeJson(scenario as unknown as Json);
  return createHash("sha256").update(text).digest("hex").slice(0, ID_DIGITS);
}
