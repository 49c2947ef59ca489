import { computed } from "@preact/signals";
import type { Store } from "../state/store.ts";
import { FEATURES } from "./features.ts";
import { Views } from "./views.ts";

/** What can be undone on the view on show: a capture and a cluster have a history each. */
export class ViewHistory {
  readonly #store: Store;
  readonly #clusters;
  readonly #views;
  /** Whether the view has a history. */
  readonly isKept = computed(
    () => this.#clusters.place.value !== null || this.#views.isCapture.value,
  );
  readonly canUndo = computed(() => this.isKept.value && this.#edits().canUndo.value);
  readonly canRedo = computed(() => this.isKept.value && this.#edits().canRedo.value);

  constructor(store: Store) {
    this.#store = store;
    this.#clusters = store.model(FEATURES.simulator.model);
    this.#views = store.model(Views);
  }

  undo(): void {
    if (!this.canUndo.peek()) return;
    if (this.#clusters.place.peek() === null) this.#store.undo();
    else this.#clusters.undo();
  }

  redo(): void {
    if (!this.canRedo.peek()) return;
    if (this.#clusters.place.peek() === null) this.#store.redo();
    else this.#clusters.redo();
  }

  #edits() {
    return this.#clusters.place.value === null ? this.#store.edits : this.#clusters;
  }
}
