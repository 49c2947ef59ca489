import { computed, effect, signal } from "@preact/signals";
import { AWAITED } from "../../../../analysis/questions/explain/extraColumns.ts";
import type { OomView } from "../../../../analysis/questions/oom/nodeOom.ts";
import type { OomTimeline } from "../../session/protocol.ts";
import { ranksMemory, stillCurrent, whenDecided } from "../../state/current.ts";
import { LateModule } from "../../state/lateModule.ts";
import type { Model, Store } from "../../state/store.ts";
import { RULES } from "./words.ts";

/** Milliseconds for which what was known at another step may stand while this one is read. */
const STALE_MILLISECONDS = 300;

/** The kernel's OOM killer next to the kubelet: its rules come after the first decision. */
export class Oom implements Model {
  /** At the position; null until it is known. */
  readonly view = signal<OomView | null>(null);
  /** Over the run on show, or the one before until that is read. */
  readonly timeline = signal<OomTimeline | null>(null);
  readonly #late = new LateModule("oom", RULES);
  /** Why nothing is known of it; null when something is, or will be. */
  readonly problem = this.#late.problem;
  /** The kernel's order, for the ranking on show. */
  readonly ranking = computed(() => {
    if (!ranksMemory(this.#store) || this.problem.value !== null) return null;
    return this.view.value === null ? AWAITED : this.view.value.ranking;
  });
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
    whenDecided(store, () => this.#askForView());
    effect(() => {
      if (store.capture.value !== null && store.signals.value.length > 0) this.#askForTimeline();
    });
  }

  /** Another capture is open. */
  begin(): void {
    this.view.value = null;
    this.timeline.value = null;
  }

  #askForView(): void {
    const position = this.#store.position.peek();
    const isWanted = stillCurrent(this.#store);
    const stale = setTimeout(() => {
      if (isWanted()) this.view.value = null;
    }, STALE_MILLISECONDS);
    void this.#late.loaded().then((module) => {
      if (module === null || !isWanted()) return clearTimeout(stale);
      this.#store.ask({ kind: "oom", module, position }, (answer) => {
        clearTimeout(stale);
        if (!isWanted()) return;
        if (answer.kind === "oom") this.view.value = answer.view;
        else if (answer.kind === "failed") this.problem.value = answer.sentence;
      });
    });
  }

  #askForTimeline(): void {
    const columns = this.#store.signals.peek();
    void this.#late.loaded().then((module) => {
      if (module === null) return;
      this.#store.ask({ kind: "oomTimeline", module }, (answer) => {
        if (columns !== this.#store.signals.peek()) return;
        if (answer.kind === "oomTimeline") this.timeline.value = answer.timeline;
        else if (answer.kind === "failed") this.problem.value = answer.sentence;
      });
    });
  }
}
