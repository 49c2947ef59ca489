import { formatRecord } from "../../shared/capture/writer.ts";
import { reducePods, reduceSummary } from "../../shared/reduce.ts";
import { formatTime } from "../../shared/time.ts";
import type { DaemonStep } from "../step.ts";
import { HeldDocument } from "./heldDocument.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** What was in force in a step; the same objects as in the step before when nothing changed. */
export interface NodeContext {
  /** A capture's first line. */
  readonly header: string;
  readonly pods: HeldDocument | null;
}

/** A step as it is streamed, held small. */
export interface HeldStep extends NodeContext {
  readonly time: bigint;
  /** Names the step: the daemon's number for it tells two of one time apart. */
  readonly id: string;
  readonly observed: boolean;
  readonly summary: HeldDocument | null;
  readonly summaryError: string | undefined;
  /** Absent without node-level reclaim, null when no Summary could be had after it. */
  readonly reclaimed: HeldDocument | null | undefined;
  readonly decision: HeldDocument | null;
}

/** A document that was refused may be no JSON at all; the reason takes its place. */
export function heldStep(step: DaemonStep, { header, pods }: NodeContext): HeldStep {
  const { observed, number, decisionText, reclaimed } = step;
  const { time, summary } = step.snapshot;
  const refused = refusedIn(step, "Summary");
  const usable = observed ? summary : null;
  // In a step that observed, the Summary that was refused can only be the one after reclaim.
  const after = refused === undefined ? reclaimed : null;
  return {
    header,
    pods,
    time,
    id: `${number}/${formatTime(time)}`,
    observed,
    summary: usable && new HeldDocument(usable, reduceSummary),
    summaryError:
      usable === null ? (step.snapshot.summaryError ?? refused ?? "None came.") : undefined,
    reclaimed:
      usable === null || reclaimed === undefined
        ? undefined
        : after && new HeldDocument(after, reduceSummary),
    decision: decisionText === null ? null : new HeldDocument(encoder.encode(decisionText), null),
  };
}

/** The list of this step, if there is a new one that can be used. */
export function newPodsOf(step: DaemonStep): HeldDocument | null {
  const { pods } = step.snapshot;
  if (pods === undefined || refusedIn(step, "PodList") !== undefined) return null;
  return new HeldDocument(pods, reducePods);
}

/** A capture's record; its pods are given where they are new. */
export function recordText(held: HeldStep, pods: HeldDocument | null): string {
  const { time, summary, summaryError, reclaimed } = held;
  const line = formatRecord({
    time,
    ...(pods === null ? {} : { pods: pods.reduced() }),
    summary: reducedOf(summary),
    ...(summaryError === undefined ? {} : { summaryError }),
    ...(reclaimed === undefined ? {} : { reclaimed: reducedOf(reclaimed) }),
  });
  return decoder.decode(line).trimEnd();
}

export function decisionText({ decision }: HeldStep): string | null {
  return decision && decoder.decode(decision.reduced());
}

/** What a step takes of memory beside another one with which it may share its context. */
export function sizeBeside(held: HeldStep, other: HeldStep | undefined): number {
  const { summary, reclaimed, decision, pods, header, id, summaryError = "" } = held;
  const own = (summary?.size ?? 0) + (reclaimed?.size ?? 0) + (decision?.size ?? 0);
  const list = pods === other?.pods ? 0 : (pods?.size ?? 0);
  const line = header === other?.header ? 0 : header.length;
  return own + list + line + id.length + summaryError.length;
}

function reducedOf(held: HeldDocument | null): Uint8Array | null {
  return held === null ? null : held.reduced();
}

function refusedIn({ problems }: DaemonStep, document: string): string | undefined {
  return problems.find((problem) => problem.document === document)?.sentence;
}
