import type { Decision, PodAdmitResult, PodTable, Policy } from "../../analysis/engine/decision.ts";
import { EngineError } from "../../analysis/engine/engineError.ts";
import type { EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { Action, Admission, Detail, Status } from "../../assembly/abi.ts";
import {
  asIs,
  asSet,
  type Comparison,
  canonical,
  compareMembers,
  compareNamed,
  type Form,
} from "./comparison.ts";
import { DECISION_FIELDS, thresholdName } from "./decisionFields.ts";
import { buildConfiguration, buildScenes, type Scene } from "./documents.ts";
import { isObject, type Json, type JsonObject, writeJson } from "./notation.ts";
import { buildPod, buildPodList } from "./podDocument.ts";
import type { Vector } from "./vector.ts";

/** Ways to play a vector that may change nothing about what it expects. */
export interface Variation {
  /** The pods of all documents are in reverse order. */
  readonly reversed?: boolean;
  /** Another engine goes on with the saved state after each step. */
  readonly relay?: boolean;
}

/**
 * Plays a vector on engines of any runtime and reports every difference in a sentence; none means
 * that they behave as the vector says. Nothing here belongs to one runtime.
 */
export function runVector(
  newEngine: () => EvictionEngine,
  vector: Vector,
  variation: Variation = {},
): string[] {
  let engine = newEngine();
  const differences: string[] = [];
  const expect = vector.expect ?? {};
  const configuration = buildConfiguration(vector);
  const refused = attempt(() => {
    const policy = engine.configure(configuration);
    differences.push(...compareAll("configuration", expect, policy, POLICY_FIELDS));
    if (expect.pods !== undefined) differences.push(...comparePods(engine, vector, expect.pods));
  });
  if (refused !== null || expect.errors !== undefined || expect.error !== undefined) {
    return [...differences, ...compareRefusal("configuration", refused, expect)];
  }
  let podList = "";
  for (const scene of buildScenes(vector, variation.reversed)) {
    differences.push(...playScene(engine, scene, scene.podList === podList ? null : scene.podList));
    podList = scene.podList;
    if (variation.relay === true) {
      engine = successor(newEngine(), configuration, engine.save());
      podList = "";
    }
  }
  return differences;
}

function successor(
  engine: EvictionEngine,
  configuration: string,
  state: Uint8Array,
): EvictionEngine {
  engine.configure(configuration);
  engine.restore(state);
  return engine;
}

type PolicyField = (policy: Policy, expected: Json) => Comparison;

const policyMember =
  (name: keyof Policy): PolicyField =>
  (policy, expected) => ({ expected, actual: policy[name] });

const POLICY_THRESHOLD_FORMS: Readonly<Record<string, Form>> = {
  origin: asIs,
  value: asIs,
  gracePeriodSeconds: asIs,
  minReclaim: asIs,
};

/** Every field a vector's own `expect` may name; the other two are read elsewhere. */
const POLICY_FIELDS: Readonly<Record<string, PolicyField>> = {
  profile: policyMember("profile"),
  kubeletVersion: policyMember("kubeletVersion"),
  pressureTransitionPeriodSeconds: policyMember("pressureTransitionPeriodSeconds"),
  maxPodGracePeriodSeconds: policyMember("maxPodGracePeriodSeconds"),
  localStorageCapacityIsolation: policyMember("localStorageCapacityIsolation"),
  thresholds: (policy, expected) => ({
    expected: asSet(expected),
    actual: asSet(policy.thresholds.map(thresholdName)),
  }),
  threshold: (policy, expected) =>
    compareNamed(
      expected,
      (name) => policy.thresholds.find((one) => thresholdName(one) === name),
      POLICY_THRESHOLD_FORMS,
    ),
  warnings: (policy, expected) => ({
    expected: asSet(expected),
    actual: asSet(policy.warnings.map((warning) => warning.rule)),
  }),
};

const POD_FORMS: Readonly<Record<string, Form>> = {
  active: asIs,
  qosClass: asIs,
  priority: asIs,
  critical: asIs,
  memoryRequest: asIs,
  ephemeralStorageRequest: asIs,
};

const ERROR_FORMS: Readonly<Record<string, Form>> = {
  status: (value) => (typeof value === "number" ? Status[value] : value),
  document: asIs,
  path: asIs,
  offset: asIs,
  reason: asIs,
};

function comparePods(engine: EvictionEngine, vector: Vector, expected: Json): string[] {
  engine.pods(writeJson(buildPodList(vector.pods ?? {})));
  const table = engine.report<PodTable>().parse();
  const lookup = (name: string) => table.pods.find((pod) => pod.name === name);
  return difference("pods", compareNamed(expected, lookup, POD_FORMS));
}

function playScene(engine: EvictionEngine, scene: Scene, podList: string | null): string[] {
  const expect = scene.step.expect ?? {};
  const at = `at ${scene.step.at}`;
  const differences: string[] = [];
  const refused = attempt(() => {
    if (podList !== null) engine.pods(podList);
    // A Summary that cannot be had leaves everything but the layout as it was. Specification 3.2.
    if (scene.summary === null) return void engine.missed(scene.now);
    const decision = decide(engine, scene.summary, scene);
    differences.push(...compareAll(at, expect, decision, DECISION_FIELDS));
  });
  if (refused !== null || expect.error !== undefined) {
    differences.push(...compareRefusal(at, refused, expect));
  }
  return [...differences, ...compareAdmission(engine, scene, at)];
}

function decide(engine: EvictionEngine, summary: string, scene: Scene): Decision {
  const action = engine.observe(summary, scene.now);
  if (action === Action.ReclaimNodeLevelResources) {
    engine.reclaimed(scene.reclaimed === undefined ? summary : scene.reclaimed);
  }
  return engine.report(Detail.Arithmetic).parse();
}

function compareAdmission(engine: EvictionEngine, scene: Scene, at: string): string[] {
  return Object.entries(scene.step.admit ?? {}).flatMap(([name, facts]) => {
    const admitted = engine.admit(writeJson(buildPod(name, facts))) === Admission.Admitted;
    const answer = engine.report<PodAdmitResult>().parse();
    const { message } = facts;
    return difference(`${at}, admission of ${name}`, {
      expected: { admitted: facts.admitted, ...(message === undefined ? {} : { message }) },
      actual: { admitted, ...(message === undefined ? {} : { message: answer.message }) },
    });
  });
}

function compareAll<Answer>(
  where: string,
  expect: JsonObject,
  answer: Answer,
  fields: Readonly<Record<string, (answer: Answer, expected: Json) => Comparison>>,
): string[] {
  return Object.entries(expect).flatMap(([name, expected]) => {
    if (name === "pods" || name === "error" || name === "errors") return [];
    const field = fields[name];
    if (field === undefined) throw new Error(`${where}: nothing can be expected of "${name}".`);
    return difference(`${where}, ${name}`, field(answer, expected ?? null));
  });
}

function compareRefusal(where: string, refused: EngineError | null, expect: JsonObject): string[] {
  if (refused === null) return [`${where}: expected a refusal, but there was none`];
  const { errors, error } = expect;
  if (errors === undefined && error === undefined) {
    return [`${where}: refused: ${refused.message}`];
  }
  const messages = refused.errors.map((finding) => finding.message);
  return [
    ...(errors === undefined
      ? []
      : difference(`${where}, errors`, { expected: asSet(errors), actual: asSet(messages) })),
    ...(isObject(error)
      ? difference(`${where}, error`, compareMembers(error, refused.answer, ERROR_FORMS))
      : []),
  ];
}

function difference(where: string, { expected, actual }: Comparison): string[] {
  const [wanted, found] = [canonical(expected), canonical(actual)];
  return wanted === found ? [] : [`${where}: expected ${wanted}, but it was ${found}`];
}

/** What the engine refused with, or null; any other exception is not an answer and goes on. */
function attempt(act: () => void): EngineError | null {
  try {
    act();
    return null;
  } catch (error) {
    if (error instanceof EngineError) return error;
    throw error;
  }
}
