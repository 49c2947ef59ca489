import type { Command } from "commander";
import { EngineError } from "../../../analysis/engine/engineError.ts";
import type { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { styleOf } from "../../../analysis/present/terminal/style.ts";
import { table } from "../../../analysis/present/terminal/table.ts";
import type { NodeAnalyses } from "../../../analysis/questions/explain/nodeAnalyses.ts";
import { comparedEvents } from "../../../analysis/questions/replay/comparedEvents.ts";
import {
  HappenedEvictions,
  type RecordedAndDecided,
} from "../../../analysis/questions/replay/happened.ts";
import { REPLAY, type ReplayOptions } from "../../../analysis/questions/replay/options.ts";
import { RecordedEvictions } from "../../../analysis/questions/replay/recordedEvictions.ts";
import type { ReplayStep } from "../../../analysis/questions/replay/replay.ts";
import { SeriesEvictions } from "../../../analysis/questions/replay/seriesEvictions.ts";
import { replayReport } from "../../../analysis/questions/report/document.ts";
import { type ReportRecord, ReportRecorder } from "../../../analysis/questions/report/recorder.ts";
import { isOfLog } from "../../../analysis/read/journal/logged.ts";
import { recordedEventsOf } from "../../../analysis/read/prometheus/recordedEvents.ts";
import { readable } from "../../../analysis/read/readable.ts";
import { podText } from "../../../analysis/text/podText.ts";
import { formatTime } from "../../../analysis/text/time.ts";
import { Detail } from "../../../assembly/abi.ts";
import { listExamples } from "../../system/examples.ts";
import type { Io } from "../../system/io.ts";
import { commandOf } from "../command.ts";
import { inputFailure } from "../exitCode.ts";
import { bundleJournal } from "../input/bundle.ts";
import { journalFile } from "../input/journal.ts";
import { nodeAnalyses } from "../input/nodeAnalyses.ts";
import { openSession, type Session, subjectOf } from "../input/session.ts";
import { stepsOf } from "../input/steps.ts";
import { printWarnings } from "../notes.ts";
import { isReport } from "../printDocument.ts";
import { Progress } from "../screen/progress.ts";
import { replayCaptureAndLog } from "./replay/captureAndLog.ts";
import { printDecisions } from "./replay/decisionLines.ts";
import { replayJournal } from "./replay/journal.ts";
import { sameInput, sameInputTwice } from "./replay/sameInput.ts";
import { printTimeline } from "./replay/timeline.ts";
import { printReport, reportSubject } from "./report.ts";

/** `words` is the whole command line, from which other command lines are suggested. */
export function replayCommand(words: readonly string[], io: Io): Command {
  return commandOf(REPLAY, ({ capture }, options) => {
    if (options.listExamples) return printExamples(io);
    const { journal, bundle } = options;
    if (capture === undefined && (journal ?? bundle) !== undefined) return replayLog(options, io);
    return runReplay(capture, options, words, io);
  });
}

async function replayLog(options: ReplayOptions, io: Io): Promise<void> {
  const { journal, bundle = "", node } = options;
  const detail = Number(options.detail ?? Detail.Decision) as Detail;
  if (journal !== undefined) return replayJournal(journalFile(journal), options, detail, io);
  const isConfigured = options.config !== undefined;
  const { source, configuration } = await bundleJournal(bundle, node, isConfigured, io);
  return replayJournal(source, { ...options, configuration }, detail, io);
}

/** Evictions that are explained one by one; all of them are listed. */
const EXPLAINED_MAX = 5;

/** Reports on all steps, and explains the first evictions. */
async function reported(
  steps: AsyncIterable<ReplayStep>,
  analyses: NodeAnalyses | null,
  progress: Progress,
): Promise<ReportRecord> {
  const recorder = new ReportRecorder(EXPLAINED_MAX, analyses);
  for await (const step of steps) {
    await progress.step(formatTime(step.time));
    recorder.take(step);
  }
  await progress.clear();
  return recorder.record;
}

async function runReplay(
  path: string | undefined,
  options: ReplayOptions,
  words: readonly string[],
  io: Io,
): Promise<void> {
  const session = await openSession(path, options, io);
  const progress = new Progress(io);
  let observed = 0;
  const analyses = isReport(options.output) ? await nodeAnalyses(session, {}, io) : null;
  const { records } = session.capture;
  const { happened, recorded } = recordedIn(session);
  const steps = stepsOf(session, io, analyses?.noting(records) ?? records, recorded);
  async function* counted(): AsyncGenerator<ReplayStep, void, undefined> {
    for await (const step of steps) {
      if (step.observed) observed += 1;
      happened.take(step);
      yield step;
    }
  }
  if (path !== undefined && options.journal !== undefined) {
    const taken = { steps: counted(), happened };
    return replayCaptureAndLog(path, options.journal, taken, options, io);
  }
  const ofLog = isOfLog(session.capture.header);
  if (isReport(options.output)) {
    const record = await reported(counted(), analyses, progress);
    await printProblems(session, io);
    if (observed === 0) return refuseEmpty(session);
    return printReplayReport(session, record, happened, { options, words }, io);
  }
  if (options.output === "text") {
    const events = { recorded: happened, isOfLog: ofLog };
    await printText(session, counted(), events, { options, words, progress }, io);
  } else {
    const { output: form, onlyChanges = false } = options;
    const detail = Number(options.detail ?? Detail.Decision) as Detail;
    const { isAssumed = false } = session;
    const given = { form, onlyChanges, detail, isOfLog: ofLog, isAssumed };
    await printDecisions(counted(), { ...given, happened: () => happened.result() }, progress, io);
  }
  await printProblems(session, io);
  if (observed === 0) refuseEmpty(session);
}

function refuseEmpty({ capture: { name, problems } }: Session): never {
  const why = problems[0] === undefined ? "." : `: ${problems[0].sentence}`;
  throw inputFailure(`${name}: it has no record that can be replayed${why}`);
}

async function printReplayReport(
  session: Session,
  record: ReportRecord,
  recorded: RecordedAndDecided,
  { options, words }: Pick<TextParts, "options" | "words">,
  io: Io,
): Promise<void> {
  const { output, all = false } = options;
  if (!isReport(output)) return;
  const { program } = styleOf(io);
  const subject = reportSubject(session, {
    ...{ input: sameInput(words), inputTwice: sameInputTwice(words) },
    ...(program === undefined ? {} : { program }),
    candidate: candidateOf(session.engine),
  });
  const compared = options.whatIf ? [] : comparedEvents(recorded.lines(), null, recorded.notes());
  const decisions = record.incidents.map(({ decision }) => decision);
  const document = replayReport(subject, record, compared);
  await printReport(document, decisions, session, { output, all }, io);
}

interface TextParts {
  readonly options: ReplayOptions;
  readonly words: readonly string[];
  readonly progress: Progress;
}

async function printText(
  session: Session,
  steps: AsyncIterable<ReplayStep>,
  { recorded, isOfLog }: { readonly recorded: RecordedAndDecided; readonly isOfLog: boolean },
  { options, words, progress }: TextParts,
  io: Io,
): Promise<void> {
  // After a what-if nothing is as it was recorded.
  const happened = options.whatIf ? null : recorded;
  const candidate = () => candidateOf(session.engine);
  const inputs = { input: sameInput(words), inputTwice: sameInputTwice(words) };
  const subject = subjectOf(session);
  const { policy } = session;
  const events = { happened, isOfLog };
  const { onlyChanges = false } = options;
  const parts = { subject, policy, ...inputs, onlyChanges, candidate, ...events };
  await printTimeline(steps, parts, progress, io);
}

interface Recorded {
  readonly happened: RecordedAndDecided;
  /** Absent where series say what happened. */
  readonly recorded?: RecordedEvictions;
}

function recordedIn({ capture }: Session): Recorded {
  const found = recordedEventsOf(capture.header?.series);
  if (found !== null)
    return { happened: new SeriesEvictions(found.happened, found.intervalSeconds) };
  const recorded = new RecordedEvictions();
  return { happened: new HappenedEvictions(recorded), recorded };
}

/** The pod that memory pressure would evict next; null after a step without a Summary. */
function candidateOf(engine: EvictionEngine): string | null {
  try {
    const { ranking = [] } = readable(engine.explain({ signal: "memory.available" }));
    const first = ranking.find(({ skipped }) => skipped === undefined);
    return first === undefined ? null : podText(first);
  } catch (error) {
    if (error instanceof EngineError) return null;
    throw error;
  }
}

async function printProblems({ capture }: Session, io: Io): Promise<void> {
  const sentences = capture.problems.map(({ sentence }) => `${capture.name}: ${sentence}`);
  await printWarnings(sentences, io);
}

async function printExamples(io: Io): Promise<void> {
  const style = styleOf(io);
  const rows = (await listExamples()).map(({ name, title }) => ({ cells: [name, title] }));
  const lines = table([{ title: "" }, { title: "" }], rows, style.columns);
  await io.stdout.write(`${lines.join("\n")}\n`);
}
