/**
 * The behaviors a scenario shows, each as a short sentence: the coverage a corpus is chosen by.
 * An answer says what happened, be it the kubelet's or the engine's account in that form; reasons,
 * such as the comparator that decided, only the engine knows. All of it steers the choice of
 * scenarios and never becomes an expectation.
 */

import { layoutOf } from "../../fidelity/layout.ts";
import type { Played } from "../../fidelity/play.ts";
import { at, type OracleAnswer, type OraclePod, type Scenario } from "../../fidelity/scenario.ts";
import { isObject } from "../../vectors/notation.ts";
import { boundaryBehaviors } from "./boundaries.ts";
import { messageForms, outcomeBehaviors } from "./outcome.ts";
import { admissionBehaviors, factsBehaviors } from "./pods.ts";
import { rankingBehaviors } from "./ranking.ts";
import { stateBehaviors } from "./state.ts";
import { policyBehaviors, thresholdActs, thresholdForms } from "./thresholds.ts";

export interface Observed {
  readonly scenario: Scenario;
  readonly answer: OracleAnswer;
  readonly pods: readonly OraclePod[] | null;
  readonly played: Played;
}

/** One step, together with what holds throughout the scenario. */
export interface Situation {
  /** What was decided and by which rule. */
  readonly acts: ReadonlySet<string>;
  /** In which forms documents and answers came. */
  readonly forms: ReadonlySet<string>;
}

/** One situation for each step; one for a scenario that has none. */
export function situationsOf(observed: Observed): Situation[] {
  const { scenario, answer, played, pods } = observed;
  const acts = [layoutBehavior(scenario)];
  const forms = [
    ...configurationBehaviors(scenario),
    ...(answer.errors ?? []).map(errorWord),
    ...(played.policy === undefined ? [] : policyBehaviors(played.policy)),
    ...(pods === null ? [] : factsBehaviors(scenario.pods, pods)),
  ];
  const steps = answer.steps ?? [];
  if (steps.length === 0) return [{ acts: new Set(acts), forms: new Set(forms) }];
  return steps.map((_, index) => ({
    acts: new Set([...acts, ...stepActs(observed, index)]),
    forms: new Set([...forms, ...stepForms(observed, index)]),
  }));
}

function stepActs({ scenario, answer, played }: Observed, index: number): string[] {
  const moments = (answer.steps ?? []).map((observed, at) => ({
    observed,
    step: scenario.steps[at],
  }));
  const now = moments[index];
  if (now?.step === undefined) return [];
  const { observed, step } = now;
  if (observed.crash !== undefined) return ["the kubelet panics"];
  const decision = played.steps[index]?.decision ?? null;
  const before = moments[index - 1];
  return [
    ...stateBehaviors(
      { step, observed },
      before?.step && { step: before.step, observed: before.observed },
    ),
    ...outcomeBehaviors(step, observed),
    ...(step.pods === undefined || index === 0 ? [] : ["the pod list changes"]),
    ...(decision === null ? [] : [...thresholdActs(decision), ...rankingBehaviors(decision)]),
    ...boundaryBehaviors(played, answer.steps ?? [], index),
  ];
}

function stepForms({ scenario, answer, played }: Observed, index: number): string[] {
  const step = scenario.steps[index];
  const observed = answer.steps?.[index];
  const decision = played.steps[index]?.decision ?? null;
  if (step === undefined || observed === undefined || observed.crash !== undefined) return [];
  return [
    ...admissionBehaviors(step, observed),
    ...messageForms(observed),
    ...(decision === null ? [] : thresholdForms(decision)),
  ];
}

function layoutBehavior(scenario: Scenario): string {
  const { dedicatedImageFs, splitContainerFs } = layoutOf(scenario);
  const found = scenario.layout === undefined ? " found" : "";
  const apart = splitContainerFs ? " split" : "";
  return `layout ${dedicatedImageFs ? "image" : "single"}${apart}${found}`;
}

const TOLD_BY_VALUE = [
  "evictionPressureTransitionPeriod",
  "evictionMaxPodGracePeriod",
  "enforceNodeAllocatable",
  "localStorageCapacityIsolation",
  "mergeDefaultEvictionSettings",
];

function configurationBehaviors({ config }: Scenario): string[] {
  if (!isObject(config)) return ["no configuration"];
  return TOLD_BY_VALUE.flatMap((member) => {
    const value = at(config, member);
    return value === undefined ? [] : [`${member} ${JSON.stringify(value)}`];
  });
}

/** The kind of an error, without the names and texts it quotes. */
function errorWord(text: string): string {
  const kind = text.replace(/"[^"]*"|'[^']*'|\d[\w.%+-]*/g, "…").slice(0, 80);
  return `error: ${kind}`;
}
