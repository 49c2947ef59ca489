/** Recognizes the configuration of a killer in user space. */

/** Which program reads a text, by what is in it. */
export type KillerFile = "oomd.conf" | "unit" | "oomd.json" | "earlyoom";

/** Comments, and an object with rulesets that have members of their own. */
const RULESETS = new RegExp(
  String.raw`^\s*(?:(?:\/\/[^\n]*\n|\/\*[\s\S]*?\*\/)\s*)*\{[\s\S]*"rulesets"\s*:` +
    String.raw`[\s\S]*"(?:detectors|actions)"\s*:`,
);
const FILES: readonly (readonly [KillerFile, RegExp])[] = [
  ["oomd.conf", /^\s*\[OOM\]\s*$/m],
  ["unit", /^\s*ManagedOOM\w+\s*=/m],
  ["earlyoom", /^\s*(?:export\s+)?EARLYOOM_ARGS=/m],
  ["oomd.json", RULESETS],
];

export function killerFileOf(text: string): KillerFile | null {
  return FILES.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
}
