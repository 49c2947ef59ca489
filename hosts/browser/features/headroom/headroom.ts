import { effect, signal } from "@preact/signals";
import type { HeadroomAnswer } from "../../../../analysis/questions/headroom/headroom.ts";
import type { Model, Store } from "../../state/store.ts";

/** Which pods are evicted, in which order, if less is left of the signal in focus. */
export class Headroom implements Model {
  /** How much would be left; null while nothing is asked. */
  readonly available = signal<number | null>(null);
  /** Whether something else uses at once what an evicted pod leaves. */
  readonly isTakenAgain = signal(false);
  /** What the core answers, or what it answered for the amount before; else null. */
  readonly answer = signal<HeadroomAnswer | null>(null);
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
    this.answer.value = null;
    this.isUnknown.value = false;
  }

  #ask(available: number, isTakenAgain: boolean): void {
    const signal = this.#store.focus.peek();
    const position = this.#store.position.peek();
    const request = { kind: "headroom", position, signal, available, isTakenAgain } as const;
    this.#store.request(request, "Evicting", (reply) => {
      if (reply.kind !== "headroom" || this.available.peek() === null) return;
      if (signal !== this.#store.focus.peek()) return;
      this.answer.value = reply.answer;
      this.isUnknown.value = reply.answer === null;
    });
  }
}
