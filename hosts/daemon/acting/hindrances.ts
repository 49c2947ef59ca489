/** What keeps the daemon from acting, said when it begins, changes or ends, and not in between. */
export class Hindrances {
  readonly #reportError: (sentence: string) => void;
  readonly #said = new Map<string, string>();

  constructor(reportError: (sentence: string) => void) {
    this.#reportError = reportError;
  }

  /** `rail` is the name of a guard rail; null when nothing holds it any more. */
  say(rail: string, reason: string | null): void {
    if ((this.#said.get(rail) ?? null) === reason) return;
    if (reason === null) {
      this.#said.delete(rail);
      this.#reportError(`The guard rail ${rail} no longer withholds every eviction.`);
      return;
    }
    this.#said.set(rail, reason);
    this.#reportError(`The guard rail ${rail} withholds every eviction: ${reason}.`);
  }
}
