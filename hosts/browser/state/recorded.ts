import { computed, effect, signal } from "@preact/signals";
import type { Decision } from "../../../analysis/engine/decision.ts";
import { unknownFrom } from "../../../analysis/questions/diff/beforeAfter.ts";
import type { CaptureOutline, DecidedEviction, RecordedRun } from "../session/protocol.ts";
import type { Model, Store } from "./store.ts";

/** The outcome of the capture with nothing changed, to compare with what is on show. */
export class Recorded implements Model {
  /** Null until it is asked for and known. */
  readonly run = signal<RecordedRun | null>(null);
  /** What it decides at the position; null until that is known. */
  readonly decision = signal<Decision | null>(null);
  /** From where the run on show knows less than the recording. */
  readonly unknown = computed(() => {
    const { decided, isChanged } = this.#store;
    if (!isChanged.value || this.run.value === null || decided.value === null) return null;
    return unknownFrom(this.run.value.lost, decided.value.timeline.events);
  });
  /** Evictions that the capture records; none where what is changed is on show. */
  readonly evictions = computed((): readonly DecidedEviction[] => {
    const { capture, isChanged } = this.#store;
    if (isChanged.value) return [];
    const known = this.#decided.value;
    return (capture.value?.evictions ?? []).map(
      (each, index) => known[index] ?? { ...each, eviction: null, policy: null },
    );
  });
  /** The evictions of the capture that were decided again. */
  readonly #decided = signal<readonly DecidedEviction[]>([]);
  /** The capture whose evictions were asked for. */
  #asked: CaptureOutline | null = null;
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
    effect(() => {
      const capture = store.capture.value;
      const isDecided = store.decided.value !== null;
      if (capture !== null && isDecided && capture.evictions.length > 0) this.#askFor(capture);
    });
    effect(() => {
      const position = store.position.value;
      if (this.run.value === null || !store.isChanged.value) return;
      store.ask({ kind: "recordedStep", position }, (answer) => {
        const isWanted = answer.kind === "recordedStep" && store.position.peek() === position;
        if (isWanted) this.decision.value = answer.decision;
      });
    });
  }

  /** Another capture is open. */
  begin(): void {
    this.run.value = null;
    this.decision.value = null;
    this.#decided.value = [];
    this.#asked = null;
  }

  /** Asks about the evictions of a capture once. */
  #askFor(capture: CaptureOutline): void {
    if (capture === this.#asked) return;
    this.#asked = capture;
    const text = this.#store.recordedConfiguration.peek();
    this.#store.ask({ kind: "recordedEvictions", text }, (answer) => {
      const isOpen = this.#store.capture.peek() === capture;
      if (answer.kind === "recordedEvictions" && isOpen) this.#decided.value = answer.evictions;
    });
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
