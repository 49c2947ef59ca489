import type { Ending } from "../../analysis/engine/clock.ts";

/**
 * Ends what waits in this process, once; for where an AbortSignal is too much: V8 gives each of
 * its own types, which stay until all of the heap is collected.
 */
export class Release implements Ending {
  readonly #listeners = new Set<() => void>();
  #aborted = false;

  get aborted(): boolean {
    return this.#aborted;
  }

  addEventListener(_: "abort", listener: () => void): void {
    this.#listeners.add(listener);
  }

  removeEventListener(_: "abort", listener: () => void): void {
    this.#listeners.delete(listener);
  }

  abort(): void {
    if (this.#aborted) return;
    this.#aborted = true;
    for (const listener of this.#listeners) listener();
    this.#listeners.clear();
  }
}
