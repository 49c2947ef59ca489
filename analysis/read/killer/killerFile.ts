/** Recognizes the configuration of a killer in user space. */
import { afterComments } from "./jsonComments.ts";

/** Which program reads a text, by what is in it. */
export type KillerFile = "oomd.conf" | "oomrule" | "unit" | "oomd.json" | "earlyoom";

/** What is said of any other file. */
export const NO_KILLER_FILE =
  "it configures no killer; give oomd.conf, a .oomrule, the JSON of oomd or /etc/default/earlyoom";

/** A line that only such a file has, without blanks around it. */
const LINES: readonly (readonly [KillerFile, RegExp])[] = [
  ["oomd.conf", /^\[OOM\]$/],
  ["oomrule", /^\[Rule\]$/],
  ["unit", /^(?:ManagedOOM\w+|OOMRules)\s*=/],
  ["earlyoom", /^(?:export\s+)?EARLYOOM_ARGS=/],
];

export function killerFileOf(text: string): KillerFile | null {
  const lines = text.split("\n").map((line) => line.trim());
  const found = LINES.find(([, pattern]) => lines.some((line) => pattern.test(line)));
  return found?.[0] ?? (hasRulesets(text) ? "oomd.json" : null);
}

/** Whether it is an object with rulesets that have members of their own. */
function hasRulesets(text: string): boolean {
  if (text[afterComments(text, 0)] !== "{") return false;
  const rulesets = /"rulesets"\s*:/.exec(text);
  return rulesets !== null && /"(?:detectors|actions)"\s*:/.test(text.slice(rulesets.index));
}
