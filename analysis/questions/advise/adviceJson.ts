import { assumedMember } from "../../text/assumedDefaults.ts";
import type { Advice } from "./advice.ts";
import type { Comparison } from "./comparison.ts";
import type { Evidence, SignalEvidence } from "./evidence.ts";
import type { OutcomeEviction } from "./outcome.ts";

/** Advice as schemas/advice-1.schema.json has it. */
export function adviceJson(advice: Advice): object {
  return {
    plimsoll: "advice/1",
    captures: advice.captures,
    limits: advice.limits,
    ...assumedMember(advice.defaultsAssumed),
    evidence: evidenceJson(advice.evidence),
    remedies: advice.remedies.map(({ comparison, ...remedy }) => ({
      ...remedy,
      replay: comparisonJson(comparison),
    })),
    search: advice.search,
    requests: advice.requests,
    notAdvised: advice.notAdvised,
    together: advice.together === null ? null : comparisonJson(advice.together),
    reserved: advice.reservedNow,
    published: advice.published,
    patch: advice.patch,
  };
}

/** A node of which nothing could be read, and why. */
export interface UnreadNode {
  readonly node: string;
  readonly reason: string;
}

/** Advice on the nodes of a cluster, on each kind of node by itself. */
export function clusterJson(kinds: readonly Advice[], unread: readonly UnreadNode[]): object {
  return { plimsoll: "advice/1", kinds: kinds.map(adviceJson), unread };
}

function evidenceJson({ signals, daemons, pods, podSteps, steps }: Evidence): object {
  return {
    steps,
    podSteps,
    signals: signals.map(signalJson),
    daemons,
    pods: pods.map(({ pod, uid, peak, request, reading }) => ({
      ...{ pod, uid, reading },
      peakBytes: peak,
      requestBytes: request,
    })),
  };
}

function signalJson({ thresholds, ...signal }: SignalEvidence): object {
  return {
    ...signal,
    thresholds: thresholds.map(({ hard, origin, value, limit, gracePeriodSeconds }) => ({
      ...{ hard, origin, value, limit: limit ?? null, gracePeriodSeconds },
    })),
  };
}

function comparisonJson(comparison: Comparison): object {
  const { avoided, added, moved, pressureSeconds, conditionsBegun, memoryGivenUpBytes } =
    comparison;
  return {
    evictionsAvoided: avoided.map(evictionJson),
    evictionsAdded: added.map(evictionJson),
    evictionsMoved: moved.map(({ before, after, secondsEarlier }) => ({
      ...{ before: evictionJson(before), after: evictionJson(after), secondsEarlier },
    })),
    ...{ pressureSeconds, conditionsBegun, memoryGivenUpBytes },
  };
}

function evictionJson({ pod, uid, time, what, available }: OutcomeEviction): object {
  return { pod, uid, time, what, available };
}
