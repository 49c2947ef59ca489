/**
 * The engine's own account of a scenario, in the form of an answer of the kubelet. Scenarios are
 * looked for with it, because it is the same each time and comes a hundred times faster; what a
 * case of the corpus expects is asked of the kubelet afterwards.
 */
import type { Decision } from "../../../analysis/engine/decision.ts";
import {
  eventOf,
  NO_STATE,
  outcomeOf,
  type State,
  stateOf,
} from "../../fidelity/criterion/outcome.ts";
import type { Played, PlayedStep, PodAnswers } from "../../fidelity/play.ts";
import type {
  AdmitAnswer,
  OracleAnswer,
  OraclePod,
  OracleStep,
  Outcome,
} from "../../fidelity/scenario.ts";

export function accountOf({ errors, steps }: Played): OracleAnswer {
  if (errors !== undefined) return { errors };
  let state = NO_STATE;
  return {
    steps: steps.map((step) => {
      if (step.decision !== null) state = stateOf(step.decision);
      return stepOf(step, state);
    }),
  };
}

function stepOf({ decision, admit }: PlayedStep, state: State): OracleStep {
  const signals = decision === null ? [] : [decision, ...decision.alternatives];
  return {
    ...state,
    outcomes: decision === null ? [] : outcomesOf(decision),
    signals: [...new Set(signals.flatMap(({ signal }) => signal ?? []))].sort(),
    admit: admit.map(
      ({ admit, reason, message }): AdmitAnswer => ({
        admit,
        ...(reason === undefined ? {} : { reason }),
        ...(message === undefined ? {} : { messages: [message] }),
      }),
    ),
  };
}

function outcomesOf(decision: Decision): Outcome[] {
  const outcome = outcomeOf(decision);
  const refused = outcome.event === null ? (decision.refused ?? []) : [];
  const localStorageRefused = refused.map(({ uid }) => uid);
  return [{ ...outcome, localStorageRefused }, ...alternativesOf(decision)];
}

/** Of an alternative the engine says which pods it would evict, but of the words only the cause. */
function alternativesOf({ alternatives }: Decision): Outcome[] {
  const message = "The node was low on resource: ";
  return alternatives.flatMap(({ signal, reclaim, pods }) =>
    pods.map(({ gracePeriodSeconds, ...pod }): Outcome => {
      const words = { message, annotations: {}, conditionMessage: message };
      const eviction = { ...pod, gracePeriodOverride: gracePeriodSeconds, ...words };
      const event = eventOf(signal);
      return { event, reclaim, evictions: [eviction], refused: [], ranking: [] };
    }),
  );
}

export function factsOf({ table, oomScoreAdj }: PodAnswers): OraclePod[] {
  return table.pods.map(({ uid, qosClass, critical, ...pod }) => ({
    uid,
    qosClass,
    critical,
    requests: { memory: pod.memoryRequest, "ephemeral-storage": pod.ephemeralStorageRequest },
    ephemeralStorageLimit:
      (pod as { ephemeralStorageLimit?: string }).ephemeralStorageLimit ?? null,
    oomScoreAdj: Object.fromEntries(oomScoreAdj.get(uid) ?? []),
  }));
}
