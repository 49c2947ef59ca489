import { behaviorsOf } from "./combinations.ts";

/** Which combinations the chosen scenarios show, and which to go for next. */
export class Coverage {
  readonly #goalSize: number;
  readonly #seen = new Set<string>();

  /** `goalSize`: so many combinations at once are asked of one small scenario. */
  constructor(goalSize: number) {
    this.#goalSize = goalSize;
  }

  get size(): number {
    return this.#seen.size;
  }

  add(combinations: Iterable<string>): void {
    for (const one of combinations) this.#seen.add(one);
  }

  /**
   * Some combinations that no scenario shows yet and that begin with the same behaviors, so that
   * one small scenario can show them; empty when there is nothing left to want. `turn` picks
   * others.
   */
  goal(combinations: ReadonlySet<string>, turn: number): string[] {
    const open = [...combinations].filter((one) => !this.#seen.has(one)).sort();
    const first = open[turn % Math.max(open.length, 1)];
    if (first === undefined) return [];
    const start = behaviorsOf(first).slice(0, -1);
    const related = open.filter((one) => {
      const behaviors = behaviorsOf(one);
      return one !== first && start.every((behavior) => behaviors.includes(behavior));
    });
    return [first, ...related.slice(0, this.#goalSize - 1)];
  }
}
