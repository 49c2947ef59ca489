import { computed, signal } from "@preact/signals";
import type {
  ContainerChange,
  PodChange,
} from "../../../../analysis/questions/change/podChange.ts";
import { priorityProblem } from "../../../../analysis/questions/change/podChange.ts";
import type { Model, Store } from "../../state/store.ts";

type Members = { readonly [K in keyof PodChange]?: PodChange[K] | undefined };

/** Why a change was refused, under the field that asked for it. */
export interface RefusedChange {
  readonly uid: string;
  readonly field: string;
  /** As it was written. */
  readonly text: string;
  readonly sentence: string;
}

/** Changes of pods by the user: what the engine refuses changes nothing. */
export class PodChanges implements Model {
  readonly refused = signal<RefusedChange | null>(null);
  readonly count = computed(() => this.#store.changes.value.length);
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  of(uid: string): PodChange {
    return this.#store.changes.value.find((change) => change.uid === uid) ?? { uid };
  }

  /** As it is written in the field of the name; nothing goes back to the capture's value. */
  setPriority(uid: string, field: string, text: string): void {
    const given = text.trim();
    const asked = { uid, field, text };
    const sentence = priorityProblem(given);
    if (sentence !== null) this.refused.value = { ...asked, sentence };
    else this.#changeChecked(asked, { priority: given === "" ? undefined : Number(given) });
  }

  /** Percent of the capture's; null for what was recorded. */
  setUsage(uid: string, percent: number | null): void {
    this.#change(uid, { usagePercent: percent ?? undefined });
  }

  setRequest(uid: string, container: string, change: ContainerChange, field: string): void {
    const [text = ""] = Object.values(change);
    const containers = this.of(uid).containers ?? {};
    const changed = { ...containers, [container]: { ...containers[container], ...change } };
    this.#changeChecked({ uid, field, text }, { containers: changed });
  }

  /** Takes all changes back. */
  reset(): void {
    this.refused.value = null;
    if (this.#store.changes.peek().length > 0) this.#store.changePods([]);
  }

  /** Another capture has other pods. */
  begin(): void {
    this.refused.value = null;
  }

  #changeChecked(asked: Omit<RefusedChange, "sentence">, members: Members): void {
    const { uid } = asked;
    const change = this.#changed(uid, members);
    this.#store.ask({ kind: "checkPod", change }, (answer) => {
      if (answer.kind !== "podChecked") return;
      const { problem } = answer;
      this.refused.value = problem === null ? null : { ...asked, sentence: problem };
      if (problem === null) this.#change(uid, members);
    });
  }

  /** Members that are undefined go back to the capture's values. */
  #changed(uid: string, members: Members): PodChange {
    const known = Object.entries({ ...this.of(uid), ...members });
    const kept = known.filter(([, value]) => value !== undefined);
    return Object.fromEntries(kept) as unknown as PodChange;
  }

  #change(uid: string, members: Members): void {
    const changed = this.#changed(uid, members);
    const others = this.#store.changes.peek().filter((change) => change.uid !== uid);
    const isChanged = Object.keys(changed).length > 1;
    this.#store.changePods(isChanged ? [...others, changed] : others);
  }
}
