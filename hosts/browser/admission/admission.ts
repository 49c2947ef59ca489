import { computed, effect, signal } from "@preact/signals";
import { ADMISSION_CAPTION, admissionLegend } from "../../shared/admission/admissionKey.ts";
import type { NodeAdmission } from "../../shared/admission/nodeAdmission.ts";
import { rankedResource } from "../../shared/rankingKeys.ts";
import { LateModule } from "../lateModule.ts";
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
    const decision = this.#store.decision.value;
    const isOfMemory = decision !== null && rankedResource(decision) === "memory";
    if (!isOfMemory || this.problem.value !== null) return false;
    const view = this.view.value;
    return view === undefined || (view !== null && view.answer !== null);
  });
  /** What the column means, or why there is none; null where nothing was asked. */
  readonly legend = computed(() => {
    if (this.problem.value !== null) return this.problem.value;
    // The same before the answer is there, so that nothing moves when it comes.
    if (this.isRanked.value) return ADMISSION_CAPTION;
    const decision = this.#store.decision.value;
    const admission = this.view.value ?? null;
    const isOfMemory = decision !== null && rankedResource(decision) === "memory";
    if (admission === null || !isOfMemory) return null;
    return `Admission: ${admissionLegend(admission)}.`;
  });
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
    effect(() => {
      // As with the kernel: when nothing is being dragged any more.
      const isDecided = store.capture.value !== null && store.signals.value.length > 0;
      if (isDecided && store.position.value >= 0) this.#ask();
    });
  }

  /** Another capture is open. */
  forget(): void {
    this.view.value = undefined;
  }

  #ask(): void {
    const [position, columns] = [this.#store.position.peek(), this.#store.signals.peek()];
    const isWanted = () =>
      position === this.#store.position.peek() && columns === this.#store.signals.peek();
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
