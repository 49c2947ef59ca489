import type { Engines } from "./engines.ts";
import { drawPlan, type Kind, type Plan } from "./plan.ts";
import { type Result, runPlan } from "./run.ts";

/** A plan that broke a rule. */
export interface Failed {
  readonly plan: Plan;
  readonly result: Result;
}

/** Plays the plans of a seed, one after the other, and counts what happened in them. */
export class Campaign {
  readonly #engines: Engines;
  readonly #seed: number;
  readonly #began = performance.now();
  readonly #cpuBegan = process.cpuUsage();
  readonly #faults = new Map<Kind, number>();
  #plans = 0;
  #steps = 0;
  #evictions = 0;
  #seconds = 0;

  constructor(engines: Engines, seed: number) {
    this.#engines = engines;
    this.#seed = seed;
  }

  /** Null when every rule held. */
  async run(number: number): Promise<Failed | null> {
    const plan = drawPlan(this.#seed, number);
    const result = await runPlan(this.#engines, plan);
    this.#plans += 1;
    this.#steps += result.steps;
    this.#evictions += result.evictions;
    this.#seconds += result.virtualSeconds;
    for (const [kind, count] of result.faults) {
      this.#faults.set(kind, (this.#faults.get(kind) ?? 0) + count);
    }
    return result.violation === null ? null : { plan, result };
  }

  report(): string[] {
    const wall = (performance.now() - this.#began) / 1000;
    const hours = (this.#seconds / 3600).toFixed(1);
    // Of a processor: a busy machine gives the same figure.
    const processor = process.cpuUsage(this.#cpuBegan).user / 1e6;
    const perHour = Math.round((this.#evictions / processor) * 3600);
    const counts = [...this.#faults].sort(([, a], [, b]) => b - a);
    return [
      `${this.#plans} plans, ${hours} virtual hours, ${this.#steps} steps in ${wall.toFixed(0)} s`,
      `${this.#evictions} evictions sent, ${perHour} an hour of a processor`,
      ...counts.map(([kind, count]) => `${String(count).padStart(8)}  ${kind}`),
    ];
  }
}
