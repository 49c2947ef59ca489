import { batch, signal } from "@preact/signals";
import type { AskedReleases, UpgradeAnswer } from "../../../../analysis/questions/given/upgrade.ts";
import type { GivenDocument } from "../../../../analysis/read/recognize/given.ts";
import type { Model, Store } from "../../state/store.ts";

/** What is compared, as it is when it begins. */
type Compared = () => Promise<{
  readonly documents: readonly GivenDocument[];
  /** The configuration as a user has changed it. */
  readonly edited?: GivenDocument;
}>;

/** The open documents, decided under two releases. */
export class Upgrade implements Model {
  readonly isOpen = signal(false);
  readonly asked = signal<AskedReleases>({});
  /** Null while it is compared. */
  readonly answer = signal<UpgradeAnswer | null>(null);
  readonly problem = signal<string | null>(null);
  readonly #store: Store;
  #compared: Compared = async () => ({ documents: [] });

  constructor(store: Store) {
    this.#store = store;
  }

  open(compared: Compared): void {
    this.#compared = compared;
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
      const compared = await this.#compared();
      this.#store.ask({ kind: "upgrade", ...compared, ...asked }, (answer) => {
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
