import { effect, signal } from "@preact/signals";
import type { RecordedRun } from "../session/protocol.ts";
import type { Model, Store } from "./store.ts";

/** The outcome of the capture with nothing changed, to compare with what is on show. */
export class Recorded implements Model {
  /** Null until it is asked for and known. */
  readonly run = signal<RecordedRun | null>(null);
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
    effect(() => {
      // A capture that grows is asked about again; a recording that is refused stays unknown.
      const capture = store.capture.value;
      if (capture === null || !store.isChanged.value || store.decided.value === null) return;
      if (this.run.peek()?.timeline.acts.length === capture.times.length) return;
      this.#ask();
    });
  }

  /** Another capture is open. */
  begin(): void {
    this.run.value = null;
  }

  #ask(): void {
    const capture = this.#store.capture.peek();
    const text = this.#store.recordedConfiguration.peek();
    this.#store.ask({ kind: "record", text }, (answer) => {
      const isOpen = this.#store.capture.peek() === capture;
      if (answer.kind === "record" && isOpen) this.run.value = answer.record;
    });
  }
}
