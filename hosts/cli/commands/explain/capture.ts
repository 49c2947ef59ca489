import { printed } from "../../../../analysis/present/terminal/controls.ts";
import { explanation } from "../../../../analysis/present/terminal/explanation.ts";
import { styleOf } from "../../../../analysis/present/terminal/style.ts";
import type { ExplainOptions } from "../../../../analysis/questions/explain/options.ts";
import { asLoggedText, isOfLog } from "../../../../analysis/read/journal/logged.ts";
import { withMembers } from "../../../../analysis/read/json/compose.ts";
import { readable } from "../../../../analysis/read/readable.ts";
import type { Io } from "../../../system/io.ts";
import { openSession, type Session } from "../../input/session.ts";
import { printNotes, printWarnings } from "../../notes.ts";
import { isReport } from "../../printDocument.ts";
import { printReport } from "../report.ts";
import { findStep } from "./foundStep.ts";

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
  const { answer, memory, oom, admission } = found;
  if (found.record !== null && isReport(options.output)) {
    return printReport(options.output, session, found.record, options.all ?? false, io);
  }
  if (options.output === "json") {
    const text = isOfLog(session.capture.header) ? asLoggedText(answer.text) : answer.text;
    const beside = Object.entries({ memory, oom, admission });
    const known = Object.fromEntries(beside.filter(([, value]) => value !== null));
    await io.stdout.write(`${withMembers(text, known)}\n`);
    return;
  }
  const style = styleOf(io);
  const shown = {
    all: options.all ?? false,
    memory,
    oom,
    admission,
    isOfLog: isOfLog(session.capture.header),
  };
  const lines = explanation(readable(answer), shown, style);
  await io.stdout.write(printed(lines, style.isAscii));
}
