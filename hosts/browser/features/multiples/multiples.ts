import { computed, signal } from "@preact/signals";
import type { Signal } from "../../../../analysis/engine/decision.ts";
import type { Store } from "../../state/store.ts";

/** Signals that are shown below the one in focus, small, over the same time. */
export class Multiples {
  /** In the order in which they were added. */
  readonly chosen = signal<readonly Signal[]>([]);
  /** Those that the run has; the one in focus is shown large. */
  readonly shown = computed(() => this.chosen.value.filter((each) => this.#isOther(each)));
  /** What can be added. */
  readonly others = computed(() => {
    const names = this.#store.signals.value.map(({ signal: name }) => name);
    return names.filter((each) => this.#isOther(each) && !this.chosen.value.includes(each));
  });
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Another capture is open, with signals of its own or none. */
  open(chosen: readonly Signal[] | undefined): void {
    this.chosen.value = chosen ?? [];
  }

  add(...added: readonly Signal[]): void {
    this.chosen.value = [...new Set([...this.chosen.peek(), ...added])];
  }

  remove(removed: Signal): void {
    this.chosen.value = this.chosen.peek().filter((each) => each !== removed);
  }

  /** It changes places with the signal in focus. */
  enlarge(of: Signal): void {
    const before = this.#store.focus.peek();
    const others = this.chosen.peek().filter((each) => each !== before);
    this.chosen.value = others.map((each) => (each === of ? before : each));
    this.#store.focus.value = of;
  }

  #isOther(of: Signal): boolean {
    const { focus, signals } = this.#store;
    return of !== focus.value && signals.value.some(({ signal: name }) => name === of);
  }
}
