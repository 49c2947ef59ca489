/**
 * All that the kubelet answered about one scenario against all that the engine did with it. Free of
 * processes and files, so that a recorded answer can be evaluated in any runtime.
 */
import { DELIBERATE } from "../deliberate.ts";
import type { Played, PodAnswers } from "../play.ts";
import type { OracleAnswer, OraclePods, Scenario } from "../scenario.ts";
import { compareErrors, compareThresholds, type Worths } from "./configuration.ts";
import { type Difference, present } from "./difference.ts";
import { comparePods } from "./pods.ts";
import { StepCriterion } from "./step.ts";

/** What the kubelet's code says. */
export interface Expected {
  readonly answer: OracleAnswer;
  /** Null when it was not asked about the pods alone. */
  readonly pods: OraclePods | null;
  readonly worths: Worths;
  /** It was asked so often that one tied pod represents the others. */
  readonly thorough: boolean;
}

/** What the engine did. */
export interface Actual {
  readonly played: Played;
  readonly pods: PodAnswers | null;
}

export interface Judgment {
  readonly differences: readonly Difference[];
  /** Names of the deliberate differences that showed. */
  readonly deliberate: readonly string[];
  /** What the oracle does not ask the kubelet's code, which would not end. */
  readonly skipped: boolean;
}

export function judgmentOf(scenario: Scenario, expected: Expected, actual: Actual): Judgment {
  const skipped = expected.answer.skipped === true || expected.pods?.skipped === true;
  if (skipped) return { differences: [], deliberate: [], skipped };
  const found = [
    ...comparePlayed(expected, actual.played),
    ...(expected.pods === null ? [] : comparePods(expected.pods, actual.pods)),
  ];
  const deliberate = found.map((difference) =>
    DELIBERATE.find(({ explains }) => explains(difference, scenario)),
  );
  return {
    differences: found.filter((_, index) => deliberate[index] === undefined),
    deliberate: [...new Set(deliberate.flatMap((one) => one?.name ?? []))],
    skipped,
  };
}

function comparePlayed({ answer, worths, thorough }: Expected, played: Played): Difference[] {
  if (answer.invalid !== undefined) {
    const refused = played.errors !== undefined || played.problems.length > 0;
    return refused ? [] : [{ what: "document", kubelet: answer.invalid, plimsoll: "accepted" }];
  }
  if (played.problems.length > 0) {
    return [{ what: "document", kubelet: "accepted", plimsoll: played.problems }];
  }
  if (answer.errors !== undefined || played.policy === undefined) {
    return compareErrors(answer, played);
  }
  const thresholds = compareThresholds(answer, played.policy, worths);
  return present([thresholds, ...compareSteps(played, answer, thorough)]);
}

function compareSteps(played: Played, answer: OracleAnswer, thorough: boolean): Difference[] {
  const criterion = new StepCriterion(thorough, answer.kubernetes);
  const found: Difference[] = [];
  for (const [step, theirs] of (answer.steps ?? []).entries()) {
    const ours = played.steps[step];
    const crash = ours?.decision?.crash;
    if (theirs.crash !== undefined && crash !== undefined) return found;
    if (theirs.crash !== undefined || crash !== undefined || ours === undefined) {
      const kubelet = theirs.crash ?? "a step";
      const plimsoll = crash ?? ours?.decision?.action ?? "none";
      return [...found, { what: "crash", step, kubelet, plimsoll }];
    }
    found.push(...criterion.compare(theirs, ours).map((difference) => ({ ...difference, step })));
  }
  return found;
}
