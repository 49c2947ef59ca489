import type { Situation } from "../behaviors/scenario.ts";

/** Every form meets these acts; between themselves forms have little to do with each other. */
const LEADING = /^(event|layout|evicted for|conditions) /;

const JOINT = " + ";

/** Pairs of behaviors that a scenario shows in one step. */
export function pairsOf(situations: readonly Situation[]): Set<string> {
  const found = new Set<string>();
  for (const { acts, forms } of situations) {
    const sorted = [...acts].sort();
    for (const [index, act] of sorted.entries()) {
      for (const other of sorted.slice(index + 1)) found.add(act + JOINT + other);
      if (!LEADING.test(act)) continue;
      for (const form of forms) found.add(act + JOINT + form);
    }
  }
  return found;
}

/** Two acts that a scenario shows in one step, with a leading one. */
export function triplesOf(situations: readonly Situation[]): Set<string> {
  const found = new Set<string>();
  for (const { acts } of situations) {
    const sorted = [...acts].sort();
    const others = sorted.filter((act) => !LEADING.test(act));
    for (const act of sorted.filter((one) => LEADING.test(one))) {
      for (const [index, other] of others.entries()) {
        for (const third of others.slice(index + 1)) found.add(act + JOINT + other + JOINT + third);
      }
    }
  }
  return found;
}

export function behaviorsOf(combination: string): string[] {
  return combination.split(JOINT);
}

/** Whether some step shows all behaviors of a combination. */
export function shows(situations: readonly Situation[], combination: string): boolean {
  const behaviors = behaviorsOf(combination);
  return situations.some(({ acts, forms }) =>
    behaviors.every((one) => acts.has(one) || forms.has(one)),
  );
}
