/** Answers about a capture and the log of its kubelet together. */
import {
  captureAndLogDocument,
  LoggedIncident,
} from "../../../../analysis/questions/replay/captureAndLog.ts";
import type { RecordedAndDecided } from "../../../../analysis/questions/replay/happened.ts";
import type { ReplayOptions } from "../../../../analysis/questions/replay/options.ts";
import type { ReplayStep } from "../../../../analysis/questions/replay/replay.ts";
import { shellWord } from "../../../../analysis/text/shellWord.ts";
import { formatTime } from "../../../../analysis/text/time.ts";
import type { Io } from "../../../system/io.ts";
import { usageFailure } from "../../exitCode.ts";
import { journalFile, openJournal } from "../../input/journal.ts";
import { isReport, printDocument } from "../../printDocument.ts";
import { Progress } from "../../screen/progress.ts";

/** A capture whose steps are taken, and what it records. */
export interface TakenCapture {
  readonly steps: AsyncIterable<ReplayStep>;
  readonly happened: RecordedAndDecided;
}

export async function replayCaptureAndLog(
  path: string,
  log: string,
  { steps, happened }: TakenCapture,
  options: ReplayOptions,
  io: Io,
): Promise<void> {
  const { output, all = false, config = [] } = options;
  if (output !== "text" && !isReport(output)) {
    throw usageFailure(
      `--output ${output} is about one input; replay the capture and the log one after the other.`,
    );
  }
  const progress = new Progress(io);
  for await (const { time } of steps) await progress.step(formatTime(time));
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
