import type {
  Decision,
  NodeCondition,
  ThresholdArithmetic,
} from "../../../analysis/engine/decision.ts";
import type { DaemonStep } from "../step.ts";

/** How near a threshold was, and what is available now. */
interface Standing {
  readonly signal: ThresholdArithmetic["signal"];
  readonly hard: boolean;
  readonly limit: number | undefined;
  readonly available: number | undefined;
  readonly lowestAvailable: number | undefined;
}

/** The totals of a range of steps. */
export interface Taken {
  readonly steps: number;
  /** Steps in which nothing could be observed. */
  readonly unobserved: number;
  readonly changes: number;
  /** Pods that decisions named, again in each step that named them again. */
  readonly evictionsDecided: number;
  readonly acts: number;
  readonly nodeConditions: readonly NodeCondition[];
  readonly thresholds: readonly Standing[];
}

/** Counts steps until they are taken, and starts again. */
export class LogSummary {
  #steps = 0;
  #unobserved = 0;
  #changes = 0;
  #evictionsDecided = 0;
  #acts = 0;
  #last: Decision | null = null;
  #lowest = new Map<string, number>();

  add({ decision, changed, acts }: DaemonStep): void {
    this.#steps += 1;
    this.#changes += Number(changed);
    this.#acts += acts.length;
    if (decision === null) {
      this.#unobserved += 1;
      return;
    }
    this.#last = decision;
    this.#evictionsDecided += decision.evictions.length;
    for (const { signal, available } of decision.thresholds ?? []) {
      if (available === undefined) continue;
      this.#lowest.set(signal, Math.min(available, this.#lowest.get(signal) ?? available));
    }
  }

  taken(): Taken {
    const taken: Taken = {
      steps: this.#steps,
      unobserved: this.#unobserved,
      changes: this.#changes,
      evictionsDecided: this.#evictionsDecided,
      acts: this.#acts,
      nodeConditions: this.#last?.nodeConditions ?? [],
      thresholds: (this.#last?.thresholds ?? []).map(({ signal, hard, limit, available }) => ({
        signal,
        hard,
        limit,
        available,
        lowestAvailable: this.#lowest.get(signal),
      })),
    };
    this.#steps = this.#unobserved = this.#changes = this.#evictionsDecided = this.#acts = 0;
    this.#lowest = new Map();
    return taken;
  }
}
