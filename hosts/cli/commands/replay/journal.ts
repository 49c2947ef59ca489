import type { Decision } from "../../../../analysis/engine/decision.ts";
import { JournalReport } from "../../../../analysis/questions/replay/journalDocument.ts";
import { LoggedEvictions } from "../../../../analysis/questions/replay/loggedEvictions.ts";
import type { ReplayOptions } from "../../../../analysis/questions/replay/options.ts";
import type { JournalStep } from "../../../../analysis/read/journal/agreement.ts";
import type { LoggedPass } from "../../../../analysis/read/journal/pass.ts";
import { withMembers } from "../../../../analysis/read/json/compose.ts";
import { formatTime } from "../../../../analysis/text/time.ts";
import type { Detail } from "../../../../assembly/abi.ts";
import type { Io } from "../../../system/io.ts";
import {
  type Journal,
  type JournalOptions,
  type JournalSource,
  openJournal,
} from "../../input/journal.ts";
import { isReport, printDocument } from "../../printDocument.ts";
import { sameCommand } from "../../sameCommand.ts";
import { Progress } from "../../screen/progress.ts";
import { REPLAY_START, replayEnd } from "./decisionLines.ts";

export interface JournalReplayOptions extends JournalOptions {
  readonly output: ReplayOptions["output"];
  readonly onlyChanges?: boolean;
  readonly all?: boolean;
}

/** `words` is the whole command line, from which other command lines are suggested. */
export async function replayJournal(
  source: JournalSource,
  options: JournalReplayOptions,
  detail: Detail,
  words: readonly string[],
  io: Io,
): Promise<void> {
  const journal = await openJournal(source, options, io);
  const progress = new Progress(io);
  const { output, onlyChanges = false, all = false } = options;
  if (output === "json" || output === "ndjson") {
    return printDecisions(journal, output, detail, progress, io);
  }
  const report = new JournalReport(journal.name, journal.basis, onlyChanges);
  for await (const step of journal.steps) {
    await progress.step(formatTime(step.pass.time ?? 0n));
    report.step(step);
  }
  await progress.clear();
  const document = report.document(
    isReport(output)
      ? { configured: null, whole: null, cut: "middle" }
      : {
          configured: sameCommand(words, "--config config.yaml"),
          whole: all ? null : sameCommand(words, "--all"),
        },
  );
  await printDocument(document, { output, all }, io);
}

type Output = "json" | "ndjson";

async function printDecisions(
  { steps }: Journal,
  output: Output,
  detail: Detail,
  progress: Progress,
  io: Io,
): Promise<void> {
  const print = printing(progress, io);
  const happened = new LoggedEvictions();
  const isWhole = output === "json";
  let count = 0;
  for await (const step of steps) {
    happened.step(step);
    const separator = count++ > 0 ? (isWhole ? ",\n" : "\n") : isWhole ? REPLAY_START : "";
    await print(separator + decisionText(step, detail));
  }
  if (count > 0) await print(isWhole ? `\n${replayEnd(happened.result())}` : "\n");
}

function printing(progress: Progress, io: Io) {
  return async (text: string): Promise<void> => {
    if (text === "") return;
    await progress.clear();
    await io.stdout.write(text);
  };
}

/** The decision as the core wrote it, with what the log adds; or what the log alone says. */
function decisionText({ pass, engine, decision, agreement }: JournalStep, detail: Detail): string {
  const { agrees, differences } = agreement;
  const added = { source: "journal", agrees, ...(differences.length > 0 ? { differences } : {}) };
  const answer = engine.report<Decision>(detail);
  const text = decision === null ? JSON.stringify(logged(pass, answer.parse())) : answer.text;
  return withMembers(text, added);
}

/** A pass without numbers: nothing was decided, and the log says what the kubelet did. */
function logged(pass: LoggedPass, missed: Decision): object {
  const { evicted, reclaiming, ranked, ending } = pass;
  const isReclaiming = reclaiming !== null && evicted.length === 0;
  const action =
    evicted.length > 1
      ? "EvictPods"
      : evicted.length === 1
        ? "EvictPod"
        : isReclaiming && (ranked === null || ending === "reduced")
          ? "ReclaimNodeLevelResources"
          : "None";
  return {
    ...missed,
    action,
    ...(reclaiming === null ? {} : { resource: reclaiming }),
    ...(ending === "reduced" ? { reclaimSufficient: true } : {}),
    evictions: evicted.map(({ namespace, name, uid, message }) => ({
      ...{ namespace, name, uid },
      reason: "Evicted",
      ...(message === null ? {} : { message }),
    })),
  };
}
