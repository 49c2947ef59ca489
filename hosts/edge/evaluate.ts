import { EngineError } from "../../analysis/engine/engineError.ts";
import type { DocumentInput, EvictionEngine } from "../../analysis/engine/evictionEngine.ts";
import { NO_PODS, takeStep } from "../../analysis/engine/step.ts";
import type { CaptureRecord } from "../../analysis/read/capture/capture.ts";
import { leftOutWords } from "../../analysis/read/objects/nodePods.ts";
import { OneNode, sentenceOfTwoNodes } from "../../analysis/read/objects/oneNode.ts";
import { type Detail, Status } from "../../assembly/abi.ts";
import { Problem, refusedDocument } from "./problem.ts";

/** What a step begins with. */
export interface Position {
  /** A KubeletConfiguration with Plimsoll's options, as `EvictionEngine.configure` takes it. */
  readonly configuration: DocumentInput;
  /** The pods in force; absent where every request brings its own. */
  readonly pods?: KeptPods;
  /** As `EvictionEngine.save` wrote it; null before the first step. */
  readonly state: Uint8Array | null;
  /** The node that the Summaries before were of; absent when none has said. */
  readonly node?: string | null;
}

/** A pod list that stays in force until the next one. */
export interface KeptPods {
  /** As `EvictionEngine.freeze` wrote it: a twentieth of the time of reading a list. */
  readonly frozen: Uint8Array;
  /**
   * A PodList, for a core of another version, which refuses what an older one froze; absent where
   * one core does both.
   */
  readonly list?: () => Uint8Array;
  /** The node they are of, when that was known before a Summary said it. */
  readonly node?: string | null;
}

export interface Decided {
  /** JSON bytes as the core wrote them; null when there was no Summary to decide on. */
  readonly decision: Uint8Array | null;
  readonly state: Uint8Array;
  /** What was left out, and why there is no decision, one sentence each. */
  readonly problems: readonly string[];
}

export interface Evaluation extends Decided {
  /** The node that the documents so far are of; null when none has said. */
  readonly node: string | null;
  /** The list that the record brought, without the pods of other nodes. */
  readonly pods?: Uint8Array;
  /** How many of the list were left out, a sentence of `problems`. */
  readonly leftOut: readonly string[];
}

interface Bounds {
  readonly detail: Detail;
  readonly podsMax: number;
}

/**
 * Takes one step from a position. A refused document is a Problem: unlike a replay, which goes on
 * without it, a live node can be asked for it again. So are documents of two nodes; of a list, the
 * pods of other nodes are left out and counted.
 */
export function evaluate(
  engine: EvictionEngine,
  position: Position,
  record: CaptureRecord,
  bounds: Bounds,
): Evaluation {
  prepare(engine, position);
  const { held, node, leftOut } = heldToOneNode(engine, record, position);
  const decided = decide(engine, held, bounds);
  const problems = [...leftOut, ...decided.problems];
  const pods = held.pods === undefined ? {} : { pods: held.pods };
  return { ...decided, problems, leftOut, node, ...pods };
}

/** The same for a record that is held to one node already, as a replay holds all of its records. */
export function evaluateHeld(
  engine: EvictionEngine,
  position: Position,
  record: CaptureRecord,
  bounds: Bounds,
): Decided {
  prepare(engine, position);
  return decide(engine, record, bounds);
}

function prepare(engine: EvictionEngine, { configuration, pods, state }: Position): void {
  // A state that is restored takes the place of the one that a policy starts with.
  if (state === null || !engine.isConfiguredWith(configuration)) engine.reconfigure(configuration);
  // Configuring keeps the pod table, and the one in the engine is another request's.
  if (pods === undefined) engine.pods(NO_PODS);
  else thaw(engine, pods);
  if (state !== null) engine.restore(state);
}

function decide(
  engine: EvictionEngine,
  record: CaptureRecord,
  { detail, podsMax }: Bounds,
): Decided {
  const { pods, ...withoutPods } = record;
  if (pods !== undefined) takePods(engine, pods, podsMax);
  const { action, problems } = takeStep(engine, withoutPods);
  for (const { sentence, refusal } of problems) {
    if (refusal !== undefined) throw refusedDocument(sentence, refusal);
  }
  return {
    decision: action === null ? null : engine.report(detail).bytes,
    state: engine.save(),
    problems: problems.map(({ sentence }) => sentence),
  };
}

/** The record with the pods of its node, and a sentence that counts the others. */
function heldToOneNode(
  engine: EvictionEngine,
  record: CaptureRecord,
  { node: before = null, pods }: Position,
) {
  const one = new OneNode(before);
  const { record: held, problems } = one.take(engine, record);
  const [problem] = problems;
  if (problem !== undefined) {
    throw new Problem("refused-document", problem.sentence, { document: problem.document });
  }
  const { node } = one;
  const ofPods = record.pods === undefined ? (pods?.node ?? null) : null;
  if (node !== null && ofPods !== null && ofPods !== node) {
    throw new Problem("refused-document", sentenceOfTwoNodes([ofPods], node), {
      document: "PodList",
    });
  }
  const words = leftOutWords(one.leftOut);
  return { held, node: node ?? ofPods, leftOut: words === null ? [] : [`${words}.`] };
}

/** Pods that are still there from the step before stay: so does the text of its Summary. */
function thaw(engine: EvictionEngine, { frozen, list }: KeptPods): void {
  if (engine.hasThawed(frozen)) return;
  try {
    engine.thaw(frozen);
  } catch (error) {
    if (list === undefined || !isRefusal(error, Status.InvalidSnapshot)) throw error;
    engine.pods(list());
  }
}

/** Replaces the pod table; returns how many pods it holds. */
export function takePods(engine: EvictionEngine, pods: Uint8Array, podsMax: number): number {
  const count = engine.pods(pods);
  if (count <= podsMax) return count;
  throw new Problem(
    "too-large",
    `The PodList holds ${count} pods and ${podsMax} are served; send the pods of one node.`,
  );
}

export function isRefusal(error: unknown, status: Status): boolean {
  return error instanceof EngineError && error.status === status;
}
