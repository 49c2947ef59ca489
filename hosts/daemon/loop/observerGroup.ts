import type { DaemonStep, Observer } from "../step.ts";

/** Several observers as one; none of them is waited for. */
export abstract class ObserverGroup implements Observer {
  readonly #members: readonly Observer[];

  protected constructor(members: readonly Observer[]) {
    this.#members = members;
  }

  configured(...told: Parameters<NonNullable<Observer["configured"]>>): void {
    for (const each of this.#members) void each.configured?.(...told);
  }

  step(step: DaemonStep): void {
    for (const each of this.#members) void each.step?.(step);
  }

  trouble(sentence: string): void {
    for (const each of this.#members) void each.trouble?.(sentence);
  }
}
