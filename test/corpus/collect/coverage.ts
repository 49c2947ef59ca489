import { behavioursOf } from "./combinations.ts";

/** Which combinations the chosen scenarios show, and which to go for next. */

/** So many combinations at once are asked of one small scenario. */
const GOAL_SIZE = 8;

export class Coverage {
  readonly #seen = new Set<string>();

  get size(): number {
    return this.#seen.size;
  }

  add(combinations: Iterable<string>): void {
    for (const one of combinations) this.#seen.add(one);
  }

  /**
   * Some combinations that no scenario shows yet and that have a behaviour in common, so that one
   * small scenario can show them; empty when there is nothing left to want. `turn` picks others.
   */
  goal(combinations: ReadonlySet<string>, turn: number): string[] {
    const open = [...combinations].filter((one) => !this.#seen.has(one)).sort();
    const first = open[turn % Math.max(open.length, 1)];
    if (first === undefined) return [];
    const [act] = behavioursOf(first);
    const related = open.filter((one) => one !== first && behavioursOf(one).includes(act));
    return [first, ...related.slice(0, GOAL_SIZE - 1)];
  }
}
