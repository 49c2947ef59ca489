import type { DaemonStep, Observer } from "../step.ts";

/** Tells every observer everything; one that fails is reported once and goes on being told. */
export class Observers {
  readonly #observers: readonly Observer[];
  readonly #failing = new Set<Observer>();

  constructor(observers: readonly Observer[]) {
    this.#observers = observers;
  }

  configured(...told: Parameters<NonNullable<Observer["configured"]>>): Promise<void> {
    return this.#each((observer) => observer.configured?.(...told));
  }

  step(step: DaemonStep): Promise<void> {
    return this.#each((observer) => observer.step?.(step));
  }

  trouble(sentence: string): Promise<void> {
    return this.#each((observer) => observer.trouble?.(sentence));
  }

  close(): Promise<void> {
    return this.#each((observer) => observer.close?.());
  }

  async #each(tell: (observer: Observer) => void | Promise<void> | undefined): Promise<void> {
    for (const observer of this.#observers) {
      try {
        await tell(observer);
      } catch (error) {
        await this.#failed(observer, error);
      }
    }
  }

  async #failed(failing: Observer, error: unknown): Promise<void> {
    if (this.#failing.has(failing)) return;
    this.#failing.add(failing);
    const reason = error instanceof Error ? error.message : String(error);
    await this.trouble(`An output failed and is still tried: ${reason}`);
  }
}

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
