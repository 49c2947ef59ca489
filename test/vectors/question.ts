import { disagreements, podDisagreements } from "./agreement.ts";
import { type OraclePods, type OracleScenario, podsLine, scenarioLine } from "./scenario.ts";
import type { Vector } from "./vector.ts";

/** What to ask the oracle about a vector. */
export interface Question {
  readonly line: string;
  /** Every disagreement between the vector and an answer. */
  readonly compare: (answer: string) => string[];
}

export function questionsOf(vector: Vector): Question[] {
  const scenario = {
    line: scenarioLine(vector),
    compare: (text: string) => disagreements(vector, JSON.parse(text) as OracleScenario),
  };
  const aboutPods =
    vector.expect?.pods !== undefined ||
    (vector.steps ?? []).some((step) => step.expect?.oomScoreAdj !== undefined);
  if (!aboutPods) return [scenario];
  const pods = {
    line: podsLine(vector),
    compare: (text: string) => podDisagreements(vector, JSON.parse(text) as OraclePods),
  };
  return [scenario, pods];
}
