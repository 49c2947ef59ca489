import { effect, signal } from "@preact/signals";
import type { Fell } from "../../session/protocol.ts";
import type { Model, Store } from "../../state/store.ts";

/** What would go, and in which order, if less were left of what the signal in focus measures. */
export class Headroom implements Model {
  /** How much would be left; null while nothing is asked. */
  readonly available = signal<number | null>(null);
  /** Whether something else uses at once what an evicted pod leaves. */
  readonly isTakenAgain = signal(false);
  /** What the core answers, or what it answered for the amount before; else null. */
  readonly fell = signal<Fell | null>(null);
  /** The Summary does not have what the signal is observed from. */
  readonly isUnknown = signal(false);
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
    effect(() => {
      // Of another signal or moment nothing was asked.
      if (store.focus.value && store.position.value >= 0) this.begin();
    });
    effect(() => {
      const available = this.available.value;
      const isTakenAgain = this.isTakenAgain.value;
      if (available !== null && store.decided.value !== null) this.#ask(available, isTakenAgain);
    });
  }

  begin(): void {
    this.available.value = null;
    this.fell.value = null;
    this.isUnknown.value = false;
  }

  #ask(available: number, isTakenAgain: boolean): void {
    const signal = this.#store.focus.peek();
    const position = this.#store.position.peek();
    const request = { kind: "fall", position, signal, available, isTakenAgain } as const;
    this.#store.request(request, "Evicting", (answer) => {
      if (answer.kind !== "fell" || this.available.peek() === null) return;
      if (signal !== this.#store.focus.peek()) return;
      this.fell.value = answer.fell;
      this.isUnknown.value = answer.fell === null;
    });
  }
}
