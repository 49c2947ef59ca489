/** Rules of the policies, each with a way to break it. */
import { readFileSync } from "node:fs";
import { ADMISSION } from "./broken/admission.ts";
import { DRAIN } from "./broken/drain.ts";
import { EVICTION } from "./broken/eviction.ts";
import { OOM } from "./broken/oom.ts";
import { brokenBy, type Rule } from "./broken/rule.ts";
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
export function brokenText(rule: Breakage): string {
  return brokenBy(rule, readFileSync(new URL(rule.file, SOURCES), "utf8"));
}
