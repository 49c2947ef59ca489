import type { Decision, RankedPod, ThresholdArithmetic } from "../../analysis/engine/decision.ts";
import {
  asIs,
  asOffset,
  asSet,
  asSize,
  type Comparison,
  compareNamed,
  type Form,
} from "./comparison.ts";
import { isObject, type Json, type JsonObject, parseShare } from "./notation.ts";

/** Reads from a decision (written at detail 1) what one field of an expectation is about. */
export type DecisionField = (decision: Decision, expected: Json) => Comparison;

const THRESHOLD_FORMS: Readonly<Record<string, Form>> = {
  origin: asIs,
  value: asIs,
  limit: asSize,
  available: asSize,
  capacity: asSize,
  met: asIs,
  unresolved: asIs,
  gracePeriodSatisfied: asIs,
  updatedStats: asIs,
  since: asOffset,
  gracePeriodSeconds: asIs,
  graceRemainingSeconds: asIs,
  minReclaim: asIs,
  minReclaimAmount: asSize,
};

const RANKED_FORMS: Readonly<Record<string, Form>> = {
  position: asIs,
  hasStats: asIs,
  exceedsRequest: asIs,
  priority: asIs,
  usage: asSize,
  request: asSize,
  usageMinusRequest: asSize,
  processCount: asIs,
  qosClass: asIs,
  tied: asIs,
};

const ALLOCATABLE_FORMS: Readonly<Record<string, Form>> = {
  capacity: asSize,
  systemReserved: asSize,
  kubeReserved: asSize,
  evictionHard: asSize,
  allocatable: asSize,
};

const member =
  (name: keyof Decision, form: Form = asIs): DecisionField =>
  (decision, expected) => ({ expected: form(expected), actual: form(decision[name]) });

/** A field of the step's only eviction. */
const evictionMember =
  (name: "message" | "gracePeriodSeconds" | "reason" | "cause"): DecisionField =>
  (decision, expected) => ({ expected, actual: decision.evictions.map((one) => one[name]).join() });

/** Every field a step's `expect` may name. */
export const DECISION_FIELDS: Readonly<Record<string, DecisionField>> = {
  action: member("action"),
  signal: member("signal"),
  hard: member("hard"),
  resource: member("resource"),
  limit: member("limit", asSize),
  available: member("available", asSize),
  capacity: member("capacity", asSize),
  conditions: (decision, expected) => sets(expected, decision.nodeConditions),
  reclaim: member("reclaim"),
  reclaimSufficient: member("reclaimSufficient"),
  evicted: (decision, expected) => sets(expected, names(decision.evictions)),
  message: evictionMember("message"),
  cause: evictionMember("cause"),
  gracePeriodSeconds: (decision, expected) => ({
    expected: [expected],
    actual: decision.evictions.map((one) => one.gracePeriodSeconds),
  }),
  annotations: (decision, expected) => ({
    expected: expected ?? {},
    actual: decision.evictions[0]?.annotations ?? {},
  }),
  messages: (decision, expected) => ({
    expected,
    actual: Object.fromEntries(decision.evictions.map((one) => [one.name, one.message])),
  }),
  met: (decision, expected) => sets(expected, satisfied(decision).map(thresholdName)),
  thresholds: (decision, expected) =>
    compareNamed(expected, (name) => findThreshold(decision, name, expected), THRESHOLD_FORMS),
  observations: compareObservations,
  alternatives: compareAlternatives,
  probability: member("probability"),
  failed: (decision, expected) => ({ expected, actual: decision.failed !== undefined }),
  crash: (decision, expected) => ({ expected, actual: decision.crash !== undefined }),
  alternativeProbabilities: (decision, expected) => ({
    expected,
    actual: Object.fromEntries(
      decision.alternatives.map((one) => [thresholdName(one), one.probability ?? null]),
    ),
  }),
  alternativeMessages: (decision, expected) => ({
    expected,
    actual: Object.fromEntries(
      decision.alternatives.flatMap(({ pods }) => pods.map((one) => [one.name, one.message])),
    ),
  }),
  ranking: (decision, expected) => ({ expected, actual: names(rankingOf(decision)) }),
  skipped: (decision, expected) =>
    sets(expected, names(rankingOf(decision).filter((pod) => pod.skipped !== undefined))),
  tied: (decision, expected) =>
    sets(expected, names(rankingOf(decision).filter((pod) => pod.tied))),
  ranked: (decision, expected) =>
    compareNamed(expected, (name) => findRanked(decision, name), RANKED_FORMS),
  assumed: (decision, expected) => ({ expected, actual: decision.assumption !== undefined }),
  counted: (decision, expected) => compareParts(decision, expected, (part) => part.counted),
  oomScoreAdj: (decision, expected) => compareParts(decision, expected, (part) => part.oomScoreAdj),
  allocatable: (decision, expected) =>
    compareNamed(
      expected,
      (name) => decision.nodeAllocatable?.find((one) => one.resource === name),
      ALLOCATABLE_FORMS,
    ),
};

function sets(expected: Json, actual: readonly string[]): Comparison {
  return { expected: asSet(expected), actual: asSet([...new Set(actual)]) };
}

function names(pods: readonly { readonly name: string }[]): string[] {
  return pods.map((pod) => pod.name);
}

function rankingOf(decision: Decision): readonly RankedPod[] {
  return [...(decision.ranking ?? [])].sort((a, b) => a.position - b.position);
}

function findRanked(decision: Decision, name: string): RankedPod | undefined {
  return decision.ranking?.find((pod) => pod.name === name);
}

export function thresholdName(threshold: { signal: string; hard: boolean }): string {
  return `${threshold.signal}/${threshold.hard ? "hard" : "soft"}`;
}

function satisfied(decision: Decision): ThresholdArithmetic[] {
  const crossed = (decision.thresholds ?? []).filter((one) => one.met || one.unresolved);
  return crossed.filter((one) => one.gracePeriodSatisfied);
}

/** Two thresholds may share a name; then the origin shows which one is meant. */
function findThreshold(decision: Decision, name: string, expected: Json): unknown {
  const wanted = (expected as JsonObject)[name];
  const origin = isObject(wanted) ? wanted.origin : undefined;
  return decision.thresholds?.find(
    (one) => thresholdName(one) === name && (origin === undefined || one.origin === origin),
  );
}

/** `memory.available: 900Mi of 8Gi`, or null where there is no observation. */
function compareObservations(decision: Decision, expected: Json): Comparison {
  const wanted: Record<string, unknown> = {};
  const found: Record<string, unknown> = {};
  for (const [signal, share] of Object.entries(expected as JsonObject)) {
    const seen = decision.observations?.find((one) => one.signal === signal);
    found[signal] = seen === undefined ? null : [seen.available, seen.capacity];
    if (share === null) wanted[signal] = null;
    else {
      const { available, capacity } = parseShare(String(share));
      wanted[signal] = [Number(available), Number(capacity)];
    }
  }
  return { expected: wanted, actual: found };
}

/** Which pods another legal choice of threshold, or of pod among equals, would evict. */
function compareAlternatives(decision: Decision, expected: Json): Comparison {
  const wanted = Object.entries(expected as JsonObject).map(([name, pods]) => [name, asSet(pods)]);
  return {
    expected: Object.fromEntries(wanted),
    actual: Object.fromEntries(
      decision.alternatives.map((one) => [thresholdName(one), asSet(names(one.pods))]),
    ),
  };
}

/** A fact of each named container or volume of each named pod. */
function compareParts(
  decision: Decision,
  expected: Json,
  fact: (part: RankedPod["parts"][number]) => unknown,
): Comparison {
  const found: Record<string, Record<string, unknown>> = {};
  for (const [pod, wanted] of Object.entries(expected as JsonObject)) {
    const parts = findRanked(decision, pod)?.parts ?? [];
    const named = Object.keys(wanted as JsonObject).map((name) => {
      const part = parts.find((one) => one.name === name);
      return [name, part === undefined ? "(no such part)" : fact(part)] as const;
    });
    found[pod] = Object.fromEntries(named);
  }
  return { expected, actual: found };
}
