import { computed, signal } from "@preact/signals";
import type { Decision, PodName } from "../../../../analysis/engine/decision.ts";
import { podText, podTexts } from "../../../../analysis/text/podText.ts";
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

export function answerTo(pod: PodName | null, { evictions, alternatives }: Decision): string {
  const picked = pod === null ? "that no pod is evicted" : podText(pod);
  const does =
    evictions.length === 0 ? "evicts no pod in this step" : `evicts ${podTexts(evictions)}`;
  const isSame = pod === null ? evictions.length === 0 : evictions.some(isOf(pod));
  if (isSame) return `You said ${picked}. The kubelet agrees: it ${does}.`;
  const isOther = pod !== null && alternatives.some(({ pods }) => pods.some(isOf(pod)));
  if (isOther) {
    return `You said ${picked}. The kubelet could have done so as well; here it ${does}.`;
  }
  return `You said ${picked}. The kubelet does not agree: it ${does}.`;
}

function isOf({ uid }: PodName): (other: { readonly uid: string }) => boolean {
  return (other) => other.uid === uid;
}
