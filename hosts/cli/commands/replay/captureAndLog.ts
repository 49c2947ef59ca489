/** Answers about a capture and the log of its kubelet together. */
import { captureAndLogDocument } from "../../../../analysis/questions/replay/captureAndLog.ts";
import type { RecordedAndDecided } from "../../../../analysis/questions/replay/happened.ts";
import { LoggedIncident } from "../../../../analysis/questions/replay/loggedIncident.ts";
import type { ReplayOptions } from "../../../../analysis/questions/replay/options.ts";
import type { DocumentForm } from "../../../../analysis/text/document.ts";
import { shellWord } from "../../../../analysis/text/shellWord.ts";
import { formatTime } from "../../../../analysis/text/time.ts";
import type { Io } from "../../../system/io.ts";
import { usageFailure } from "../../exitCode.ts";
import { journalFile, openJournal } from "../../input/journal.ts";
import { isReport, printDocument } from "../../printDocument.ts";
import { Progress } from "../../screen/progress.ts";

/** Throws for the forms of one input. */
export function refuseForms(output: ReplayOptions["output"]): asserts output is DocumentForm {
  if (output === "text" || isReport(output)) return;
  throw usageFailure(
    `--output ${output} is about one input; replay the capture and the log one after the other.`,
  );
}

/** `happened`: what the capture records, whose steps are taken. */
export async function replayCaptureAndLog(
  path: string,
  log: string,
  happened: RecordedAndDecided,
  options: ReplayOptions,
  io: Io,
): Promise<void> {
  const { output, all = false, config = [] } = options;
  refuseForms(output);
  const progress = new Progress(io);
  const logged = new LoggedIncident();
  const journal = await openJournal(journalFile(log), options, io);
  for await (const step of journal.steps) {
    await progress.step(formatTime(step.pass.time ?? 0n));
    logged.step(step);
  }
  await progress.clear();
  const policy = config.map((file) => ` --config ${shellWord(file)}`).join("");
  const commands = {
    capture: `plimsoll explain ${shellWord(path)}${policy}`,
    log: `plimsoll replay --journal ${shellWord(log)}${policy}`,
  };
  const document = captureAndLogDocument(happened.result(), logged, commands);
  await printDocument(document, { output, all }, io);
}
