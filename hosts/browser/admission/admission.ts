import { computed, signal } from "@preact/signals";
import { ADMISSION_CAPTION, admissionLegend } from "../../shared/admission/admissionKey.ts";
import type { NodeAdmission } from "../../shared/admission/nodeAdmission.ts";
import { LateModule } from "../lateModule.ts";
import { ranksMemory, stillOnShow, whenDecided } from "../onShow.ts";
import type { Store } from "../state/store.ts";

/** Whom the kubelet's admission would take, were a critical pod to come now. */
export class Admission {
  /** At the position; undefined until it is known, null where no pods are. */
  readonly view = signal<NodeAdmission | null | undefined>(undefined);
  readonly #late = new LateModule("admission", "The rules of admission");
  /** Why nothing is known of it; null when something is, or will be. */
  readonly problem = this.#late.problem;
  /** Whether the ranking on show has it as a column, or will have in a moment. */
  readonly isRanked = computed(() => {
    if (!ranksMemory(this.#store) || this.problem.value !== null) return false;
    const view = this.view.value;
    return view === undefined || (view !== null && view.answer !== null);
  });
  /** What the column means, or why there is none; null where nothing was asked. */
  readonly legend = computed(() => {
    if (this.problem.value !== null) return this.problem.value;
    // The same before the answer is there, so that nothing moves when it comes.
    if (this.isRanked.value) return ADMISSION_CAPTION;
    const admission = this.view.value ?? null;
    if (admission === null || !ranksMemory(this.#store)) return null;
    return `Admission: ${admissionLegend(admission)}.`;
  });
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
    whenDecided(store, () => this.#ask());
  }

  /** Another capture is open. */
  forget(): void {
    this.view.value = undefined;
  }

  #ask(): void {
    const position = this.#store.position.peek();
    const isWanted = stillOnShow(this.#store);
    void this.#late.loaded().then((module) => {
      if (module === null || !isWanted()) return;
      this.#store.ask({ kind: "admission", module, position }, (answer) => {
        if (!isWanted()) return;
        if (answer.kind === "admission") this.view.value = answer.admission;
        else if (answer.kind === "failed") this.problem.value = answer.sentence;
      });
    });
  }
}
