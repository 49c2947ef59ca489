import type { Verdict } from "./judge.ts";

/** The results of a campaign. */
export class Tally {
  cases = 0;
  decisions = 0;
  notEvaluated = 0;
  readonly results = new Map<string, number>();
  readonly differing = new Map<string, number>();

  add({ differences, oracle, notEvaluated }: Verdict): void {
    this.cases++;
    this.notEvaluated += notEvaluated;
    this.decisions += oracle.decisions.length;
    for (const { result } of oracle.decisions) count(this.results, result);
    if (oracle.error !== undefined) count(this.results, "configurations refused");
    const what = differences[0]?.what;
    if (what !== undefined) count(this.differing, what);
  }

  sentence(release: string, seed: number): string {
    const different = [...this.differing.values()].reduce((sum, one) => sum + one, 0);
    const results = [...this.results].map(([result, times]) => `${times} ${result}`).join(", ");
    return [
      `${release}: ${this.cases} scenarios, ${this.decisions} decisions (${results}), ` +
        `${this.notEvaluated} pods not evaluated, ${different} different (seed ${seed})`,
      ...[...this.differing].map(([what, times]) => `  different: ${what}: ${times}`),
    ].join("\n");
  }
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
