import { computed } from "@preact/signals";
import type { Signal } from "../../../../analysis/engine/decision.ts";
import type { Store } from "../../state/store.ts";

/** Signals that are shown below the one in focus, small, over the same time. */
export class Multiples {
  /** What can be added. */
  readonly others = computed(() => {
    const { focus, furtherSignals, signals } = this.#store;
    const shown = [focus.value, ...furtherSignals.value];
    return signals.value.map(({ signal }) => signal).filter((each) => !shown.includes(each));
  });
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  add(...added: readonly Signal[]): void {
    const { furtherSignals } = this.#store;
    furtherSignals.value = [...new Set([...furtherSignals.peek(), ...added])];
  }

  remove(removed: Signal): void {
    const { furtherSignals } = this.#store;
    furtherSignals.value = furtherSignals.peek().filter((each) => each !== removed);
  }

  /** It changes places with the signal in focus. */
  enlarge(of: Signal): void {
    const { focus, furtherSignals } = this.#store;
    const before = focus.peek();
    const others = furtherSignals.peek().filter((each) => each !== before);
    furtherSignals.value = others.map((each) => (each === of ? before : each));
    focus.value = of;
  }
}
