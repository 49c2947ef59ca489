import type { DaemonStep, Onlooker } from "./step.ts";

/** Tells every onlooker everything; one that fails is reported once and goes on being told. */
export class Onlookers {
  readonly #onlookers: readonly Onlooker[];
  readonly #failing = new Set<Onlooker>();

  constructor(onlookers: readonly Onlooker[]) {
    this.#onlookers = onlookers;
  }

  configured(...told: Parameters<NonNullable<Onlooker["configured"]>>): Promise<void> {
    return this.#each((onlooker) => onlooker.configured?.(...told));
  }

  step(step: DaemonStep): Promise<void> {
    return this.#each((onlooker) => onlooker.step?.(step));
  }

  trouble(sentence: string): Promise<void> {
    return this.#each((onlooker) => onlooker.trouble?.(sentence));
  }

  close(): Promise<void> {
    return this.#each((onlooker) => onlooker.close?.());
  }

  async #each(tell: (onlooker: Onlooker) => void | Promise<void> | undefined): Promise<void> {
    for (const onlooker of this.#onlookers) {
      try {
        await tell(onlooker);
      } catch (error) {
        await this.#failed(onlooker, error);
      }
    }
  }

  async #failed(failing: Onlooker, error: unknown): Promise<void> {
    if (this.#failing.has(failing)) return;
    this.#failing.add(failing);
    const reason = error instanceof Error ? error.message : String(error);
    await this.trouble(`An output failed and is still tried: ${reason}`);
  }
}
