import type { DaemonStep, Onlooker } from "../daemon/step.ts";

/** Several onlookers as one; none of them is waited for. */
export abstract class OnlookerGroup implements Onlooker {
  readonly #members: readonly Onlooker[];

  protected constructor(members: readonly Onlooker[]) {
    this.#members = members;
  }

  configured(...told: Parameters<NonNullable<Onlooker["configured"]>>): void {
    for (const each of this.#members) void each.configured?.(...told);
  }

  step(step: DaemonStep): void {
    for (const each of this.#members) void each.step?.(step);
  }

  trouble(sentence: string): void {
    for (const each of this.#members) void each.trouble?.(sentence);
  }
}
