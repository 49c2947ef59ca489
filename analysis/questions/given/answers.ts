import { EvictionEngine } from "../../engine/evictionEngine.ts";
import { OomEngine } from "../../engine/oomEngine.ts";
import { listedPods, NO_PODS } from "../../read/kernelLog/listedPods.ts";
import { loggedOoms } from "../../read/kernelLog/loggedOoms.ts";
import { readKillerLog } from "../../read/killerLog/killerLog.ts";
import { readConfigurations, toModuleConfiguration } from "../../read/kubelet/configuration.ts";
import { readMessage } from "../../read/messages/message.ts";
import { EvidenceError, reportedMessages } from "../../read/messages/reported.ts";
import { commandLines, formatWords, type GivenFile } from "../../read/recognize/commandLines.ts";
import type { GivenDocument } from "../../read/recognize/given.ts";
import { textOfFile } from "../../read/recognize/text.ts";
import { wantedDocument } from "../../read/recognize/wanted.ts";
import { UnreadableError } from "../../read/unreadable.ts";
import type { Document } from "../../text/document.ts";
import { checkConfiguration } from "../check/check.ts";
import { checkDocument } from "../check/document.ts";
import { messageDocument } from "../explain/messageDocument.ts";
import { reportedDocument } from "../explain/reportedDocument.ts";
import { leadingKind } from "../explain/reportedVerdict.ts";
import { reportKind } from "../explain/reportWords.ts";
import { analyzeKill } from "../oom/analyzedKills.ts";
import { killerLogDocument } from "../oom/document/killerLog.ts";
import { killsDocument } from "../oom/document/kills.ts";
import { JournalReport } from "../replay/journalDocument.ts";
import {
  type Asked,
  type Asking,
  bytesOf,
  type Context,
  type GivenAnswer,
  type GivenPart,
  logOf,
  type OwnAnswer,
} from "./asked.ts";
import { isAboutInput } from "./isAboutInput.ts";
import { worstFirst } from "./joined.ts";
import { stepsOfLog } from "./logged.ts";
import { pendingAnswer } from "./pending.ts";
import { isReplayed, type RecognizedGiven, recognizeGiven } from "./recognized.ts";
import { subjectOfReport } from "./subject.ts";
import { isPlainText, leftOutText, notRecognizedText, takenText } from "./words.ts";

export interface GivenAnswers {
  readonly answers: readonly GivenAnswer[];
  /** A capture or a Summary, with what belongs to it: a replay answers. */
  readonly ofNode: readonly GivenDocument[];
  /** Sentences: what each document was taken for, and why one was left out. */
  readonly taken: readonly string[];
}

/**
 * Throws UnreadableError where no document raises a question, with the reason for the first one;
 * `asked` is the pod or node that is asked about, and `refusal` says what is
 * missing for a replay.
 */
export async function answersTo(
  documents: readonly GivenDocument[],
  asking: Asking,
  asked: Asked | null = null,
  refusal: UnreadableError | null = null,
): Promise<GivenAnswers> {
  const recognized = await Promise.all(documents.map(recognizeGiven));
  const files = new Map<GivenFile, RecognizedGiven>();
  for (const each of recognized) {
    const { name } = each.given;
    if (each.format === null) continue;
    for (const format of [each.format, ...(each.further ?? [])]) {
      files.set({ path: name, name, format }, each);
    }
  }
  const lines = commandLines([...files.keys()]).filter(({ files: [first] }) => isAsked(first));
  const used = new Set(lines.flatMap((line) => line.files.map((file) => files.get(file))));
  const leftOut = recognized.filter((each) => !used.has(each)).map(refusalOf);
  const answers: GivenAnswer[] = [];
  const ofNode: GivenDocument[] = [];
  const problems: unknown[] = [];
  for (const line of lines) {
    const given = line.files.flatMap((file) => {
      const document = files.get(file)?.given;
      return document === undefined ? [] : [{ file, document }];
    });
    if (given.some(({ file }) => isReplayed(file))) {
      ofNode.push(...given.map(({ document }) => document));
      continue;
    }
    try {
      answers.push(...(await answer(given, asking, asked)));
    } catch (error) {
      if (!isAboutInput(error)) throw error;
      problems.push(error instanceof EvidenceError ? readable(error) : error);
    }
  }
  const [problem] = problems;
  if (answers.length === 0 && ofNode.length === 0) {
    const known = recognized.some(({ words }) => isPlainText(words)) ? null : refusal;
    throw problem ?? known ?? new UnreadableError(leftOut[0] ?? "");
  }
  // A list of pods of which none was evicted or killed may have been meant for a replay.
  const isAnswered = answers.some(({ document }) => document.mark === "bad");
  if (refusal !== null && !isAnswered && recognized.every(isOfPods)) leftOut.push(refusal.message);
  const taken = documents.length === 1 ? [] : [takenText([...new Set(files.values())])];
  return {
    answers: worstFirst(answers),
    ofNode,
    taken: [...taken, ...problems.map(messageOf), ...leftOut],
  };
}

function isOfPods({ format }: RecognizedGiven): boolean {
  return format === "pods";
}

function readable({ message }: EvidenceError): UnreadableError {
  return new UnreadableError(`${message}.`);
}

/** Whether a question is asked here about what a command line is about. */
function isAsked(first: GivenFile | undefined): boolean {
  if (first === undefined) return false;
  return isReplayed(first) || QUESTIONS[first.format] !== undefined;
}

/** Why no question is asked about a document. */
export function refusalOf({ given: { name }, format, words }: RecognizedGiven): string {
  return format === null ? notRecognizedText(name, words) : leftOutText(name, format, words);
}

type Ask = (
  given: readonly [GivenPart, ...GivenPart[]],
  context: Context,
) => Promise<readonly OwnAnswer[]>;

/** A question for each format that raises one by itself. */
const QUESTIONS: Readonly<Partial<Record<GivenFile["format"], Ask>>> = {
  log: async ([log, ...others], context) => [
    { subject: "node", document: await loggedTimeline(log, others, context) },
  ],
  kernelLog: async ([log, ...others], { asking, notices }) => {
    const engine = new OomEngine(await asking.module("oom"));
    const ooms = await loggedOoms({ ...(await logOf(log.document, asking)), notices });
    const pods = await podsOf(others, asking);
    const analyzed = ooms.map((oom) => analyzeKill(oom, engine, pods));
    return [{ subject: "kernelOom", document: killsDocument(analyzed, log.file.name) }];
  },
  killerLog: async ([{ file, document }], { asking }) => {
    const log = readKillerLog(file.name, await bytesOf(document, asking));
    return [{ subject: "kernelOom", document: killerLogDocument(log, file.name) }];
  },
  text: async ([{ document }], { asking }) => {
    const message = readMessage(textOfFile(await bytesOf(document, asking)) ?? "");
    const subject = subjectOfReport(reportKind(message));
    return [{ subject, document: messageDocument(message) }];
  },
  messages: reportedAnswer,
  pods: reportedAnswer,
  configuration: async (given, { asking }) => {
    const engine = new EvictionEngine(await asking.module("eviction"));
    const checked = [];
    for (const { file, document } of given) {
      const text = textOfFile(await bytesOf(document, asking)) ?? "";
      checked.push(...checkedConfigurations(engine, file.name, text));
    }
    const all = { configurations: checked, nodes: 0, passedOver: 0, unread: [] };
    return [{ subject: "node", document: checkDocument(all) }];
  },
  objects: pendingAnswer,
  folder: bundleAnswer,
  archive: bundleAnswer,
};

/** Loaded when a bundle comes: few have one. */
async function bundleAnswer(...of: Parameters<Ask>): ReturnType<Ask> {
  const { answerBundle } = await import("./bundle.ts");
  return answerBundle(...of);
}

/** What `upgrade` takes. */
const COMPARED: readonly GivenFile["format"][] = ["configuration", "objects", "folder", "archive"];

async function answer(
  given: readonly GivenPart[],
  asking: Asking,
  asked: Asked | null,
): Promise<readonly GivenAnswer[]> {
  const [first, ...others] = given;
  const ask = first === undefined ? undefined : QUESTIONS[first.file.format];
  if (first === undefined || ask === undefined) return [];
  const notes: string[] = [];
  const keep = async (sentences: readonly string[]) => void notes.push(...sentences);
  const answers = await ask([first, ...others], {
    asking,
    asked,
    notices: { note: keep, warn: keep },
  });
  const sources = given.map(({ file }) => `${file.name}: ${formatWords(file.format)}`);
  const comparesReleases = COMPARED.includes(first.file.format);
  const { name } = first.file;
  return answers.map((each) => ({ ...each, name, sources, notes, comparesReleases }));
}

async function reportedAnswer(
  [{ file, document }]: readonly [GivenPart, ...GivenPart[]],
  { asking }: Context,
) {
  const reported = reportedMessages(file.name, await bytesOf(document, asking));
  const subject = subjectOfReport(leadingKind(reported));
  return [{ subject, document: reportedDocument(file.name, reported) }];
}

async function podsOf(others: readonly GivenPart[], asking: Asking) {
  const pods = others.find(({ file }) => file.format === "pods");
  if (pods === undefined) return NO_PODS;
  const bytes = await bytesOf(pods.document, asking);
  return listedPods(wantedDocument(pods.file.name, bytes, "PodList"));
}

async function loggedTimeline(
  log: GivenPart,
  others: readonly GivenPart[],
  context: Context,
): Promise<Document> {
  const { name } = log.file;
  const given = others.find(({ file }) => file.format === "configuration");
  const configuration =
    given === undefined
      ? null
      : {
          name: given.file.name,
          text: textOfFile(await bytesOf(given.document, context.asking)) ?? "",
        };
  const source = { ...(await logOf(log.document, context.asking)), node: null };
  const report = new JournalReport(name, configuration === null ? "log" : "given");
  for await (const step of stepsOfLog(source, configuration, context)) report.step(step);
  return report.document({ configured: null, whole: null, cut: "middle" });
}

function checkedConfigurations(engine: EvictionEngine, name: string, text: string) {
  const source = { name, text };
  return readConfigurations(source).map((loaded) =>
    checkConfiguration(engine, {
      name: loaded.part === undefined ? name : `${name} (${loaded.part})`,
      source,
      form: loaded.form,
      json: toModuleConfiguration(loaded, {}),
      ...(loaded.unread === undefined ? {} : { unread: loaded.unread }),
      flagNames: loaded.flagNames ?? [],
      notes: loaded.notes.map(({ sentence }) => sentence),
    }),
  );
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
