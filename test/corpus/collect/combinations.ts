import type { Situation } from "../behaviours/scenario.ts";

/** Every form meets these acts; between themselves forms have little to do with each other. */
const MEETS_FORMS = /^(event|layout|evicted for|conditions) /;

const JOINT = " + ";

/** Pairs of behaviours that a scenario shows in one step. */
export function combinationsOf(situations: readonly Situation[]): Set<string> {
  const found = new Set<string>();
  for (const { acts, forms } of situations) {
    const sorted = [...acts].sort();
    for (const [index, act] of sorted.entries()) {
      for (const other of sorted.slice(index + 1)) found.add(act + JOINT + other);
      if (!MEETS_FORMS.test(act)) continue;
      for (const form of forms) found.add(act + JOINT + form);
    }
  }
  return found;
}

export function behavioursOf(combination: string): [string, string] {
  const [act = "", other = ""] = combination.split(JOINT);
  return [act, other];
}

/** Whether some step shows both behaviours of a combination. */
export function shows(situations: readonly Situation[], combination: string): boolean {
  const [act, other] = behavioursOf(combination);
  return situations.some(
    ({ acts, forms }) => acts.has(act) && (acts.has(other) || forms.has(other)),
  );
}
