/** The step that is asked for: by its time, its number, its pod, or as the first eviction. */
import type { Answer } from "../../../../analysis/engine/answer.ts";
import type { Decision, RankedPod } from "../../../../analysis/engine/decision.ts";
import { EngineError } from "../../../../analysis/engine/engineError.ts";
import type { EvictionEngine } from "../../../../analysis/engine/evictionEngine.ts";
import type {
  NodeAnalyses,
  NodeAnalysis,
} from "../../../../analysis/questions/explain/nodeAnalyses.ts";
import type { ExplainOptions } from "../../../../analysis/questions/explain/options.ts";
import {
  evictsAnother,
  lastStepShown,
  recordedShown,
} from "../../../../analysis/questions/explain/shownStep.ts";
import { isAround } from "../../../../analysis/questions/replay/happened.ts";
import {
  type RecordedEviction,
  RecordedEvictions,
} from "../../../../analysis/questions/replay/recordedEvictions.ts";
import type { ReplayStep } from "../../../../analysis/questions/replay/replay.ts";
import {
  type ReportRecord,
  ReportRecorder,
} from "../../../../analysis/questions/report/recorder.ts";
import { memoryReport } from "../../../../analysis/read/memory/nodeMemory.ts";
import type { MemoryReport } from "../../../../analysis/read/memory/use.ts";
import { plural } from "../../../../analysis/text/amount.ts";
import { formatTime } from "../../../../analysis/text/time.ts";
import { Detail } from "../../../../assembly/abi.ts";
import type { Io } from "../../../system/io.ts";
import { inputFailure, usageFailure } from "../../exitCode.ts";
import { chosenTime, recordsUntil } from "../../input/chosenStep.ts";
import { namesPod, podNamed } from "../../input/namedPod.ts";
import { nodeAnalyses } from "../../input/nodeAnalyses.ts";
import type { Session } from "../../input/session.ts";
import { stepsOf } from "../../input/steps.ts";
import { isReport } from "../../printDocument.ts";
import { Progress } from "../../screen/progress.ts";

export interface Found extends NodeAnalysis {
  readonly answer: Answer<Decision>;
  readonly memory: MemoryReport | null;
  /** The whole capture, where a report is asked for. */
  readonly record: ReportRecord | null;
  /** Why another step than the one that was asked for is shown; null when it is that one. */
  readonly instead: string | null;
  /** About PodLists that were refused on the way, with their times. */
  readonly refused: readonly string[];
}

/** Drives the engine to the step that is asked for, or to the one that says most in its place. */
export async function findStep(session: Session, options: ExplainOptions, io: Io): Promise<Found> {
  const { capture } = session;
  const analyses = await nodeAnalyses(session, options, io);
  const { at, step: number, pod: pattern } = options;
  const records =
    at === undefined ? capture.records : recordsUntil(capture.records, chosenTime(at));
  const progress = new Progress(io);
  const refused: string[] = [];
  const recorder = isReport(options.output) ? new ReportRecorder(0) : null;
  const pod = new RecordedPod(session, analyses, options);
  let pressed: Found | null = null;
  let chosen: (Found & { readonly time: bigint }) | null = null;
  let last: ReplayStep | null = null;
  let steps = 0;
  for await (const step of stepsOf(session, io, analyses.noting(records), pod.recorded)) {
    last = step;
    await progress.step(formatTime(step.time));
    recorder?.take(step);
    if (chosen !== null) continue;
    for (const { document, sentence } of step.problems) {
      if (document === "PodList") refused.push(`${formatTime(step.time)}: ${sentence}`);
    }
    if (!step.observed) continue;
    analyses.take(step);
    steps += 1;
    const decision = step.decision()?.parse();
    if (decision === undefined || at !== undefined) continue;
    if (isChosen(decision, session, options)) {
      const found = foundIn(step, session, analyses, options);
      chosen = { ...found, instead: null, refused, time: step.time };
      // A report shows the whole capture, and a pod may be recorded as evicted later.
      if (recorder === null && pod.recorded === undefined) break;
      continue;
    }
    // Where a pod is never evicted, the first step that evicts another one says why not it.
    if (pattern === undefined || number !== undefined || pressed !== null) continue;
    const named = podNamed(pattern, step.decision(Detail.Arithmetic)?.parse().ranking ?? []);
    if (named !== null && decision.signal !== undefined) {
      const instead = evictsAnother(named);
      pressed = { ...foundIn(step, session, analyses, options), instead, refused };
    }
  }
  await progress.clear();
  const record = recorder?.record ?? null;
  const ofEviction = pod.insteadOf(chosen?.time ?? null);
  if (ofEviction !== null) return { ...ofEviction, record, refused };
  if (chosen !== null) return { ...chosen, record };
  const shown = refuseNothing(session, options, last, steps);
  if (pressed !== null) {
    return { ...pressed, record, ...(options.node === undefined ? {} : { instead: null }) };
  }
  const found = foundIn(shown, session, analyses, options);
  const { subject } = found.answer.parse();
  const instead = lastStepShown(subject, steps);
  const isAsked = at !== undefined || options.node !== undefined;
  return { ...found, record, instead: isAsked ? null : instead, refused };
}

/** The pod that is asked about, at the moment at which its status says that it was evicted. */
class RecordedPod {
  /** Absent where no pod, or a step, is asked about. */
  readonly recorded: RecordedEvictions | undefined;
  #found: (Omit<Found, "refused"> & { readonly eviction: RecordedEviction }) | null = null;

  constructor(session: Session, analyses: NodeAnalyses, options: ExplainOptions) {
    const { pod, at, step } = options;
    if (pod === undefined || at !== undefined || step !== undefined) return;
    this.recorded = new RecordedEvictions((eviction, summary) => {
      if (this.#found !== null || !namesPod(pod, eviction)) return;
      const found = foundIn({ summary }, session, analyses, options);
      this.#found = { ...found, eviction, instead: recordedShown(eviction) };
    });
  }

  /** Null where nothing is recorded, or the policy evicts the pod then, in the step of `time`. */
  insteadOf(time: bigint | null): Omit<Found, "refused"> | null {
    if (this.#found === null) return null;
    const { eviction, ...found } = this.#found;
    return time !== null && isAround(eviction, time, time) ? null : found;
  }
}

function foundIn(
  { summary }: Pick<ReplayStep, "summary">,
  session: Session,
  analyses: NodeAnalyses,
  options: ExplainOptions,
) {
  const answer = explained(session, options);
  const decision = answer.parse();
  const { subject, evictions } = decision;
  const memory = summary === null ? null : memoryReport(summary, subject ?? evictions[0]);
  return { answer, memory, ...analyses.analyze(decision, summary), record: null };
}

/** The last step; there is nothing to show in the place of one that is not there. */
function refuseNothing(
  { capture }: Session,
  { at, step }: ExplainOptions,
  last: ReplayStep | null,
  steps: number,
): ReplayStep {
  if (last === null || steps === 0) {
    const [problem] = capture.problems;
    const why = problem === undefined ? "." : `: ${problem.sentence}`;
    throw inputFailure(`${capture.name}: it has no record that can be replayed${why}`);
  }
  if (step !== undefined) {
    throw usageFailure(`--step ${step}: ${capture.name} has ${plural(steps, "step")}.`);
  }
  if (at !== undefined && !last.observed) {
    const why = last.problems.map(({ sentence }) => sentence).join(" ");
    throw usageFailure(
      `--at ${at}: nothing was observed at ${formatTime(last.time)} (${why}); choose another time.`,
    );
  }
  return last;
}

function isChosen(
  { step, evictions }: Decision,
  { engine }: Session,
  { step: number, pod: pattern }: ExplainOptions,
): boolean {
  if (number !== undefined) return step === number;
  if (pattern === undefined) return evictions.length > 0;
  if (!evictions.some((pod) => namesPod(pattern, pod))) return false;
  const named = podNamed(pattern, rankedPods(engine));
  return evictions.some(({ uid }) => uid === named?.uid);
}

/** Every pod that could be evicted: a step under no pressure ranks them in full detail alone. */
function rankedPods(engine: EvictionEngine): readonly RankedPod[] {
  return engine.report<Decision>(Detail.Counterfactuals).parse().ranking ?? [];
}

/** The last decision, about a pod when one is named, ranked by a signal when one is. */
function explained(
  { engine, capture }: Session,
  { pod: pattern, signal }: ExplainOptions,
): Answer<Decision> {
  const ranked = signal === undefined ? null : { signal };
  if (pattern === undefined) {
    return ranked === null
      ? engine.report<Decision>(Detail.Counterfactuals)
      : engine.explain(ranked);
  }
  // A pod that has ended is not ranked, and has to be named in full.
  const { namespace, name } = podNamed(pattern, rankedPods(engine)) ?? {
    namespace: pattern.namespace ?? "default",
    name: pattern.name,
  };
  try {
    return engine.explain({ namespace, name, ...ranked });
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { step } = engine.report<Decision>().parse();
    throw usageFailure(
      `--pod ${pattern.text}: ${capture.name} has no such pod at step ${step}; omit --pod ` +
        "to see all pods.",
    );
  }
}
