/** What each threshold came to. Specification 2, 3.3, 3.7. */
import type { Decision, Policy, ThresholdArithmetic } from "../../../analysis/engine/decision.ts";
import { formWord, marginWord, widthWord } from "./words.ts";

function kindOf({ signal, hard }: { signal: string; hard: boolean }): string {
  return `${signal}/${hard ? "hard" : "soft"}`;
}

export function policyBehaviors(policy: Policy): string[] {
  return policy.thresholds.flatMap(({ value, minReclaim, origin, ...threshold }) => [
    `${kindOf(threshold)} from ${origin}`,
    `threshold ${formWord(value)}`,
    ...(minReclaim === undefined ? [] : [`minimum reclaim ${formWord(minReclaim)}`]),
  ]);
}

export function thresholdActs(decision: Decision): string[] {
  return (decision.thresholds ?? []).flatMap((threshold) => {
    const state = stateOf(threshold);
    return state === "quiet" ? [] : [`${kindOf(threshold)} ${state}`];
  });
}

function stateOf({ available, met, unresolved, updatedStats }: ThresholdArithmetic): string {
  if (available === undefined) return "not observed";
  const stale = updatedStats ? "" : ", stats not updated";
  if (met) return `met${stale}`;
  return unresolved ? `held by its minimum reclaim${stale}` : "quiet";
}

export function thresholdForms(decision: Decision): string[] {
  return (decision.thresholds ?? []).flatMap(numbersOf);
}

function numbersOf(threshold: ThresholdArithmetic): string[] {
  const { available, limit, capacity, minReclaimAmount } = threshold;
  if (available === undefined || limit === undefined) return [];
  const margins = [`available ${marginWord(available, limit)} the limit`];
  if (minReclaimAmount !== undefined) {
    margins.push(`available ${marginWord(available, limit + minReclaimAmount)} the reclaim line`);
  }
  return [
    ...margins,
    `available ${widthWord(available)}`,
    `capacity ${widthWord(capacity ?? 0)}`,
    `limit ${widthWord(limit)}`,
  ];
}
