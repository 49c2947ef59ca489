import { allOf } from "../../text/amount.ts";

/** With how many of the recorded evictions the policy agrees. */
export function agreementText(agrees: number, count: number): string {
  if (agrees < count) return `the policy agrees with ${agrees === 0 ? "none" : agrees}`;
  return count === 1
    ? "the policy agrees"
    : `the policy agrees with ${agreeingWords(agrees, count)}`;
}

export function agreeingWords(agrees: number, count: number): string {
  if (agrees === count) return count === 1 ? "it" : allOf(count);
  return agrees === 0 ? "none" : `${agrees} of ${count}`;
}
