import type { DaemonStep, Observer } from "../step.ts";

/** Notifies every observer; one that fails is reported once and still notified. */
export class Observers {
  readonly #observers: readonly Observer[];
  readonly #failing = new Set<Observer>();

  constructor(observers: readonly Observer[]) {
    this.#observers = observers;
  }

  configured(...args: Parameters<NonNullable<Observer["configured"]>>): Promise<void> {
    return this.#each((observer) => observer.configured?.(...args));
  }

  step(step: DaemonStep): Promise<void> {
    return this.#each((observer) => observer.step?.(step));
  }

  reportError(sentence: string): Promise<void> {
    return this.#each((observer) => observer.reportError?.(sentence));
  }

  close(): Promise<void> {
    return this.#each((observer) => observer.close?.());
  }

  async #each(notify: (observer: Observer) => void | Promise<void> | undefined): Promise<void> {
    for (const observer of this.#observers) {
      try {
        await notify(observer);
      } catch (error) {
        await this.#failed(observer, error);
      }
    }
  }

  async #failed(failing: Observer, error: unknown): Promise<void> {
    if (this.#failing.has(failing)) return;
    this.#failing.add(failing);
    const reason = error instanceof Error ? error.message : String(error);
    await this.reportError(`An output failed and will be retried: ${reason}`);
  }
}

/** Several observers as one; none of them is waited for. */
export abstract class ObserverGroup implements Observer {
  readonly #members: readonly Observer[];

  protected constructor(members: readonly Observer[]) {
    this.#members = members;
  }

  configured(...args: Parameters<NonNullable<Observer["configured"]>>): void {
    for (const each of this.#members) void each.configured?.(...args);
  }

  step(step: DaemonStep): void {
    for (const each of this.#members) void each.step?.(step);
  }

  reportError(sentence: string): void {
    for (const each of this.#members) void each.reportError?.(sentence);
  }
}
