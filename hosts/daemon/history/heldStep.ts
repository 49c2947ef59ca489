import type { CaptureHeader } from "../../../analysis/read/capture/capture.ts";
import type { RecordParts } from "../../../analysis/read/capture/writer.ts";
import { type DaemonStep, newPodsOf, refusalOf } from "../step.ts";
import { type Form, HeldDocuments, type Reduce } from "./heldDocuments.ts";

/** What was in force in a step; the same objects as in the step before when nothing changed. */
export interface NodeContext {
  readonly header: CaptureHeader;
  /** What the engine was configured with. */
  readonly configuration: string;
  /** A list of pods. */
  readonly pods: HeldDocuments | null;
}

/** A step, compressed. A document that was refused may not be JSON: the reason takes its place. */
export interface HeldStep extends NodeContext {
  readonly number: number;
  readonly time: bigint;
  /** Whether there is a Summary, and a decision on it. */
  readonly observed: boolean;
  readonly summaryError: string | undefined;
  readonly wasReclaimed: boolean;
  /** In the order of `StepContent`. */
  readonly documents: HeldDocuments;
}

/** What a step holds compressed. */
export interface StepContent {
  readonly summary: Uint8Array | null;
  /** Absent without node-level reclaim, null when there was no Summary after it. */
  readonly reclaimed: Uint8Array | null | undefined;
  readonly decision: Uint8Array | null;
  /** The engine's state before the step. */
  readonly state: Uint8Array;
}

/** In which form documents are held, and what makes it of them. */
export interface Holding {
  /** The fullest one that a reader asks for. */
  readonly form: Form;
  readonly reducePods: Reduce;
  /** How the documents of a step are reduced. */
  readonly reduceStep: Reduce;
}

export function podsOf(step: DaemonStep, { form, reducePods }: Holding): HeldDocuments | null {
  const pods = newPodsOf(step);
  return pods === undefined ? null : new HeldDocuments([pods], reducePods, form);
}

export function heldStep(step: DaemonStep, context: NodeContext, holding: Holding): HeldStep {
  const { observed, number, decisionText, reclaimed, stateBefore } = step;
  const { time, summary, summaryError } = step.snapshot;
  const refusal = refusalOf(step, "Summary");
  const usable = observed ? summary : null;
  const wasReclaimed = usable !== null && reclaimed !== undefined;
  // In a step that observed, the Summary that was refused can only be the one after reclaim.
  const after = wasReclaimed && refusal === undefined ? reclaimed : null;
  const decision = decisionText === null ? null : Buffer.from(decisionText);
  return {
    ...context,
    number,
    time,
    observed,
    summaryError:
      usable === null ? (summaryError ?? refusal ?? "No Summary was received.") : undefined,
    wasReclaimed,
    documents: new HeldDocuments(
      [usable, after, decision, stateBefore],
      holding.reduceStep,
      holding.form,
    ),
  };
}

/** Throws when the step is no longer in the history. */
export function contentOf({ documents, wasReclaimed }: HeldStep, form: Form): StepContent {
  const [summary = null, after = null, decision = null, state] = documents.in(form);
  const reclaimed = wasReclaimed ? after : undefined;
  return { summary, reclaimed, decision, state: state ?? new Uint8Array() };
}

/** A capture's record, with its pods unless they are the ones `before`. */
export function recordOf(
  held: HeldStep,
  before: HeldDocuments | null,
  form: Form,
  { summary, reclaimed }: StepContent = contentOf(held, form),
): RecordParts {
  const { time, pods, summaryError } = held;
  const list = pods === before ? null : pods?.in(form)[0];
  return {
    time,
    ...(list ? { pods: list } : {}),
    summary,
    ...(summaryError === undefined ? {} : { summaryError }),
    ...(reclaimed === undefined ? {} : { reclaimed }),
  };
}

/** The memory of a step in addition to another one with which it may share its context. */
export function sizeBeside(held: HeldStep, other: HeldStep | undefined): number {
  const { documents, pods, configuration, summaryError = "" } = held;
  const list = pods === other?.pods ? 0 : (pods?.size ?? 0);
  const text = configuration === other?.configuration ? 0 : configuration.length;
  return documents.size + list + text + summaryError.length;
}
