import { computed, type Signal, signal } from "@preact/signals";
import type { PodChange } from "../../../analysis/questions/change/podChange.ts";

/** Everything a user can change about a capture; `whatIf` is null while the page chooses. */
export interface Edit {
  readonly configuration: string;
  readonly changes: readonly PodChange[];
  readonly whatIf: boolean | null;
}

/** Steps kept; each holds the text of a configuration. */
const STEPS_MAX = 200;

/**
 * One history of everything that was changed: text that was typed, thresholds that were dragged,
 * pods, sweeps. A step is what was committed, whatever previews came before it.
 */
export class Edits {
  readonly #past = signal<readonly Edit[]>([]);
  readonly #future = signal<readonly Edit[]>([]);
  #present: Edit;

  readonly canUndo = computed(() => this.#past.value.length > 0);
  readonly canRedo = computed(() => this.#future.value.length > 0);

  constructor(present: Edit) {
    this.#present = present;
  }

  /** Another capture is open: nothing of the one before comes back. */
  begin(present: Edit): void {
    this.#present = present;
    this.#past.value = [];
    this.#future.value = [];
  }

  /** What there is now is a step, unless nothing has changed since the last one. */
  commit(edit: Edit): void {
    if (isSame(edit, this.#present)) return;
    this.#past.value = [...this.#past.peek(), this.#present].slice(-STEPS_MAX);
    this.#future.value = [];
    this.#present = edit;
  }

  /** The step before; null when there is none. */
  undo(): Edit | null {
    return this.#move(this.#past, this.#future);
  }

  redo(): Edit | null {
    return this.#move(this.#future, this.#past);
  }

  #move(from: Signal<readonly Edit[]>, to: Signal<readonly Edit[]>): Edit | null {
    const edit = from.peek().at(-1);
    if (edit === undefined) return null;
    from.value = from.peek().slice(0, -1);
    to.value = [...to.peek(), this.#present];
    this.#present = edit;
    return edit;
  }
}

function isSame(a: Edit, b: Edit): boolean {
  return a.configuration === b.configuration && a.changes === b.changes && a.whatIf === b.whatIf;
}
