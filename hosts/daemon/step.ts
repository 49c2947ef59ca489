import type { Outcome } from "../../analysis/engine/actuator.ts";
import type { Ending } from "../../analysis/engine/clock.ts";
import type { Decision, PodName, Policy } from "../../analysis/engine/decision.ts";
import type { Snapshot } from "../../analysis/engine/source.ts";
import type { ReplayProblem } from "../../analysis/questions/replay/replay.ts";
import type { CaptureHeader } from "../../analysis/read/capture/capture.ts";

/** What the loop is at: an act may have to wait for others much longer than the rest of a step. */
export type LoopPart = "step" | "act";

/** One thing the daemon was asked to do, and its outcome. */
export interface Act {
  readonly kind: "evict" | "reclaimNodeLevelResources" | "setNodeConditions";
  readonly pod?: PodName;
  readonly outcome: Outcome;
  /** Name of the guard rail that held it back. */
  readonly withheldBy?: string;
}

/** One step as observers see it. */
export interface DaemonStep {
  /** 0-based since the daemon started. */
  readonly number: number;
  /** The documents as they came; `pods` only when the list changed. */
  readonly snapshot: Snapshot;
  /** The engine's state before this step, as `EvictionEngine.save` wrote it. */
  readonly stateBefore: Uint8Array;
  /** The Summary after node-level reclaim: absent without one, null when none could be read. */
  readonly reclaimed?: Uint8Array | null;
  /**
   * With arithmetic, and with the ranking when a threshold is chosen; null when nothing was
   * observed.
   */
  readonly decision: Decision | null;
  /** The same decision as the core wrote it: integers above 2^53 are exact here. */
  readonly decisionText: string | null;
  readonly observed: boolean;
  /** The action, the chosen threshold, the node conditions or the evictions differ from before. */
  readonly changed: boolean;
  readonly problems: readonly ReplayProblem[];
  readonly acts: readonly Act[];
  readonly wokenBy: "start" | "interval" | "notification";
  /** Bringing the documents. */
  readonly readMilliseconds: number;
  readonly decideMilliseconds: number;
}

/** Why a document of this step was refused. */
export function refusalOf({ problems }: DaemonStep, document: ReplayProblem["document"]) {
  return problems.find((problem) => problem.document === document)?.sentence;
}

/** The list that is in force from this step on; absent when the one before stays in force. */
export function newPodsOf(step: DaemonStep): Uint8Array | undefined {
  return refusalOf(step, "PodList") === undefined ? step.snapshot.pods : undefined;
}

/**
 * Sees every step and never changes what is decided; a failing observer is reported once and still
 * called.
 */
export interface Observer {
  /** A policy is in force from now on: at the start, and when the configuration was replaced. */
  configured?(
    policy: Policy,
    origins: readonly string[],
    header: CaptureHeader,
    /** What the engine was configured with. */
    configurationJson: string,
  ): void | Promise<void>;
  step?(step: DaemonStep): void | Promise<void>;
  /** An error, as one sentence. */
  reportError?(sentence: string): void | Promise<void>;
  close?(): Promise<void>;
}

/** Says that memory has become scarce before the interval is over. */
export interface Notifier {
  readonly name: string;
  /** Resolves on the next notification, or when `signal` aborts. */
  next(signal: Ending): Promise<void>;
  /** Called after each step, so a threshold-based notifier can rearm itself. */
  observed?(decision: Decision): void;
  close(): Promise<void>;
}
