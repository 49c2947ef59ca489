import { asOffset, asSet, canonical } from "./comparison.ts";
import { buildScenes, type Scene } from "./documents.ts";
import { isObject, type Json, type JsonObject } from "./notation.ts";
import { uidOf } from "./podDocument.ts";
import type { OracleEviction, OraclePods, OracleScenario, OracleStep } from "./scenario.ts";
import type { Vector } from "./vector.ts";

/** What one field of an expectation claims, against what the kubelet did; null where they agree. */
type Claim = (expected: Json, step: OracleStep, scene: Scene) => string | null;

/** Fields that the kubelet's outward behavior can confirm; the others are the project's own. */
const CLAIMS: Readonly<Record<string, Claim>> = {
  action: (expected, step) => {
    const counts = new Set(step.outcomes.map((outcome) => outcome.evictions.length > 0));
    return agree([expected !== "None"], [...counts]);
  },
  conditions: (expected, step) => agree(asSet(expected), asSet(step.conditions)),
  met: (expected, step) => agree(asSet(expected), asSet(step.met)),
  signal: (expected, step) =>
    step.signals === undefined || step.signals.length === 0
      ? null
      : among(expected, [...step.signals]),
  resource: (expected, step) =>
    among(
      `Attempting to reclaim ${expected}`,
      step.outcomes.map((outcome) => outcome.event),
    ),
  evicted: claimEvicted,
  messages: (expected, step) =>
    among(
      expected,
      step.outcomes.map((outcome) =>
        Object.fromEntries(outcome.evictions.map((one) => [one.name, one.message])),
      ),
    ),
  message: claimEviction,
  annotations: claimEviction,
  gracePeriodSeconds: claimEviction,
  reclaim: (expected, step) =>
    among(
      expected,
      step.outcomes.map((outcome) => outcome.reclaim),
    ),
  reclaimSufficient: (expected, step) =>
    among(
      expected,
      step.outcomes
        .filter((outcome) => outcome.reclaim.length > 0)
        .map((outcome) => outcome.evictions.length === 0),
    ),
  ranking: (expected, step, scene) => {
    const uids = (expected as string[]).map((name) => uidOf(name, scene.pods[name] ?? {}));
    return among(
      uids,
      step.outcomes.map((outcome) => outcome.ranking),
    );
  },
  tied: claimTied,
  skipped: claimSkipped,
  thresholds: claimThresholds,
  alternatives: claimAlternatives,
  probability: claimProbability,
  alternativeProbabilities: claimAlternativeProbabilities,
  alternativeMessages: (expected, step) => {
    const messages = step.outcomes.flatMap(({ evictions }) =>
      evictions.map(({ message }) => message),
    );
    const missing = Object.values(expected as JsonObject).filter(
      (one) => !messages.includes(`${one}`),
    );
    return missing.length === 0 ? null : `no run had ${canonical(missing)}`;
  },
};

/** Every disagreement between a vector and what the kubelet did with it. */
export function disagreements(vector: Vector, answer: OracleScenario): string[] {
  if (answer.invalid !== undefined) return [`the scenario cannot be read: ${answer.invalid}`];
  const { errors, thresholds } = vector.expect ?? {};
  if (errors !== undefined || answer.errors !== undefined) {
    const unexpected = (answer.errors ?? []).filter((one) => !asArray(errors).includes(one));
    const none = answer.errors === undefined;
    return none || unexpected.length > 0 ? [`errors: ${canonical(answer.errors)}`] : [];
  }
  const found: string[] = [];
  if (thresholds !== undefined) {
    const names = (answer.thresholds ?? []).map((one) => {
      return `${one.signal}/${one.hard ? "hard" : "soft"}`;
    });
    push(found, "thresholds", agree(asSet(thresholds), asSet(names)));
  }
  buildScenes(vector).forEach((scene, index) => {
    const step = answer.steps?.[index];
    if (step === undefined) found.push(`at ${scene.step.at}: the kubelet did not get here`);
    else found.push(...stepDisagreements(scene, step));
  });
  return found;
}

/** Disagreements about quality of service, criticality, requests and oom_score_adj. */
export function podDisagreements(vector: Vector, answer: OraclePods): string[] {
  const found: string[] = [];
  const ofPod = (name: string) =>
    answer.pods?.find((pod) => pod.uid === uidOf(name, vector.pods?.[name] ?? {}));
  for (const [name, expected] of Object.entries((vector.expect?.pods ?? {}) as JsonObject)) {
    const pod = ofPod(name);
    const actual: Readonly<Record<string, unknown>> = {
      qosClass: pod?.qosClass,
      critical: pod?.critical,
      memoryRequest: pod?.requests.memory,
      ephemeralStorageRequest: pod?.requests["ephemeral-storage"],
    };
    for (const [fact, value] of Object.entries(expected as JsonObject)) {
      push(found, `${name}, ${fact}`, agree(value ?? null, actual[fact]));
    }
  }
  for (const step of vector.steps ?? []) {
    const scores = (step.expect?.oomScoreAdj ?? {}) as JsonObject;
    for (const [name, expected] of Object.entries(scores)) {
      push(found, `${name}, oomScoreAdj`, agree(expected ?? null, ofPod(name)?.oomScoreAdj));
    }
  }
  return found;
}

function stepDisagreements(scene: Scene, step: OracleStep): string[] {
  const found: string[] = [];
  if (step.crash !== undefined) found.push(`at ${scene.step.at}: it crashes: ${step.crash}`);
  for (const [field, expected] of Object.entries(scene.step.expect ?? {})) {
    const claim = CLAIMS[field];
    if (claim === undefined) continue;
    push(found, `at ${scene.step.at}, ${field}`, claim(expected ?? null, step, scene));
  }
  Object.entries(scene.step.admit ?? {}).forEach(([name, facts], index) => {
    const answer = step.admit?.[index];
    const where = `at ${scene.step.at}, admission of ${name}`;
    push(found, where, agree(facts.admitted, answer?.admit));
    if (facts.message !== undefined)
      push(found, where, among(facts.message, answer?.messages ?? []));
  });
  return found;
}

function claimEvicted(expected: Json, step: OracleStep): string | null {
  return among(
    asSet(expected),
    step.outcomes.map((outcome) => asSet(outcome.evictions.map((one) => one.name))),
  );
}

/** All runs together chose the expected signal or an alternative, and evicted those pods only. */
function claimAlternatives(expected: Json, step: OracleStep, scene: Scene): string | null {
  const { signal, evicted } = scene.step.expect ?? {};
  const others = Object.entries(expected as JsonObject);
  if (signal !== undefined) {
    const signals = [String(signal), ...others.map(([name]) => name.split("/")[0] ?? "")];
    const problem = agree(distinct(signals), distinct(step.signals ?? []));
    if (problem !== null) return problem;
  }
  const pods = [...asArray(evicted), ...others.flatMap(([, names]) => asArray(names))];
  const possible = step.outcomes.flatMap((outcome) => outcome.evictions.map((one) => one.name));
  return evicted === undefined ? null : agree(distinct(pods), distinct(possible));
}

/** So many standard deviations off happens once in a thousand million. */
const DEVIATIONS_MAX = 6;

/** How often the runs went for a signal, and gave the pod that grace period where one is named. */
function claimProbability(expected: Json, step: OracleStep, scene: Scene): string | null {
  const { signal, gracePeriodSeconds } = scene.step.expect ?? {};
  const name = gracePeriodSeconds === undefined ? `${signal}` : `${signal} ${gracePeriodSeconds}`;
  return expected === null ? null : claimShare(step, name, shareOf(expected));
}

/** Alternatives of another signal than the expected one; those of one signal together. */
function claimAlternativeProbabilities(
  expected: Json,
  step: OracleStep,
  scene: Scene,
): string | null {
  const shares = new Map<string, number>();
  for (const [name, probability] of Object.entries(expected as JsonObject)) {
    const [signal = ""] = name.split("/");
    if (probability === null || signal === scene.step.expect?.signal) continue;
    shares.set(signal, (shares.get(signal) ?? 0) + shareOf(probability ?? null));
  }
  const problems = [...shares].flatMap(([name, share]) => claimShare(step, name, share) ?? []);
  return problems[0] ?? null;
}

function shareOf(probability: Json): number {
  const [numerator, denominator] = String(probability).split("/").map(Number);
  return (numerator ?? 0) / (denominator ?? 1);
}

function claimShare({ chosen = {} }: OracleStep, name: string, share: number): string | null {
  const runs = Object.values(chosen).reduce((sum, count) => sum + count, 0);
  const own = Object.entries(chosen).filter(([choice]) => `${choice} `.startsWith(`${name} `));
  const found = own.reduce((sum, [, count]) => sum + count, 0) / runs;
  const deviation = Math.sqrt((share * (1 - share)) / runs);
  if (Math.abs(found - share) <= DEVIATIONS_MAX * deviation) return null;
  return `${name} was chosen ${canonical(chosen)}`;
}

function distinct(names: readonly string[]): unknown {
  return asSet([...new Set(names)]);
}

/** One eviction has the message, the annotations and the grace period that the vector names. */
function claimEviction(_expected: Json, step: OracleStep, scene: Scene): string | null {
  const { message, annotations, gracePeriodSeconds } = scene.step.expect ?? {};
  const fits = (one: OracleEviction): boolean =>
    (message === undefined || one.message === message) &&
    (annotations === undefined || canonical(one.annotations) === canonical(annotations ?? {})) &&
    (gracePeriodSeconds === undefined || one.gracePeriodOverride === gracePeriodSeconds);
  const evictions = step.outcomes.flatMap((outcome) => outcome.evictions);
  return evictions.some(fits) ? null : `no such eviction among ${canonical(evictions)}`;
}

function claimTied(expected: Json, step: OracleStep, scene: Scene): string | null {
  const uids = asArray(expected).map((name) => uidOf(name, scene.pods[name] ?? {}));
  const behind = step.outcomes.map((outcome) => {
    const groups = (outcome.ties ?? []).map((group) =>
      outcome.ranking.filter((uid) => group.includes(uid)),
    );
    return asSet(groups.flatMap((group) => group.slice(1)));
  });
  return among(asSet(uids), behind);
}

function claimSkipped(expected: Json, step: OracleStep, scene: Scene): string | null {
  const uids = asArray(expected).map((name) => uidOf(name, scene.pods[name] ?? {}));
  const others = step.outcomes.flatMap((outcome) =>
    outcome.refused.filter((uid) => !uids.includes(uid)),
  );
  return others.length === 0 ? null : `${canonical(others)} are refused as well`;
}

/** The clocks say which thresholds are met or held, and since when. */
function claimThresholds(expected: Json, step: OracleStep): string | null {
  for (const [name, facts] of Object.entries(expected as JsonObject)) {
    if (!isObject(facts)) continue;
    const clock = step.firstObserved[name];
    const { met, unresolved, gracePeriodSatisfied, since } = facts;
    if (met === true && clock === undefined) return `${name} is not met`;
    if (met === false && unresolved !== true && clock !== undefined) return `${name} is met`;
    if (since !== undefined && asOffset(since) !== asOffset(clock)) {
      return `${name} is met since ${clock}`;
    }
    if (gracePeriodSatisfied !== undefined && step.met.includes(name) !== gracePeriodSatisfied) {
      return `the grace period of ${name} is over: ${step.met.includes(name)}`;
    }
  }
  return null;
}

function asArray(value: Json | undefined): string[] {
  if (Array.isArray(value)) return value.map(String);
  return value === undefined || value === null ? [] : [String(value)];
}

function agree(expected: unknown, actual: unknown): string | null {
  const same = canonical(expected) === canonical(actual);
  return same ? null : `expected ${canonical(expected)}, the kubelet does ${canonical(actual)}`;
}

function among(expected: unknown, choices: readonly unknown[]): string | null {
  const found = choices.some((choice) => canonical(choice) === canonical(expected));
  if (found) return null;
  return `expected ${canonical(expected)}, the kubelet does one of ${canonical(choices)}`;
}

function push(found: string[], where: string, problem: string | null): void {
  if (problem !== null) found.push(`${where}: ${problem}`);
}
