/** What keeps the daemon from acting, said when it begins, changes or ends, and not in between. */
export class Hindrances {
  readonly #trouble: (sentence: string) => void;
  readonly #said = new Map<string, string>();

  constructor(trouble: (sentence: string) => void) {
    this.#trouble = trouble;
  }

  /** `rail` is the name of a guard rail; null when nothing holds it any more. */
  say(rail: string, reason: string | null): void {
    if ((this.#said.get(rail) ?? null) === reason) return;
    if (reason === null) {
      this.#said.delete(rail);
      this.#trouble(`The guard rail ${rail} no longer withholds every eviction.`);
      return;
    }
    this.#said.set(rail, reason);
    this.#trouble(`The guard rail ${rail} withholds every eviction: ${reason}.`);
  }
}
