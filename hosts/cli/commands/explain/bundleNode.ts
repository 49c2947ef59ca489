import type { Decision } from "../../../../analysis/engine/decision.ts";
import type { Incident } from "../../../../analysis/questions/explain/incident.ts";
import type { AdmissionOptions } from "../../../../analysis/questions/explain/options.ts";
import type { Happened } from "../../../../analysis/questions/replay/happened.ts";
import { LoggedEvictions } from "../../../../analysis/questions/replay/loggedEvictions.ts";
import type { NodeDocuments } from "../../../../analysis/read/bundle/nodeDocuments.ts";
import type { NodeFacts } from "../../../../analysis/read/bundle/nodeFacts.ts";
import type { CaptureHeader, CaptureRecord } from "../../../../analysis/read/capture/capture.ts";
import { timeOfSummary } from "../../../../analysis/read/capture/pairs.ts";
import type { ConfigurationText } from "../../../../analysis/read/kubelet/configuration.ts";
import { memoryReport } from "../../../../analysis/read/memory/nodeMemory.ts";
import { readable } from "../../../../analysis/read/readable.ts";
import { formatTime } from "../../../../analysis/text/time.ts";
import { Detail } from "../../../../assembly/abi.ts";
import type { Io } from "../../../system/io.ts";
import { inputSentence } from "../../errors.ts";
import { type JournalSource, openJournal } from "../../input/journal.ts";
import type { NamedCapture } from "../../input/namedCapture.ts";
import { nodeAnalyses } from "../../input/nodeAnalyses.ts";
import { openSession } from "../../input/session.ts";
import { stepsOf } from "../../input/steps.ts";
import { printNotes, printWarnings } from "../../notes.ts";
import { Progress } from "../../screen/progress.ts";

/** What the kubelet's log of a node records, and what the policy decides on its numbers. */
export async function nodeEvictions(
  source: JournalSource,
  configuration: ConfigurationText | undefined,
  io: Io,
): Promise<Happened> {
  const logged = new LoggedEvictions();
  const progress = new Progress(io);
  try {
    const { steps } = await openJournal(source, { configuration }, io);
    for await (const step of steps) {
      await progress.step(formatTime(step.pass.time ?? 0n));
      logged.step(step);
    }
    await progress.clear();
  } catch (error) {
    await progress.clear();
    const sentence = inputSentence(error);
    if (sentence === null) throw error;
    // A log of verbosity 2 has no pass, and the rest of the bundle is worth reading.
    await printNotes([sentence], io);
  }
  return logged.result();
}

export interface AskedOfNode extends AdmissionOptions {
  /** Undefined for the kubelet's defaults. */
  readonly configuration: ConfigurationText | undefined;
}

/** The node as its Summary in the bundle has it: thresholds, and who would go first. */
export async function nodeIncident(
  bundle: string,
  { name, kubelet, object }: NodeFacts,
  documents: NodeDocuments,
  asked: AskedOfNode,
  io: Io,
): Promise<Incident | null> {
  const capture = `${bundle}, node ${name}`;
  try {
    const record: CaptureRecord = {
      time: timeOfSummary(capture, documents.summary),
      ...documents,
      others: new Map(),
      line: 0,
    };
    const header: CaptureHeader = {
      plimsoll: "capture/1",
      node: name,
      ...(kubelet === null ? {} : { kubelet }),
    };
    const opened: NamedCapture = {
      ...{ header, name: capture, problems: [], records: only(record) },
      ...(object === null ? {} : { nodeObject: object }),
      options: kubeletOf(header),
    };
    return await explained(opened, asked, io);
  } catch (error) {
    const sentence = inputSentence(error);
    if (sentence === null) throw error;
    await printWarnings([sentence], io);
    return null;
  }
}

async function explained(
  opened: NamedCapture,
  { configuration, ...asked }: AskedOfNode,
  io: Io,
): Promise<Incident | null> {
  const session = await openSession(undefined, { configuration }, io, async () => opened);
  const analyses = await nodeAnalyses(session, asked, io);
  for await (const step of stepsOf(session, io, analyses.noting(opened.records))) {
    const { observed, problems, summary } = step;
    await printWarnings(
      problems.map(({ sentence }) => `${opened.name}: ${sentence}`),
      io,
    );
    if (!observed) return null;
    analyses.take(step);
    const decision = readable(session.engine.report<Decision>(Detail.Counterfactuals));
    const memory = summary === null ? null : memoryReport(summary, decision.evictions[0]);
    return { decision, memory, ...analyses.analyze(decision, summary) };
  }
  return null;
}

function kubeletOf({ kubelet }: CaptureHeader): NamedCapture["options"] {
  return kubelet === undefined ? {} : { kubeletVersion: kubelet };
}

async function* only(record: CaptureRecord): AsyncGenerator<CaptureRecord, void, undefined> {
  yield record;
}
