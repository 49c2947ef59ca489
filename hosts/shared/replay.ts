import type { Action, Detail } from "../../assembly/abi.ts";
import type { Answer } from "./answer.ts";
import type { Decision } from "./decision.ts";

export interface ReplayOptions {
  /** Stop after the last record at or before this time, in nanoseconds since the epoch. */
  readonly until?: bigint;
}

/** What went wrong with one record; the replay goes on with the next. */
export interface ReplayProblem {
  /** `PodList` or `Summary`: the document that was refused or missing. */
  readonly document: string;
  readonly sentence: string;
}

export interface ReplayStep {
  /** 0-based among the records. */
  readonly index: number;
  /** 1-based line of the record. */
  readonly line: number;
  /** Nanoseconds since the epoch. */
  readonly time: bigint;
  /** What the step asks of its host in the end; `None` when nothing was observed. */
  readonly action: Action;
  /** False when the record had no usable Summary: the engine's state is as it was. */
  readonly observed: boolean;
  /** The node conditions, the chosen threshold or the evictions differ from the step before. */
  readonly changed: boolean;
  readonly problems: readonly ReplayProblem[];
  /**
   * The decision of this step, written when asked for; null when nothing was observed. Ask before
   * taking the next step: the engine holds one decision.
   */
  decision(detail?: Detail): Answer<Decision> | null;
}

/**
 * Configures the engine (EngineError when refused) and drives it over the records, one step each.
 */
export declare function replay(
  engine: import("./engine.ts").Engine,
  configurationJson: string,
  records:
    | AsyncIterable<import("./capture.ts").CaptureRecord>
    | Iterable<import("./capture.ts").CaptureRecord>,
  options?: ReplayOptions,
): AsyncGenerator<ReplayStep, void, undefined>;
