import type { Verdict } from "./judge.ts";

/** The results of a campaign. */
export class Tally {
  cases = 0;
  skipped = 0;
  steps = 0;
  evictions = 0;
  readonly differing = new Map<string, number>();
  readonly deliberate = new Map<string, number>();

  add(verdict: Verdict): void {
    this.cases++;
    this.skipped += Number(verdict.skipped);
    this.steps += verdict.steps;
    this.evictions += verdict.evictions;
    count(this.differing, verdict.differences[0]?.what);
    for (const name of verdict.deliberate) count(this.deliberate, name);
  }

  sentence(seed: number): string {
    const different = [...this.differing.values()].reduce((sum, one) => sum + one, 0);
    const lines = [
      `${this.cases} scenarios, ${this.steps} steps, ${this.evictions} evictions, ` +
        `${this.skipped} skipped, ${different} different (seed ${seed})`,
      ...[...this.differing].map(([what, times]) => `  different: ${what}: ${times}`),
      ...[...this.deliberate].map(([name, times]) => `  deliberate: ${name}: ${times}`),
    ];
    return lines.join("\n");
  }
}

function count(counts: Map<string, number>, name: string | undefined): void {
  if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
}
