/** Gathers the decisions of a scenario for a reader: equal ones that follow each other are one. */
import type { OomdDecision } from "../../../engine/oomdDecision.ts";
import type { RepeatedDecision } from "./document.ts";

/** What a reader still looks at. */
const RUNS_MAX = 1000;

export class GatheredDecisions {
  readonly #runs: RepeatedDecision[] = [];
  /** The first that kills, else the first of all. */
  first: OomdDecision | null = null;
  kills = 0;
  leftOut = 0;

  take(decision: OomdDecision): void {
    if (this.first === null || (this.first.victim === null && decision.victim !== null)) {
      this.first = decision;
    }
    if (decision.victim !== null) this.kills += 1;
    const last = this.#runs.at(-1);
    if (last !== undefined && this.leftOut === 0 && isSame(last.decision, decision)) {
      this.#runs[this.#runs.length - 1] = { ...last, last: decision.at, times: last.times + 1 };
    } else if (this.#runs.length < RUNS_MAX) {
      this.#runs.push({ decision, last: decision.at, times: 1 });
    } else this.leftOut += 1;
  }

  get runs(): readonly RepeatedDecision[] {
    return this.#runs;
  }
}

function isSame(a: OomdDecision, b: OomdDecision): boolean {
  return a.by === b.by && a.target === b.target && a.victim === b.victim;
}
