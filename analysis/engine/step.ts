import { Action } from "../../assembly/abi.ts";
import type { Decision, ErrorAnswer } from "./decision.ts";
import { EngineError } from "./engineError.ts";
import type { EvictionEngine } from "./evictionEngine.ts";
import type { Snapshot } from "./source.ts";

/** What went wrong with one document; the step continues without it. */
export interface SnapshotProblem {
  /** `PodList` or `Summary`: the document that was refused or missing. */
  readonly document: string;
  readonly sentence: string;
  /** Why the engine refused it; absent for a document that is missing. */
  readonly refusal?: ErrorAnswer;
  /** It belongs to another node than the earlier documents; later ones may also belong to it. */
  readonly isOfOtherNode?: boolean;
}

/** A snapshot, and what came after a node-level reclaim. */
export interface Moment extends Snapshot {
  /** Absent when nothing was recorded after a reclaim, null when no Summary could be read then. */
  readonly reclaimed?: Uint8Array | null;
}

/** The kubelet looks at its signals so often. Spec 3.1. */
export const INTERVAL_SECONDS = 10;

/** The list in force before the first one: pods of another capture or node do not count. */
export const NO_PODS = new TextEncoder().encode('{"items":[]}');

/** The outcome of one moment. */
export interface SnapshotOutcome {
  /** Null when there was nothing to observe: the engine's state is as it was. */
  readonly action: Action | null;
  readonly problems: readonly SnapshotProblem[];
}

/** A whole step: the pods, the Summary, and the one after a reclaim. */
export function takeStep(engine: EvictionEngine, moment: Moment): SnapshotOutcome {
  const problems: SnapshotProblem[] = [];
  const action = observeSnapshot(engine, moment, problems);
  if (action !== Action.ReclaimNodeLevelResources) return { action, problems };
  return { action: resumeAfterReclaim(engine, moment.reclaimed, problems), problems };
}

/**
 * One step up to the point at which it asks for something: the PodList, then the Summary. Null when
 * there is nothing to observe: such a step changes nothing. Spec 3.2.
 */
export function observeSnapshot(
  engine: EvictionEngine,
  snapshot: Snapshot,
  problems: SnapshotProblem[],
): Action | null {
  const { pods, summary, summaryError, time } = snapshot;
  // A list that is refused leaves the one before in force, as a kubelet's cache would.
  if (pods !== undefined) attempt("PodList", problems, () => engine.pods(pods));
  if (summary === null) {
    engine.missed(time);
    problems.push({ document: "Summary", sentence: summaryError ?? "The record has no Summary." });
    return null;
  }
  return attempt("Summary", problems, () => engine.observe(summary, time));
}

/**
 * Resumes a step that asked for node-level reclaim; a Summary that is refused counts as one
 * that could not be read. Where nothing was recorded after the reclaim, it is assumed to have freed
 * nothing. Spec 3.10.
 */
export function resumeAfterReclaim(
  engine: EvictionEngine,
  summary: Uint8Array | null | undefined,
  problems: SnapshotProblem[],
): Action {
  if (summary === undefined) return engine.reclaimedNothing();
  const action = attempt("Summary", problems, () => engine.reclaimed(summary));
  return action ?? engine.reclaimed(null);
}

/** What has to differ for a step to differ from the one before. */
export function outcomeOf({ action, signal, hard, nodeConditions, evictions }: Decision): string {
  const uids = evictions.map(({ uid }) => uid);
  return JSON.stringify([action, signal, hard, nodeConditions, uids]);
}

function attempt<T>(document: string, problems: SnapshotProblem[], verb: () => T): T | null {
  try {
    return verb();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    problems.push({ document, sentence: `${error.message}.`, refusal: error.answer });
    return null;
  }
}
