/** What is not compared, counted by the reasons. */
import { EngineError } from "../../engine/engineError.ts";
import { plural } from "../../text/amount.ts";

/** Reasons may name what they are about, and a large cluster has thousands of pods. */
const REASONS_SHOWN = 3;

export class Refusals {
  readonly #counts = new Map<string, number>();

  add(reason: string, count = 1): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + count);
  }

  get count(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  /** A sentence for each reason; `what` is what a number of them is called. */
  sentences(what: (count: number) => string): readonly string[] {
    const all = [...this.#counts].sort(([, a], [, b]) => b - a);
    const hidden = all.slice(REASONS_SHOWN);
    const others = hidden.reduce((sum, [, count]) => sum + count, 0);
    const more = [plural(hidden.length, "other reason"), others] as const;
    const shown = [...all.slice(0, REASONS_SHOWN), ...(hidden.length === 0 ? [] : [more])];
    return shown.map(([reason, count]) => `${what(count)}: ${reason}.`);
  }
}

/** What the module answers, or why it refuses. */
export function answerOr<Answer extends object>(ask: () => Answer): Answer | string {
  try {
    return ask();
  } catch (error) {
    if (error instanceof EngineError) return error.reason;
    throw error;
  }
}
