/** Decisions of a killer as lines of JSON. */
import type { OomdDecision } from "../../../engine/oomdDecision.ts";

/** What scripts go by: a decision without its arithmetic. */
export function decisionLine(decision: OomdDecision): object {
  const { killer, at, by, target, victim, considered, order } = decision;
  return { killer, at, by, target, victim, considered, order };
}
