import { Action, Detail } from "../../assembly/abi.ts";
import type { Answer } from "./answer.ts";
import type { CaptureRecord } from "./capture.ts";
import type { Decision } from "./decision.ts";
import type { Engine } from "./engine.ts";
import { EngineError } from "./engineError.ts";

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
  /** The action, the chosen threshold, the node conditions or the evictions differ from before. */
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
 * Configuring begins anew, so an engine may replay one capture after another.
 */
export async function* replay(
  engine: Engine,
  configurationJson: string,
  records: AsyncIterable<CaptureRecord> | Iterable<CaptureRecord>,
  options: ReplayOptions = {},
): AsyncGenerator<ReplayStep, void, undefined> {
  engine.configure(configurationJson);
  let index = 0;
  let before = "";
  for await (const record of records) {
    if (options.until !== undefined && record.time > options.until) return;
    const problems = podsProblems(engine, record);
    const action = observe(engine, record, problems);
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

/** A list that is refused leaves the one before in force, as a kubelet's cache would. */
function podsProblems(engine: Engine, { pods }: CaptureRecord): ReplayProblem[] {
  if (pods === undefined) return [];
  try {
    engine.pods(pods);
    return [];
  } catch (error) {
    return [problemOf(error, "PodList")];
  }
}

/** Null when there is nothing to observe: such a step changes nothing. Spec 3.2. */
function observe(engine: Engine, record: CaptureRecord, problems: ReplayProblem[]): Action | null {
  const { summary, summaryError, time } = record;
  if (summary === null) {
    engine.missed(time);
    problems.push({ document: "Summary", sentence: summaryError ?? "The record has no Summary." });
    return null;
  }
  try {
    const action = engine.observe(summary, time);
    if (action !== Action.ReclaimNodeLevelResources) return action;
    // Nothing recorded after a reclaim: it is taken to have freed nothing.
    return reclaimed(engine, record.reclaimed === undefined ? summary : record.reclaimed, problems);
  } catch (error) {
    const again = record.reread?.() ?? null;
    if (again !== null) return observe(engine, again, problems);
    problems.push(problemOf(error, "Summary"));
    return null;
  }
}

/** A Summary after reclaim that is refused counts as one that could not be had. */
function reclaimed(engine: Engine, summary: Uint8Array | null, problems: ReplayProblem[]): Action {
  try {
    return engine.reclaimed(summary);
  } catch (error) {
    problems.push(problemOf(error, "Summary"));
    return engine.reclaimed(null);
  }
}

function problemOf(error: unknown, document: string): ReplayProblem {
  if (!(error instanceof EngineError)) throw error;
  return { document, sentence: `${error.message}.` };
}

function outcomeOf({ action, signal, hard, nodeConditions, evictions }: Decision): string {
  const uids = evictions.map(({ uid }) => uid);
  return JSON.stringify([action, signal, hard, nodeConditions, uids]);
}
