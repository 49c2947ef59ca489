/** Picks scenarios so that each combination of behaviours is in the corpus, in a small one. */
import { createHash } from "node:crypto";
import type { Scenario } from "../../fidelity/scenario.ts";
import { type Json, writeJson } from "../../vectors/notation.ts";
import { combinationsOf, shows } from "./combinations.ts";
import { Coverage } from "./coverage.ts";
import { minimise } from "./minimise.ts";
import type { Observer } from "./observer.ts";

/** Different small scenarios made of one large one. */
const PER_SCENARIO = 4;

export class Choice {
  readonly #observer: Observer;
  readonly #coverage: Coverage;
  readonly chosen = new Map<string, Scenario>();

  constructor(observer: Observer) {
    this.#observer = observer;
    this.#coverage = new Coverage();
  }

  get combinations(): number {
    return this.#coverage.size;
  }

  /** Takes scenarios as they are. */
  async take(scenarios: readonly Scenario[]): Promise<void> {
    await Promise.all(
      scenarios.map(async (scenario) => {
        this.#keep(scenario, await this.#combinations(scenario));
      }),
    );
  }

  /** Takes out of scenarios what is new in them. */
  async consider(scenarios: readonly Scenario[]): Promise<void> {
    const shown = await Promise.all(scenarios.map((one) => this.#combinations(one)));
    const found: Promise<void>[] = [];
    for (let turn = 0; turn < PER_SCENARIO; turn++) {
      for (const [index, scenario] of scenarios.entries()) {
        const goal = this.#coverage.goal(shown[index] ?? new Set(), turn + index);
        if (goal.length === 0) continue;
        // Marked at once, so that the next scenario goes for something else.
        this.#coverage.add(goal);
        found.push(this.#reach(scenario, goal));
      }
    }
    await Promise.all(found);
  }

  async #reach(scenario: Scenario, goal: readonly string[]): Promise<void> {
    const smallest = await minimise(scenario, async (smaller) => {
      const situations = await this.#observer.situations(smaller);
      return goal.every((one) => shows(situations, one));
    });
    this.#keep(smallest, await this.#combinations(smallest));
  }

  async #combinations(scenario: Scenario): Promise<Set<string>> {
    return combinationsOf(await this.#observer.situations(scenario));
  }

  #keep(scenario: Scenario, combinations: ReadonlySet<string>): void {
    const id = idOf(scenario);
    if (combinations.size === 0 || this.chosen.has(id)) return;
    this.chosen.set(id, scenario);
    this.#coverage.add(combinations);
  }
}

const ID_DIGITS = 12;

export function idOf(scenario: Scenario): string {
  const text = writeJson(scenario as unknown as Json);
  return createHash("sha256").update(text).digest("hex").slice(0, ID_DIGITS);
}
