/** Rules of the policies, each with a way to break it. */
import { readFileSync } from "node:fs";
import { ADMISSION } from "./broken/admission.ts";
import { DRAIN } from "./broken/drain.ts";
import { EVICTION } from "./broken/eviction.ts";
import { OOM } from "./broken/oom.ts";
import type { Rule } from "./broken/rule.ts";
import { SCHEDULER } from "./broken/scheduler.ts";
import { SIMULATOR } from "./broken/simulator.ts";

const SOURCES = new URL("../../assembly/", import.meta.url);

/** By the room of `assembly/` that is built. */
const RULES = {
  eviction: EVICTION,
  // The scheduler's module also drains.
  scheduler: [...SCHEDULER, ...DRAIN],
  admission: ADMISSION,
  oom: OOM,
  simulator: SIMULATOR,
};

export type Policy = keyof typeof RULES;

export interface Breakage extends Rule {
  readonly policy: Policy;
}

export const BREAKAGES: readonly Breakage[] = Object.entries(RULES).flatMap(([policy, rules]) =>
  rules.map((rule) => ({ ...rule, policy: policy as Policy })),
);

/** The text of the rule's file with the rule broken; throws when the rule is not there once. */
export function brokenText({ file, right, wrong }: Breakage): string {
  const pieces = readFileSync(new URL(file, SOURCES), "utf8").split(right);
  if (pieces.length === 2) return pieces.join(wrong);
  throw new Error(`"${right}" does not stand once in ${file}; see BREAKAGES.`);
}
