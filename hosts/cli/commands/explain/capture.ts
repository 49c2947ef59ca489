import { explainDocument } from "../../../../analysis/questions/explain/document.ts";
import type { ExplainOptions } from "../../../../analysis/questions/explain/options.ts";
import { explainReport } from "../../../../analysis/questions/report/document.ts";
import { type Found, StepSearch } from "../../../../analysis/questions/report/foundStep.ts";
import { asLoggedText, isOfLog } from "../../../../analysis/read/journal/logged.ts";
import { withMembers } from "../../../../analysis/read/json/compose.ts";
import { readable } from "../../../../analysis/read/readable.ts";
import { assumedMember } from "../../../../analysis/text/assumedDefaults.ts";
import { formatTime } from "../../../../analysis/text/time.ts";
import type { Io } from "../../../system/io.ts";
import { nodeAnalyses } from "../../input/nodeAnalyses.ts";
import { openSession, type Session } from "../../input/session.ts";
import { stepsOf } from "../../input/steps.ts";
import { printNotes, printWarnings } from "../../notes.ts";
import { isReport, printDocument } from "../../printDocument.ts";
import { Progress } from "../../screen/progress.ts";
import { printReport, reportSubject } from "../report.ts";

/** `plimsoll explain CAPTURE`: one step of it. */
export async function explainCapture(
  path: string | undefined,
  options: ExplainOptions,
  io: Io,
): Promise<void> {
  await explainSession(await openSession(path, options, io), options, io);
}

/** One step of a capture that is opened. */
export async function explainSession(
  session: Session,
  options: ExplainOptions,
  io: Io,
): Promise<void> {
  const found = await findStep(session, options, io);
  const { name, problems } = session.capture;
  const ofCapture = problems.map(({ sentence }) => `${name}: ${sentence}`);
  await printWarnings([...ofCapture, ...found.refused], io);
  if (found.instead !== null) await printNotes([found.instead], io);
  const { answer, memory, growth, oom, admission } = found;
  if (options.output === "json") {
    const text = isOfLog(session.capture.header) ? asLoggedText(answer.text) : answer.text;
    const further = Object.entries({ memory, growth, oom, admission });
    const known = Object.fromEntries(further.filter(([, value]) => value !== null));
    const assumed = assumedMember(session.isAssumed);
    await io.stdout.write(`${withMembers(text, { ...known, ...assumed })}\n`);
    return;
  }
  const incident = { decision: readable(answer), memory, growth, oom, admission };
  const { output, all = false } = options;
  if (found.record !== null && isReport(output)) {
    const subject = reportSubject(session, { input: null, inputTwice: null, candidate: null });
    const document = explainReport(subject, found.record, incident);
    return printReport(document, [incident.decision], session, { output, all }, io);
  }
  const document = explainDocument(incident, isOfLog(session.capture.header));
  await printDocument(document, { output: "text", all }, io);
}

async function findStep(session: Session, options: ExplainOptions, io: Io): Promise<Found> {
  const analyses = await nodeAnalyses(session, options, io);
  const search = new StepSearch(session, analyses, options, isReport(options.output));
  const records = analyses.noting(search.until(session.capture.records));
  const progress = new Progress(io);
  for await (const step of stepsOf(session, io, records, search.recorded)) {
    await progress.step(formatTime(step.time));
    if (!search.take(step)) break;
  }
  await progress.clear();
  return search.found();
}
