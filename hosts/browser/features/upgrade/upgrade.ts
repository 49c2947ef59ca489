import { batch, signal } from "@preact/signals";
import type { AskedReleases, UpgradeAnswer } from "../../../../analysis/questions/given/upgrade.ts";
import type { GivenDocument } from "../../../../analysis/read/recognize/given.ts";
import type { Model, Store } from "../../state/store.ts";

/** Documents that are compared, as they are when it begins. */
type Documents = () => Promise<readonly GivenDocument[]>;

/** The open documents, decided under two releases. */
export class Upgrade implements Model {
  readonly isOpen = signal(false);
  readonly asked = signal<AskedReleases>({});
  /** Null while it is compared. */
  readonly answer = signal<UpgradeAnswer | null>(null);
  readonly problem = signal<string | null>(null);
  readonly #store: Store;
  #documents: Documents = async () => [];

  constructor(store: Store) {
    this.#store = store;
  }

  open(documents: Documents): void {
    this.#documents = documents;
    this.isOpen.value = true;
    void this.compare({});
  }

  leave(): void {
    this.isOpen.value = false;
  }

  async compare(asked: AskedReleases): Promise<void> {
    batch(() => {
      this.asked.value = asked;
      this.answer.value = null;
      this.problem.value = null;
    });
    const isCurrent = () => this.asked.peek() === asked;
    try {
      const documents = await this.#documents();
      this.#store.ask({ kind: "upgrade", documents, ...asked }, (answer) => {
        if (!isCurrent()) return;
        if (answer.kind === "upgraded") this.answer.value = answer.upgraded;
        if (answer.kind === "failed") this.problem.value = answer.sentence;
        if (answer.kind === "refused") this.problem.value = answer.refusal.sentence;
      });
    } catch (error) {
      if (isCurrent()) this.problem.value = error instanceof Error ? error.message : String(error);
    }
  }
}
