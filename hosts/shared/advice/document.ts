import type { Advice } from "./advice.ts";
import type { Comparison } from "./comparison.ts";
import type { Evidence, SignalEvidence } from "./evidence.ts";
import type { OutcomeEviction } from "./outcome.ts";

/** Advice as schemas/advice-1.schema.json has it. */
export function adviceDocument(advice: Advice): object {
  return {
    plimsoll: "advice/1",
    captures: advice.captures,
    evidence: evidenceDocument(advice.evidence),
    changes: advice.changes.map(({ member, from, to, reason, comparison, verification }) => ({
      ...{ member, from, to, reason, verification },
      replay: comparisonDocument(comparison),
    })),
    requests: advice.requests,
    notAdvised: advice.notAdvised,
    together: advice.together === null ? null : comparisonDocument(advice.together),
    reserved: advice.reservedNow,
    published: advice.published,
    patch: advice.patch,
  };
}

function evidenceDocument({ signals, daemons, pods, podSteps, steps }: Evidence): object {
  return {
    steps,
    podSteps,
    signals: signals.map(signalDocument),
    daemons,
    pods: pods.map(({ pod, uid, peak, request, reading }) => ({
      ...{ pod, uid, reading },
      peakBytes: peak,
      requestBytes: request,
    })),
  };
}

function signalDocument({ thresholds, ...signal }: SignalEvidence): object {
  return {
    ...signal,
    thresholds: thresholds.map(({ hard, origin, value, limit, gracePeriodSeconds }) => ({
      ...{ hard, origin, value, limit: limit ?? null, gracePeriodSeconds },
    })),
  };
}

function comparisonDocument(comparison: Comparison): object {
  const { avoided, added, moved, pressureSeconds, conditionsBegun, memoryGivenUpBytes } =
    comparison;
  return {
    evictionsAvoided: avoided.map(evictionDocument),
    evictionsAdded: added.map(evictionDocument),
    evictionsMoved: moved.map(({ before, after, secondsEarlier }) => ({
      ...{ before: evictionDocument(before), after: evictionDocument(after), secondsEarlier },
    })),
    ...{ pressureSeconds, conditionsBegun, memoryGivenUpBytes },
  };
}

function evictionDocument({ pod, uid, time, what, available }: OutcomeEviction): object {
  return { pod, uid, time, what, available };
}
