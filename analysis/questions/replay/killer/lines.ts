/** Decisions of a killer as lines of JSON. */
import type { KillerDecision } from "../../../engine/oomdDecision.ts";

/** What scripts go by: a decision without its arithmetic. */
export function decisionLine(decision: KillerDecision): object {
  const { killer, at } = decision;
  if (killer === "earlyoom") return { killer, at, signal: decision.signal, pid: decision.pid };
  if (killer === "oomd") return { killer, at, picked: decision.picked, why: decision.why };
  const { by, target, victim, considered, order } = decision;
  return { killer, at, by, target, victim, considered, order };
}
