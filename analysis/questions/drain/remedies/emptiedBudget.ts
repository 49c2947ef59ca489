import type { DrainedBudget } from "../../../engine/drain.ts";
import { podText } from "../../../text/podText.ts";
import type { DrainChange } from "./candidates.ts";

/** Said of a budget that guards nothing after a change of it; null for any other budget. */
export function emptiedBudgetWords(
  kind: DrainChange["kind"],
  budget: DrainedBudget,
): string | null {
  const { desiredHealthy, selectedPods } = budget;
  const name = podText(budget);
  if (kind === "selector") {
    return selectedPods === 0 ? `The budget ${name} then selects no pod.` : null;
  }
  const isSized = kind === "minAvailable" || kind === "maxUnavailable";
  if (!isSized || desiredHealthy > 0) return null;
  return `The budget ${name} then allows all of its pods to be evicted at the same time.`;
}
