import { batch, computed, effect, signal } from "@preact/signals";
import type { Compared, Refusal } from "../../session/protocol.ts";
import type { Scenario } from "../../session/scenario.ts";
import type { Model, Store } from "../../state/store.ts";

/**
 * Another configuration, A, beside the one in force, B, over the whole capture. Whatever changes B,
 * such as a threshold that is dragged, is compared again.
 */
export class SideBySide implements Model {
  readonly isOpen = signal(false);
  /** A's own text; null stands for the recorded configuration of the capture that is open. */
  readonly kept = signal<string | null>(null);
  readonly a = computed(() => this.kept.value ?? this.#store.recordedConfiguration.value);
  readonly compared = signal<Compared | null>(null);
  /** Why A is refused; what was compared before goes. */
  readonly refusal = signal<Refusal | null>(null);
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
    effect(() => {
      store.isCompared.value = this.isOpen.value;
      if (this.isOpen.value) this.#ask();
    });
  }

  /** Another capture is open: without another A, a comparison goes on. */
  begin({ comparedWith }: Scenario): void {
    if (comparedWith !== undefined) this.open(comparedWith);
  }

  scenario(): Scenario {
    if (!this.isOpen.value) return {};
    const a = this.a.value;
    return { comparedWith: a === this.#store.recordedConfiguration.value ? null : a };
  }

  /** Until it is closed, follows A and B. */
  open(kept: string | null): void {
    batch(() => {
      this.kept.value = kept;
      this.isOpen.value = true;
    });
  }

  close(): void {
    batch(() => {
      this.isOpen.value = false;
      this.compared.value = null;
      this.refusal.value = null;
    });
  }

  /** A is in force, and what was in force is A. */
  exchange(): void {
    const { configuration } = this.#store;
    const [a, b] = [this.a.peek(), configuration.peek()];
    this.kept.value = b;
    this.#store.configure(a);
  }

  #ask(): void {
    const { decided, whatIfChoice, isChanged, recordedConfiguration } = this.#store;
    const text = this.a.value;
    if (decided.value === null) {
      this.compared.value = null;
      return;
    }
    // One rule for both sides: what is evicted takes effect as soon as either is not the record.
    const isOther = isChanged.peek() || text !== recordedConfiguration.peek();
    const a = { text, options: { whatIf: whatIfChoice.peek() ?? isOther } };
    const isRecorded = this.kept.peek() === null;
    this.#store.request({ kind: "compare", a, isRecorded }, "Comparing", (answer) => {
      if (answer.kind !== "progress") this.#store.progress.value = null;
      if (!this.isOpen.peek()) return;
      if (answer.kind === "compared") {
        this.refusal.value = null;
        this.compared.value = answer.compared;
      } else if (answer.kind === "refused") {
        this.refusal.value = answer.refusal;
        this.compared.value = null;
      }
    });
  }
}
