import { computed, signal } from "@preact/signals";
import type { Decision, PodName } from "../../../../analysis/engine/decision.ts";
import { agrees, answerTo } from "../../../../analysis/questions/explain/prediction.ts";
import type { Scenario } from "../../session/scenario.ts";
import { examples } from "../../state/examples.ts";
import type { Model, Store } from "../../state/store.ts";

import { INCIDENTS } from "./incidents.ts";

/** The incidents of the quiz, one after another. */
export interface Round {
  /** Among the incidents, from 0 on. */
  readonly at: number;
  readonly right: number;
}

/** A link may ask first: what is decided is shown once the reader has said which pod goes. */
export class Quiz implements Model {
  readonly isAsked = signal(false);
  /** What the reader said, and what the kubelet does; null until then. */
  readonly answer = signal<string | null>(null);
  /** Null until it is decided. */
  readonly question = computed<Decision | null>(() =>
    this.isAsked.value ? this.#store.decision.value : null,
  );
  /** The round of which an incident is on show; null for a question of a link. */
  readonly round = signal<Round | null>(null);
  readonly #store: Store;
  /** The round whose incident is being opened. */
  #coming: Round | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Another capture is open; whether it is a question. */
  begin({ predict = false }: Scenario): void {
    this.isAsked.value = predict;
    this.answer.value = null;
    this.round.value = predict ? this.#coming : null;
    this.#coming = null;
  }

  /** Asks about the first incident. */
  start(): void {
    this.#ask({ at: 0, right: 0 });
  }

  /** Asks about the next one; only where there is one. */
  next(): void {
    const round = this.round.peek();
    if (round !== null) this.#ask({ ...round, at: round.at + 1 });
  }

  #ask(round: Round): void {
    const example = examples.all.find(({ name }) => name === INCIDENTS[round.at]);
    if (example === undefined) return;
    this.#coming = round;
    void examples.open(example, this.#store, { predict: true }).then((isOpened) => {
      if (!isOpened) this.#coming = null;
    });
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
    if (decision === null) return;
    this.answer.value = answerTo(pod, decision);
    const round = this.round.peek();
    if (round !== null && agrees(pod, decision)) {
      this.round.value = { ...round, right: round.right + 1 };
    }
    this.#store.pod.value = pod;
    this.isAsked.value = false;
  }
}
