import { computed, signal } from "@preact/signals";
import type { ContainerChange, PodChange } from "../share/scenario.ts";
import type { Store } from "../state/store.ts";

/** Pods that the user has changed. */
export class PodChanges {
  readonly all = signal<readonly PodChange[]>([]);
  readonly count = computed(() => this.all.value.length);
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  of(uid: string): PodChange {
    return this.all.value.find((change) => change.uid === uid) ?? { uid };
  }

  /** Members that are undefined go back to the capture's values. */
  change(
    uid: string,
    members: { readonly [K in keyof PodChange]?: PodChange[K] | undefined },
  ): void {
    const known = Object.entries({ ...this.of(uid), ...members });
    const kept = known.filter(([, value]) => value !== undefined);
    const changed = Object.fromEntries(kept) as unknown as PodChange;
    const others = this.all.peek().filter((change) => change.uid !== uid);
    this.all.value = kept.length > 1 ? [...others, changed] : others;
    this.#read();
  }

  changeContainer(uid: string, container: string, change: ContainerChange): void {
    const containers = this.of(uid).containers ?? {};
    this.change(uid, {
      containers: { ...containers, [container]: { ...containers[container], ...change } },
    });
  }

  /** Takes all changes back. */
  reset(): void {
    if (this.all.peek().length === 0) return;
    this.all.value = [];
    this.#read();
  }

  /** Changes from a link or a file; the capture is read again, and then decided. */
  restore(changes: readonly PodChange[]): void {
    this.all.value = changes;
    this.#read();
  }

  /** Another capture has other pods. */
  forget(): void {
    this.all.value = [];
  }

  #read(): void {
    const changes = this.all.peek();
    this.#store.request({ kind: "change", changes }, "Reading the capture again", (answer) => {
      if (answer.kind === "changed") this.#store.decide();
    });
  }
}
