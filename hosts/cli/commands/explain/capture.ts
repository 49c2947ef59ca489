import {
  explainDocument,
  type Surroundings,
} from "../../../../analysis/questions/explain/document.ts";
import { explainReport } from "../../../../analysis/questions/report/document.ts";
import { type Found, StepSearch } from "../../../../analysis/questions/report/foundStep.ts";
import { asLoggedText, isOfLog } from "../../../../analysis/read/journal/logged.ts";
import { withMembers } from "../../../../analysis/read/json/compose.ts";
import { readable } from "../../../../analysis/read/readable.ts";
import {
  assumedMember,
  CONFIGZ_COMMAND,
  WITHOUT_CONFIGURATION,
} from "../../../../analysis/text/assumedDefaults.ts";
import { commandText } from "../../../../analysis/text/document.ts";
import { formatTime } from "../../../../analysis/text/time.ts";
import type { Io } from "../../../system/io.ts";
import { openSession, type Session, subjectOf } from "../../input/session.ts";
import { stepsOf } from "../../input/steps.ts";
import { printNotes, printWarnings } from "../../notes.ts";
import { isReport, printDocument } from "../../printDocument.ts";
import { Progress } from "../../screen/progress.ts";
import { sameInput } from "../replay/sameInput.ts";
import { printReport, reportSubject } from "../report.ts";
import type { GivenOptions } from "./givenOptions.ts";

/** `plimsoll explain CAPTURE`: one step of it. */
export async function explainCapture(
  path: string | undefined,
  options: GivenOptions,
  io: Io,
): Promise<void> {
  await explainSession(await openSession(path, options, io), options, io);
}

/** One step of a capture that is opened. */
export async function explainSession(
  session: Session,
  options: GivenOptions,
  io: Io,
): Promise<void> {
  const found = await findStep(session, options, io);
  const { name, problems } = session.capture;
  const ofCapture = problems.map(({ sentence }) => `${name}: ${sentence}`);
  await printWarnings([...ofCapture, ...found.refused], io);
  // The first screen says of a recorded eviction why it is shown.
  const isNoted = found.recorded === null || options.output !== "text";
  if (found.instead !== null && isNoted) await printNotes([found.instead], io);
  const { answer, memory, growth, oom, admission, memoryQos } = found;
  if (options.output === "json") {
    const text = isOfLog(session.capture.header) ? asLoggedText(answer.text) : answer.text;
    const further = Object.entries({ memory, growth, oom, admission, memoryQos });
    const known = Object.fromEntries(further.filter(([, value]) => value !== null));
    const assumed = assumedMember(session.isAssumed);
    await io.stdout.write(`${withMembers(text, { ...known, ...assumed })}\n`);
    return;
  }
  const incident = { decision: readable(answer), memory, growth, oom, admission, memoryQos };
  const { output } = options;
  // What admission would do for a pod that is given is in the rest of the answer.
  const all = options.all === true || options.admit !== undefined;
  if (found.record !== null && isReport(output)) {
    const subject = reportSubject(session, { input: null, inputTwice: null, candidate: null });
    const document = explainReport(subject, found.record, incident, found.recorded);
    return printReport(document, [incident.decision], session, { output, all }, io);
  }
  const document = explainDocument(incident, isOfLog(session.capture.header), {
    ...around(session, options, found.recorded !== null),
    recorded: found.recorded,
  });
  await printDocument(document, { output: "text", all }, io);
}

/** What the first screen says of the capture, and the command for the rest. */
function around(
  session: Session,
  { words, all, node: live }: GivenOptions,
  isRecorded: boolean,
): Surroundings {
  const { name, node, kubelet } = subjectOf(session);
  const input = sameInput(words);
  const kind = live === undefined ? "capture" : "live node";
  const source = [name, kind, node, kubelet && `kubelet ${kubelet.replace(/^v/, "")}`];
  const isAssumed = session.isAssumed === true;
  // Why a pod was evicted, only the thresholds of its node explain.
  const commands =
    isAssumed && isRecorded
      ? [`plimsoll explain ${input} --config configz.json`, CONFIGZ_COMMAND]
      : [`plimsoll explain ${input} --all`];
  return {
    source: source.filter((part) => part !== undefined),
    assumed: isAssumed ? [WITHOUT_CONFIGURATION] : [],
    next: input === null || all === true ? [] : commands.map((each) => commandText(each)),
  };
}

/** Whether the kernel and admission have a place: a first screen has none. */
function isWhole({ output, all, admit, nodeObject }: GivenOptions): boolean {
  return output !== "text" || all === true || (admit ?? nodeObject) !== undefined;
}

async function analysesOf(session: Session, options: GivenOptions, io: Io) {
  const { nodeAnalyses } = await import("../../input/nodeAnalyses.ts");
  return nodeAnalyses(session, options, io);
}

async function findStep(session: Session, options: GivenOptions, io: Io): Promise<Found> {
  const { records: all } = session.capture;
  const analyses = isWhole(options) ? await analysesOf(session, options, io) : null;
  const search = new StepSearch(session, analyses, options, isReport(options.output));
  const until = search.until(all);
  const records = analyses?.noting(until) ?? until;
  const progress = new Progress(io);
  for await (const step of stepsOf(session, io, records, search.recorded)) {
    await progress.step(formatTime(step.time));
    if (!search.take(step)) break;
  }
  await search.readOn();
  await progress.clear();
  return search.found();
}
