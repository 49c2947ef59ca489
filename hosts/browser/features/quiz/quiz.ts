import { computed, signal } from "@preact/signals";
import type { Decision, PodName } from "../../../../analysis/engine/decision.ts";
import { answerTo } from "../../../../analysis/questions/explain/prediction.ts";
import type { Scenario } from "../../session/scenario.ts";
import type { Model, Store } from "../../state/store.ts";

/** A link may ask first: what is decided is shown once the reader has said which pod goes. */
export class Quiz implements Model {
  readonly isAsked = signal(false);
  /** What the reader said, and what the kubelet does; null until then. */
  readonly answer = signal<string | null>(null);
  /** Null until it is decided. */
  readonly question = computed<Decision | null>(() =>
    this.isAsked.value ? this.#store.decision.value : null,
  );
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Another capture is open; whether it is a question. */
  begin({ predict = false }: Scenario): void {
    this.isAsked.value = predict;
    this.answer.value = null;
  }

  scenario(): Scenario {
    return this.isAsked.value ? { predict: true } : {};
  }

  /** Everything is shown, and nothing was picked. */
  skip(): void {
    this.begin({});
  }

  /** The reader picks a pod, or none; everything is shown, from the row of that pod. */
  pick(pod: PodName | null): void {
    const decision = this.#store.decision.peek();
    if (decision !== null) this.answer.value = answerTo(pod, decision);
    this.#store.pod.value = pod;
    this.isAsked.value = false;
  }
}
