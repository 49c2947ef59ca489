import type { Command } from "commander";
import { EngineError } from "../../../analysis/engine/engineError.ts";
import type { EvictionEngine } from "../../../analysis/engine/evictionEngine.ts";
import { styleOf } from "../../../analysis/present/terminal/style.ts";
import { table } from "../../../analysis/present/terminal/table.ts";
import { REPLAY, type ReplayOptions } from "../../../analysis/questions/replay/options.ts";
import { PartingSearch } from "../../../analysis/questions/replay/partingSearch.ts";
import { recordedIn } from "../../../analysis/questions/replay/recordedIn.ts";
import type { ReplayStep } from "../../../analysis/questions/replay/replay.ts";
import { untilParting } from "../../../analysis/questions/replay/untilParting.ts";
import { type ReplayContext, replayReport } from "../../../analysis/questions/report/document.ts";
import { type ReportRecord, ReportRecorder } from "../../../analysis/questions/report/recorder.ts";
import { isOfLog } from "../../../analysis/read/journal/logged.ts";
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
import { openSession, type Session } from "../input/session.ts";
import { printWarnings } from "../notes.ts";
import { isReport, printDocument } from "../printDocument.ts";
import { sameCommand } from "../sameCommand.ts";
import { Progress } from "../screen/progress.ts";
import { refuseForms, replayCaptureAndLog } from "./replay/captureAndLog.ts";
import { printDecisions } from "./replay/decisionLines.ts";
import { replayJournal } from "./replay/journal.ts";
import { isKillers, replayKiller } from "./replay/killer.ts";
import { sameInput, sameInputTwice, withoutFolders } from "./replay/sameInput.ts";
import { searchedSteps } from "./replay/searchedSteps.ts";
import { printReport, reportSubject } from "./report.ts";

/** `words` is the whole command line, from which other command lines are suggested. */
export function replayCommand(words: readonly string[], io: Io): Command {
  return commandOf(REPLAY, async ({ capture }, options) => {
    if (options.listExamples) return printExamples(io);
    const { journal, bundle } = options;
    if (capture === undefined && (journal ?? bundle) !== undefined)
      return replayLog(options, words, io);
    if (capture !== undefined && (await isKillers(capture, options, io))) {
      return replayKiller(capture, options, words, io);
    }
    return runReplay(capture, options, words, io);
  });
}

async function replayLog(options: ReplayOptions, words: readonly string[], io: Io): Promise<void> {
  const { journal, bundle = "", node } = options;
  const detail = Number(options.detail ?? Detail.Decision) as Detail;
  if (journal !== undefined) return replayJournal(journalFile(journal), options, detail, words, io);
  const isConfigured = options.config !== undefined;
  const { source, configuration } = await bundleJournal(bundle, node, isConfigured, io);
  return replayJournal(source, { ...options, configuration }, detail, words, io);
}

/** Evictions that are explained one by one; all of them are listed. */
const EXPLAINED_MAX = 5;

/** Reports on all steps, and explains the first evictions. */
async function reported(
  steps: AsyncIterable<ReplayStep>,
  recorder: ReportRecorder,
  progress: Progress,
): Promise<ReportRecord> {
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
  const { output, onlyChanges = false } = options;
  const isWithLog = path !== undefined && options.journal !== undefined;
  const analyses = isReport(output) && !isWithLog ? await nodeAnalyses(session, {}, io) : null;
  const { records } = session.capture;
  const { happened, recorded } = recordedIn(session.capture);
  const search = session.unchanged !== undefined || options.whatIf ? new PartingSearch() : null;
  const noted = analyses?.noting(records) ?? records;
  const steps = searchedSteps({ session, records: noted, recorded, search }, io);
  async function* counted(): AsyncGenerator<ReplayStep, void, undefined> {
    for await (const step of steps) {
      if (step.observed) observed += 1;
      happened.take(step);
      yield step;
    }
  }
  if (path !== undefined && options.journal !== undefined) {
    refuseForms(output);
    for await (const { time } of counted()) await progress.step(formatTime(time));
    await progress.clear();
    await printProblems(session, io, observed === 0);
    if (observed === 0) return refuseEmpty(session);
    return replayCaptureAndLog(path, options.journal, happened, options, io);
  }
  const ofLog = isOfLog(session.capture.header);
  if (output === "json" || output === "ndjson") {
    const detail = Number(options.detail ?? Detail.Decision) as Detail;
    const { isAssumed = false } = session;
    const given = { form: output, onlyChanges, detail, isOfLog: ofLog, isAssumed };
    const parting = () => search?.parting ?? null;
    const result = () => untilParting(happened, parting()).result();
    await printDecisions(counted(), { ...given, happened: result, parting }, progress, io);
    await printProblems(session, io, observed === 0);
    if (observed === 0) refuseEmpty(session);
    return;
  }
  const isWhole = !isReport(output);
  const recording = { isWhole, onlyChanges: onlyChanges || !isWhole, isOfLog: ofLog };
  const recorder = new ReportRecorder(isWhole ? 1 : EXPLAINED_MAX, analyses, recording);
  const record = await reported(counted(), recorder, progress);
  await printProblems(session, io, true);
  if (observed === 0) return refuseEmpty(session, record.problem?.sentence);
  const found = { recorded: happened, parting: search?.parting ?? null };
  await printAnswer(session, record, found, { options, words }, io);
}

/** `problem`: what was wrong with the first record. */
function refuseEmpty({ capture: { name, problems } }: Session, problem?: string): never {
  const sentence = problems[0]?.sentence ?? problem;
  const why = sentence === undefined ? "." : `: ${sentence}`;
  throw inputFailure(`${name}: it has no record that can be replayed${why}`);
}

async function printAnswer(
  session: Session,
  record: ReportRecord,
  { recorded, parting }: Pick<ReplayContext, "recorded" | "parting">,
  { options, words }: { readonly options: ReplayOptions; readonly words: readonly string[] },
  io: Io,
): Promise<void> {
  const { output, all = false, whatIf } = options;
  if (output === "json" || output === "ndjson") return;
  const { program } = styleOf(io);
  const typed = isReport(output) ? withoutFolders(words) : words;
  const subject = reportSubject(session, {
    ...{ input: sameInput(typed), inputTwice: sameInputTwice(typed) },
    ...(program === undefined ? {} : { program }),
    candidate: candidateOf(session.engine),
  });
  const [problem] = session.capture.problems;
  const document = replayReport(subject, record, {
    // After a what-if nothing is as it was recorded.
    recorded: whatIf === true ? null : (recorded ?? null),
    parting: parting ?? null,
    cut: problem?.sentence ?? null,
    whole: all ? null : sameCommand(words, "--all"),
    isOnTerminal: !isReport(output),
  });
  if (!isReport(output)) return printDocument(document, { output, all }, io);
  const decisions = record.incidents.map(({ decision }) => decision);
  await printReport(document, decisions, session, { output, all }, io);
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

/** `isFirstSaid`: an answer, or an error, has the first of them. */
async function printProblems({ capture }: Session, io: Io, isFirstSaid: boolean): Promise<void> {
  const problems = capture.problems.slice(isFirstSaid ? 1 : 0);
  const sentences = problems.map(({ sentence }) => `${capture.name}: ${sentence}`);
  await printWarnings(sentences, io);
}

async function printExamples(io: Io): Promise<void> {
  const style = styleOf(io);
  const rows = (await listExamples()).map(({ name, title }) => ({ cells: [name, title] }));
  const lines = table([{ title: "" }, { title: "" }], rows, style.columns);
  await io.stdout.write(`${lines.join("\n")}\n`);
}
