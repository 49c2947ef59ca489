import type { Decision } from "../../../../analysis/engine/decision.ts";
import { sectionsLines } from "../../../../analysis/present/terminal/blocks.ts";
import { printed } from "../../../../analysis/present/terminal/controls.ts";
import { COLUMNS_MAX, styleOf } from "../../../../analysis/present/terminal/style.ts";
import { TimelineLines } from "../../../../analysis/present/terminal/timelineLines.ts";
import { JournalTimeline, journalTitle } from "../../../../analysis/questions/replay/journal.ts";
import {
  journalDocument,
  journalEnd,
} from "../../../../analysis/questions/replay/journalDocument.ts";
import { LoggedEvictions } from "../../../../analysis/questions/replay/loggedEvictions.ts";
import type { ReplayOptions } from "../../../../analysis/questions/replay/options.ts";
import type { JournalStep } from "../../../../analysis/read/journal/agreement.ts";
import type { LoggedPass } from "../../../../analysis/read/journal/pass.ts";
import { withMembers } from "../../../../analysis/read/json/compose.ts";
import type { Document, DocumentForm, TimelineLine } from "../../../../analysis/text/document.ts";
import { formatTime } from "../../../../analysis/text/time.ts";
import { dateOf } from "../../../../analysis/text/utc.ts";
import type { Detail } from "../../../../assembly/abi.ts";
import type { Io } from "../../../system/io.ts";
import {
  type Journal,
  type JournalOptions,
  type JournalSource,
  openJournal,
} from "../../input/journal.ts";
import { isReport, printDocument } from "../../printDocument.ts";
import { Progress } from "../../screen/progress.ts";
import { REPLAY_START, replayEnd } from "./decisionLines.ts";

export interface JournalReplayOptions extends JournalOptions {
  readonly output: ReplayOptions["output"];
  readonly onlyChanges?: boolean;
  readonly all?: boolean;
}

/** Replays a kubelet's log: its passes as a timeline, each with the policy's decision. */
export async function replayJournal(
  source: JournalSource,
  options: JournalReplayOptions,
  detail: Detail,
  io: Io,
): Promise<void> {
  const journal = await openJournal(source, options, io);
  const progress = new Progress(io);
  const { output, onlyChanges = false, all = false } = options;
  const timeline = new JournalTimeline(journal.basis, onlyChanges);
  if (output === "text") await printLines(journal, timeline, progress, io);
  else if (isReport(output)) {
    const document = await documentOf(journal, timeline, progress);
    await printDocument(document, { output, all }, io);
  } else await printDecisions(journal, output, detail, progress, io);
}

type Output = Exclude<JournalReplayOptions["output"], DocumentForm>;

async function printLines(
  { name, steps }: Journal,
  timeline: JournalTimeline,
  progress: Progress,
  io: Io,
): Promise<void> {
  const style = styleOf(io);
  const print = printing(progress, io);
  let drawn: TimelineLines | null = null;
  for await (const step of steps) {
    const { time } = step.pass;
    await progress.step(formatTime(time ?? 0n));
    const opening = drawn === null ? [style.paint.title(journalTitle(name, time)), ""] : [];
    drawn ??= new TimelineLines(
      style,
      Math.min(style.columns, COLUMNS_MAX),
      time === null ? null : dateOf(formatTime(time)),
    );
    await print(printed([...opening, ...drawn.of(timeline.step(step))], style.isAscii));
  }
  const rest = drawn?.of(timeline.rest()) ?? [];
  const end = sectionsLines(journalEnd(timeline.sentences()), { all: true }, style);
  await print(printed([...rest, ...end], style.isAscii));
}

async function documentOf(
  { name, steps }: Journal,
  timeline: JournalTimeline,
  progress: Progress,
): Promise<Document> {
  const lines: TimelineLine[] = [];
  let first: bigint | null | undefined;
  for await (const step of steps) {
    const { time } = step.pass;
    await progress.step(formatTime(time ?? 0n));
    if (first === undefined) first = time;
    lines.push(...timeline.step(step));
  }
  await progress.clear();
  lines.push(...timeline.rest());
  return journalDocument({ name, first: first ?? null }, lines, timeline.sentences());
}

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
