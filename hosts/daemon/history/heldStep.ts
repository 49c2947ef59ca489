import { inflateRawSync } from "node:zlib";
import type { RecordParts } from "../../shared/capture/writer.ts";
import type { CaptureHeader } from "../../shared/capture.ts";
import { type DaemonStep, newPodsOf, refusalOf } from "../step.ts";
import { compress, type Form, HeldDocument, type Reduce } from "./heldDocument.ts";

/** What was in force in a step; the same objects as in the step before when nothing changed. */
export interface NodeContext {
  readonly header: CaptureHeader;
  /** What the engine was configured with. */
  readonly configuration: string;
  readonly pods: HeldDocument | null;
}

/** A step, compressed. A document that was refused may not be JSON: the reason takes its place. */
export interface HeldStep extends NodeContext {
  readonly number: number;
  readonly time: bigint;
  readonly observed: boolean;
  readonly summary: HeldDocument | null;
  readonly summaryError: string | undefined;
  /** Absent without node-level reclaim, null when there was no Summary after it. */
  readonly reclaimed: HeldDocument | null | undefined;
  /** Compressed. */
  readonly decision: Uint8Array | null;
  /** Compressed: the engine's state before the step. */
  readonly state: Uint8Array;
}

/** In which form documents are held, and what makes it of them. */
export interface Holding {
  /** The fullest one that a reader asks for. */
  readonly form: Form;
  readonly reducePods: Reduce;
  readonly reduceSummary: Reduce;
}

export function podsOf(step: DaemonStep, { form, reducePods }: Holding): HeldDocument | null {
  const pods = newPodsOf(step);
  return pods === undefined ? null : new HeldDocument(pods, reducePods, form);
}

export function heldStep(step: DaemonStep, context: NodeContext, holding: Holding): HeldStep {
  const { observed, number, decisionText, reclaimed } = step;
  const { time, summary, summaryError } = step.snapshot;
  const refusal = refusalOf(step, "Summary");
  const usable = observed ? summary : null;
  // In a step that observed, the Summary that was refused can only be the one after reclaim.
  const after = refusal === undefined ? reclaimed : null;
  const hold = (document: Uint8Array) =>
    new HeldDocument(document, holding.reduceSummary, holding.form);
  return {
    ...context,
    number,
    time,
    observed,
    summary: usable && hold(usable),
    summaryError:
      usable === null ? (summaryError ?? refusal ?? "No Summary was received.") : undefined,
    reclaimed: usable === null || reclaimed === undefined ? undefined : after && hold(after),
    decision: decisionText === null ? null : compress(Buffer.from(decisionText)),
    state: compress(step.stateBefore),
  };
}

/** A capture's record, with its pods unless they are the ones `before`. */
export function recordOf(held: HeldStep, before: HeldDocument | null, form: Form): RecordParts {
  const { time, pods, summary, summaryError, reclaimed } = held;
  return {
    time,
    ...(pods === null || pods === before ? {} : { pods: pods.in(form) }),
    summary: summary?.in(form) ?? null,
    ...(summaryError === undefined ? {} : { summaryError }),
    ...(reclaimed === undefined ? {} : { reclaimed: reclaimed?.in(form) ?? null }),
  };
}

export function decisionText({ decision }: HeldStep): string | null {
  return decision && inflateRawSync(decision).toString();
}

export function stateBefore({ state }: HeldStep): Uint8Array {
  return inflateRawSync(state);
}

/** What a step takes of memory beside another one with which it may share its context. */
export function sizeBeside(held: HeldStep, other: HeldStep | undefined): number {
  const { summary, reclaimed, decision, state, pods, configuration, summaryError = "" } = held;
  const own = (summary?.size ?? 0) + (reclaimed?.size ?? 0) + (decision?.length ?? 0);
  const list = pods === other?.pods ? 0 : (pods?.size ?? 0);
  const text = configuration === other?.configuration ? 0 : configuration.length;
  return own + list + text + state.length + summaryError.length;
}
