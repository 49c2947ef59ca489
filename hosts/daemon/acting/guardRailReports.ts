/** Reports a guard rail that withholds every eviction when that begins, changes or ends. */
export class GuardRailReports {
  readonly #reportError: (sentence: string) => void;
  readonly #reported = new Map<string, string>();

  constructor(reportError: (sentence: string) => void) {
    this.#reportError = reportError;
  }

  /** `rail` is the name of a guard rail; `reason` is null when it no longer withholds. */
  report(rail: string, reason: string | null): void {
    if ((this.#reported.get(rail) ?? null) === reason) return;
    if (reason === null) {
      this.#reported.delete(rail);
      this.#reportError(`The guard rail ${rail} no longer withholds every eviction.`);
      return;
    }
    this.#reported.set(rail, reason);
    this.#reportError(`The guard rail ${rail} withholds every eviction: ${reason}.`);
  }
}
