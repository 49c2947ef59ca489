import { Action, Detail } from "../../../assembly/abi.ts";
import type { Answer } from "../../engine/answer.ts";
import type { Decision } from "../../engine/decision.ts";
import type { EvictionEngine, LeftOut } from "../../engine/evictionEngine.ts";
import { NO_PODS, outcomeOf, type SnapshotProblem, takeStep } from "../../engine/step.ts";
import type { CaptureRecord } from "../../read/capture/capture.ts";
import { OneNode } from "../../read/objects/oneNode.ts";
import type { RecordedEvictions } from "./recordedEvictions.ts";

export interface ReplayOptions {
  /** Stop after the last record at or before this time, in nanoseconds since the epoch. */
  readonly until?: bigint;
  /** Gathers evictions that pod statuses record; takes the steps around them once more. */
  readonly recorded?: RecordedEvictions;
}

/** What went wrong with one record; the replay continues with the next. */
export type ReplayProblem = SnapshotProblem;

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
  /** The action, the chosen threshold, the node conditions or the evictions differ from before. */
  readonly changed: boolean;
  readonly problems: readonly ReplayProblem[];
  /** The Summary that the step began with; null when there was none. */
  readonly summary: Uint8Array | null;
  /** Pods of the list in force that are not the node's, and that the step did not see. */
  readonly leftOut: LeftOut;
  /**
   * The decision of this step, written when asked for; null when nothing was observed. Ask before
   * taking the next step: the engine holds one decision.
   */
  decision(detail?: Detail): Answer<Decision> | null;
}

/**
 * Configures the engine (EngineError when refused) and drives it over the records, one step each.
 * It begins without state and pods, so an engine may replay one capture after another. Documents
 * of other nodes are left out: see OneNode.
 */
export async function* replay(
  engine: EvictionEngine,
  configurationJson: string,
  records: AsyncIterable<CaptureRecord> | Iterable<CaptureRecord>,
  options: ReplayOptions = {},
): AsyncGenerator<ReplayStep, void, undefined> {
  engine.configure(configurationJson);
  engine.pods(NO_PODS);
  const node = new OneNode();
  let index = 0;
  let before = "";
  for await (const given of records) {
    if (options.until !== undefined && given.time > options.until) return;
    const { record: ofNode, problems: ofOtherNodes } = node.take(engine, given);
    const record = options.recorded?.take(engine, ofNode) ?? ofNode;
    const { action, problems: refused } = takeStep(engine, record);
    const problems = problemsOf(ofOtherNodes, refused);
    const outcome = action === null ? before : outcomeOf(engine.report().parse());
    const current = index;
    yield {
      index,
      line: record.line,
      time: record.time,
      action: action ?? Action.None,
      observed: action !== null,
      changed: outcome !== before,
      problems,
      summary: record.summary,
      leftOut: node.leftOut,
      decision(detail = Detail.Decision) {
        if (current !== index) {
          throw new Error(`Step ${current} has passed; ask for its decision before the next step.`);
        }
        return action === null ? null : engine.report<Decision>(detail);
      },
    };
    before = outcome;
    index++;
  }
}

/** A Summary of another node is missing from the record then; that is one problem, not two. */
function problemsOf(
  ofOtherNodes: readonly ReplayProblem[],
  refused: readonly ReplayProblem[],
): readonly ReplayProblem[] {
  const said = new Set(ofOtherNodes.map(({ sentence }) => sentence));
  return [...ofOtherNodes, ...refused.filter(({ sentence }) => !said.has(sentence))];
}
