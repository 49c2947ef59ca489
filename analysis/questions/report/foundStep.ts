/** The step that is asked for: by its time, its number, its pod, or as the first eviction. */

import { Action, Detail } from "../../../assembly/abi.ts";
import type { Answer } from "../../engine/answer.ts";
import type { Decision, RankedPod } from "../../engine/decision.ts";
import { EngineError } from "../../engine/engineError.ts";
import type { EvictionEngine } from "../../engine/evictionEngine.ts";
import type { Capture, CaptureRecord } from "../../read/capture/capture.ts";
import { CaptureError } from "../../read/capture/format.ts";
import { memoryReport } from "../../read/memory/nodeMemory.ts";
import type { MemoryReport } from "../../read/memory/use.ts";
import { plural } from "../../text/amount.ts";
import { podText } from "../../text/podText.ts";
import { formatTime } from "../../text/time.ts";
import { type Growth, GrowthSinceQuiet } from "../explain/growth.ts";
import { namesPod, podNamed } from "../explain/namedPod.ts";
import { NOT_ANALYZED, type NodeAnalyses, type NodeAnalysis } from "../explain/nodeAnalyses.ts";
import type { ExplainOptions } from "../explain/options.ts";
import {
  evictsAnother,
  lastStepShown,
  policyOnlyVerdict,
  type RecordedVerdict,
  recordedShown,
  recordedVerdict,
} from "../explain/shownStep.ts";
import { OptionError } from "../options/row.ts";
import { chosenTime, recordsUntil } from "../replay/chosenTime.ts";
import { isAround, type RecordedAndDecided } from "../replay/happened.ts";
import { type RecordedEviction, RecordedEvictions } from "../replay/recordedEvictions.ts";
import { recordedIn } from "../replay/recordedIn.ts";
import type { ReplayStep } from "../replay/replay.ts";
import { ListedEvictions } from "./listedEvictions.ts";
import { withRecorded } from "./recorded.ts";
import { type ReportRecord, ReportRecorder } from "./recorder.ts";

export interface Found extends NodeAnalysis {
  readonly answer: Answer<Decision>;
  readonly memory: MemoryReport | null;
  readonly growth: Growth | null;
  /** The whole capture, where a report is asked for. */
  readonly record: ReportRecord | null;
  /** Why another step than the one that was asked for is shown; null when it is that one. */
  readonly instead: string | null;
  /** What is recorded, where the decision says something else. */
  readonly recorded: RecordedVerdict | null;
  /** About PodLists that were refused on the way, with their times. */
  readonly refused: readonly string[];
}

/** A capture, and the engine that it is replayed on. */
interface Session {
  readonly engine: EvictionEngine;
  readonly capture: Pick<Capture, "header" | "problems"> & { readonly name: string };
}

type Asked = Pick<ExplainOptions, "at" | "step" | "pod" | "node" | "signal">;

/**
 * Takes the steps of a capture up to the one that is asked for, or to the one that says most in its
 * place. Throws OptionError where what is asked about is not there.
 */
export class StepSearch {
  readonly #session: Session;
  readonly #analyses: NodeAnalyses | null;
  readonly #asked: Asked;
  readonly #recorder: ReportRecorder | null;
  readonly #pod: RecordedPod;
  readonly #happened: RecordedAndDecided;
  /** Absent where only a step is asked about, or series say what happened. */
  readonly recorded: RecordedEvictions | undefined;
  readonly #growth = new GrowthSinceQuiet();
  readonly #refused: string[] = [];
  readonly #listed = new ListedEvictions();
  #pressed: Found | null = null;
  #chosen: Chosen | null = null;
  #last: ReplayStep | null = null;
  #steps = 0;

  /**
   * `analyses`: null where the kernel and admission are not asked about. `isReport`: whether all of
   * the capture is reported on.
   */
  constructor(session: Session, analyses: NodeAnalyses | null, asked: Asked, isReport: boolean) {
    this.#session = session;
    this.#analyses = analyses;
    this.#asked = asked;
    this.#recorder = isReport ? new ReportRecorder(0) : null;
    this.#pod = new RecordedPod(session, analyses, asked, this.#growth);
    const ofPod = this.#pod.recorded;
    const { happened, recorded } = recordedIn(session.capture, ofPod ?? new RecordedEvictions());
    this.#happened = happened;
    this.recorded = isReport ? (ofPod ?? recorded) : ofPod;
  }

  /** The records up to the moment that is asked about. */
  until(records: AsyncIterable<CaptureRecord>): AsyncIterable<CaptureRecord> {
    const { at } = this.#asked;
    const noted = this.#isAboutStep ? this.#listed.noting(records) : records;
    return at === undefined ? noted : recordsUntil(noted, chosenTime(at));
  }

  /** After the last step that is needed: what the rest of the capture records of evictions. */
  async readOn(): Promise<void> {
    // Where the kubelet does nothing, nothing that is recorded later says otherwise.
    const isQuiet = this.#last === null || this.#last.action === Action.None;
    await (this.#isAboutStep && !isQuiet ? this.#listed.rest() : this.#listed.close());
  }

  get #isAboutStep(): boolean {
    return (this.#asked.at ?? this.#asked.step) !== undefined;
  }

  /** False when no further step is needed. */
  take(step: ReplayStep): boolean {
    const { at, pod } = this.#asked;
    this.#last = step;
    this.#recorder?.take(step);
    if (this.#recorder !== null) this.#happened.take(step);
    if (this.#chosen !== null) return true;
    for (const { document, sentence } of step.problems) {
      if (document === "PodList") this.#refused.push(`${formatTime(step.time)}: ${sentence}`);
    }
    if (!step.observed) return true;
    this.#analyses?.take(step);
    this.#steps += 1;
    const decision = step.decision()?.parse();
    if (decision !== undefined) this.#growth.take(decision, step.summary);
    if (decision === undefined || at !== undefined) return true;
    if (isChosen(decision, this.#session, this.#asked)) {
      this.#chosen = { ...this.#foundIn(step), time: step.time };
      // A report shows the whole capture, and a pod may be recorded as evicted later.
      return this.#recorder !== null || (pod !== undefined && this.#pod.recorded !== undefined);
    }
    this.#takePressed(step, decision);
    return true;
  }

  /** Where a pod is never evicted, the first step that evicts another one says why not it. */
  #takePressed(step: ReplayStep, decision: Decision): void {
    const { pod, step: number } = this.#asked;
    if (pod === undefined || number !== undefined || this.#pressed !== null) return;
    const named = podNamed(pod, step.decision(Detail.Arithmetic)?.parse().ranking ?? []);
    if (named === null || decision.signal === undefined) return;
    this.#pressed = { ...this.#foundIn(step), instead: evictsAnother(named) };
  }

  /** After the last step. */
  found(): Found {
    const { at, node } = this.#asked;
    const replayed = this.#recorder?.record ?? null;
    const record = replayed === null ? null : withRecorded(replayed, this.#happened.rows());
    const refused = this.#refused;
    const ofEviction = this.#pod.insteadOf(this.#chosen);
    if (ofEviction !== null) return { ...ofEviction, record, refused };
    if (this.#chosen !== null) return { ...this.#chosen, record, ...this.#alone(this.#chosen) };
    const shown = refuseNothing(this.#session, this.#asked, this.#last, this.#steps);
    if (this.#pressed !== null) {
      return { ...this.#pressed, record, ...(node === undefined ? {} : { instead: null }) };
    }
    const found = this.#foundIn(shown);
    const { subject } = found.answer.parse();
    const isAsked = at !== undefined || node !== undefined;
    const instead = isAsked ? null : lastStepShown(subject, this.#steps);
    return { ...found, record, instead, ...this.#alone(found) };
  }

  /** What is recorded of the pod that the step evicts. */
  #alone({ answer }: Found): Pick<Found, "recorded"> {
    return { recorded: policyOnlyVerdict(answer.parse(), this.#listed.found) };
  }

  #foundIn(step: ReplayStep): Found {
    const found = foundIn(step, this.#session, this.#analyses, this.#asked, this.#growth);
    return { ...found, instead: null, recorded: null, refused: this.#refused };
  }
}

/** The step that answers what is asked. */
type Chosen = Found & { readonly time: bigint };

/**
 * The pod that is asked about, at the moment at which its status says that it was evicted. Where
 * none is, the first pod that is recorded as evicted.
 */
class RecordedPod {
  /** Absent where a step is asked about. */
  readonly recorded: RecordedEvictions | undefined;
  readonly #isAsked: boolean;
  #found: (Omit<Found, "refused"> & { readonly eviction: RecordedEviction }) | null = null;

  constructor(
    session: Session,
    analyses: NodeAnalyses | null,
    options: Asked,
    growth: GrowthSinceQuiet,
  ) {
    const { pod: asked, at, step, node } = options;
    this.#isAsked = asked !== undefined;
    if (at !== undefined || step !== undefined || node !== undefined) return;
    this.recorded = new RecordedEvictions((eviction, summary) => {
      if (this.#found !== null || (asked !== undefined && !namesPod(asked, eviction))) return;
      const pod = asked ?? { ...eviction, text: podText(eviction) };
      const found = foundIn({ summary }, session, analyses, { ...options, pod }, growth);
      const instead = recordedShown(eviction);
      this.#found = { ...found, eviction, instead, recorded: recordedVerdict(eviction) };
    });
  }

  /** Null where nothing is recorded before the chosen step, or that evicts the pod then. */
  insteadOf(chosen: Chosen | null): Omit<Found, "refused"> | null {
    if (this.#found === null) return null;
    const { eviction, ...found } = this.#found;
    if (chosen === null) return found;
    const { time, answer } = chosen;
    if (!this.#isAsked && eviction.by > time) return null;
    const isSame = answer.parse().evictions.some(({ uid }) => uid === eviction.uid);
    return isSame && isAround(eviction, time, time) ? null : found;
  }
}

function foundIn(
  { summary }: Pick<ReplayStep, "summary">,
  session: Session,
  analyses: NodeAnalyses | null,
  options: Asked,
  growth: GrowthSinceQuiet,
) {
  const answer = explained(session, options);
  const decision = answer.parse();
  const { subject, evictions } = decision;
  const memory = summary === null ? null : memoryReport(summary, subject ?? evictions[0]);
  return {
    ...{ answer, memory, growth: growth.until(decision, summary), record: null },
    ...(analyses?.analyze(decision, summary) ?? NOT_ANALYZED),
  };
}

/** The last step; a missing step has no replacement. */
function refuseNothing(
  { capture }: Session,
  { at, step }: Asked,
  last: ReplayStep | null,
  steps: number,
): ReplayStep {
  if (last === null || steps === 0) {
    const [problem] = capture.problems;
    const why = problem === undefined ? "." : `: ${problem.sentence}`;
    throw new CaptureError(`${capture.name}: it has no record that can be replayed${why}`);
  }
  if (step !== undefined) {
    throw new OptionError(`--step ${step}: ${capture.name} has ${plural(steps, "step")}.`);
  }
  if (at !== undefined && !last.observed) {
    const why = last.problems.map(({ sentence }) => sentence).join(" ");
    throw new OptionError(
      `--at ${at}: nothing was observed at ${formatTime(last.time)} (${why}); choose another time.`,
    );
  }
  return last;
}

function isChosen(
  { step, evictions }: Decision,
  { engine }: Session,
  { step: number, pod: pattern }: Asked,
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
  { pod: pattern, signal }: Asked,
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
    throw new OptionError(
      `--pod ${pattern.text}: ${capture.name} has no such pod at step ${step}; omit --pod ` +
        "to see all pods.",
    );
  }
}
