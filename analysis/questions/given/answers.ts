import { EvictionEngine } from "../../engine/evictionEngine.ts";
import { OomdEngine } from "../../engine/oomdEngine.ts";
import { OomEngine } from "../../engine/oomEngine.ts";
import { listedPods, NO_PODS } from "../../read/kernelLog/listedPods.ts";
import { loggedOoms } from "../../read/kernelLog/loggedOoms.ts";
import { readKillerScenario } from "../../read/killer/scenario.ts";
import { KillerLog, readKillerLog } from "../../read/killerLog/killerLog.ts";
import {
  type ConfigurationText,
  readConfiguration,
  readConfigurations,
  toModuleConfiguration,
} from "../../read/kubelet/configuration.ts";
import { readMessage } from "../../read/messages/message.ts";
import { EvidenceError, reportedMessages } from "../../read/messages/reported.ts";
import {
  commandLines,
  formatWords,
  type GivenFile,
  type GivenFormat,
} from "../../read/recognize/commandLines.ts";
import type { GivenDocument } from "../../read/recognize/given.ts";
import { textOfFile } from "../../read/recognize/text.ts";
import { wantedDocument } from "../../read/recognize/wanted.ts";
import { UnreadableError } from "../../read/unreadable.ts";
import type { Document } from "../../text/document.ts";
import { formatFiles } from "../../text/names.ts";
import { shellWord } from "../../text/shellWord.ts";
import { type DetailedCheck, detailsOf } from "../check/answer.ts";
import { checkConfiguration } from "../check/check.ts";
import { checkDocument } from "../check/document.ts";
import { checkKillerFiles, killerSettingsDocument, ONE_PROGRAM } from "../check/killer.ts";
import { messageDocument } from "../explain/messageDocument.ts";
import type { MessageContext } from "../explain/messageWords.ts";
import { reportedDocument } from "../explain/reportedDocument.ts";
import { leadingKind } from "../explain/reportedVerdict.ts";
import { reportKind } from "../explain/reportWords.ts";
import { analyzeKill } from "../oom/analyzedKills.ts";
import { killerLogDocument } from "../oom/document/killerLog.ts";
import { killsDocument } from "../oom/document/kills.ts";
import { JournalReport } from "../replay/journalDocument.ts";
import { answerKiller } from "../replay/killer/answered.ts";
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
import { isReplayed, plainChunks, type RecognizedGiven, recognizeGiven } from "./recognized.ts";
import { subjectOfReport } from "./subject.ts";
import { surveyed } from "./surveyed.ts";
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
  const problems: Error[] = [];
  const isAlone = documents.length === 1;
  for (const each of recognized) {
    if (each.format === null) continue;
    for (const format of [each.format, ...(each.further ?? [])]) {
      files.set(await fileOf(each.given, format, { asking, isAlone }), each);
    }
  }
  const lines = commandLines([...files.keys()]).filter(({ files: [first] }) => isAsked(first));
  const used = new Set(lines.flatMap((line) => line.files.map((file) => files.get(file))));
  const leftOut = recognized.filter((each) => !used.has(each)).map(refusalOf);
  const answers: GivenAnswer[] = [];
  const ofNode: GivenDocument[] = [];
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
      problems.push(problemOf(error));
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
  const logs = lines.filter(({ files: [first] }) => first?.format === "log");
  const recorded = new Set(logs.flatMap((line) => line.files.map((file) => files.get(file))));
  const taken = isAlone ? [] : [takenText([...new Set(files.values())], recorded)];
  return {
    answers: worstFirst(answers),
    ofNode,
    taken: [...taken, ...problems.map(({ message }) => message), ...leftOut],
  };
}

/** A configuration that comes with other files is read first: a refused one is not used. */
async function fileOf(
  given: GivenDocument,
  format: GivenFormat,
  { asking, isAlone }: { readonly asking: Asking; readonly isAlone: boolean },
): Promise<GivenFile> {
  const { name } = given;
  const file = { path: name, name, format };
  if (isAlone || format !== "configuration") return file;
  const read = {
    ...{ name, format, chunks: () => plainChunks(given) },
    whole: () => bytesOf(given, asking),
  };
  const core = () => asking.module("eviction");
  try {
    return { ...file, survey: await surveyed(read, { now: asking.now, core }) };
  } catch (error) {
    if (!isAboutInput(error)) throw error;
    // Its own answer says why.
    return { ...file, survey: { words: [], span: null, node: null, isRefused: true } };
  }
}

function isOfPods({ format }: RecognizedGiven): boolean {
  return format === "pods";
}

/** What is wrong with a document; throws what is wrong with the program. */
function problemOf(error: unknown): Error {
  if (error instanceof EvidenceError) return new UnreadableError(`${error.message}.`);
  if (error instanceof Error && isAboutInput(error)) return error;
  throw error;
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
    const killers = new KillerLog();
    const ooms = await loggedOoms({ ...(await logOf(log.document, asking)), notices }, killers);
    const pods = await podsOf(others, asking);
    const analyzed = ooms.map((oom) => analyzeKill(oom, engine, pods));
    const asked = { name: log.file.name, analyzed, killers: killers.kills };
    return [{ subject: "kernelOom", document: killsDocument(asked) }];
  },
  killerLog: async ([{ file, document }], { asking }) => {
    const log = readKillerLog(file.name, await bytesOf(document, asking));
    return [{ subject: "kernelOom", document: killerLogDocument(log, file.name) }];
  },
  text: async ([{ document }, ...others], { asking }) => {
    const message = readMessage(textOfFile(await bytesOf(document, asking)) ?? "");
    const subject = subjectOfReport(reportKind(message));
    return [{ subject, document: messageDocument(message, await thresholdsIn(others, asking)) }];
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
  killer: async ([{ file, document }], { asking }) => {
    const text = textOfFile(await bytesOf(document, asking)) ?? "";
    const engine = new OomdEngine(await asking.module("oomd"));
    const scenario = readKillerScenario(text, file.name);
    const asked = { name: file.name, scenario, version: undefined, whole: null };
    return [{ subject: "kernelOom", document: answerKiller(asked, engine) }];
  },
  killerConfiguration: async (given, { asking }) => {
    const texts = [];
    for (const { file, document } of given) {
      texts.push({ name: file.name, text: textOfFile(await bytesOf(document, asking)) ?? "" });
    }
    const checked = checkKillerFiles(texts);
    if (checked === null) throw new UnreadableError(ONE_PROGRAM);
    const { names, read } = checked;
    return [{ subject: "kernelOom", document: killerSettingsDocument(names, read) }];
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
  const sources = sourcesOf(given);
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

/** The thresholds of the node that a message is from, if its configuration is given. */
async function thresholdsIn(others: readonly GivenPart[], asking: Asking): Promise<MessageContext> {
  const source = await configurationIn(others, asking);
  if (source === null) return {};
  const engine = new EvictionEngine(await asking.module("eviction"));
  const policy = engine.configure(toModuleConfiguration(readConfiguration(source)));
  return { policy, configuration: source.name, configurationPath: shellWord(source.name) };
}

async function configurationIn(
  others: readonly GivenPart[],
  asking: Asking,
): Promise<ConfigurationText | null> {
  const given = others.find(({ file }) => file.format === "configuration");
  if (given === undefined) return null;
  const text = textOfFile(await bytesOf(given.document, asking)) ?? "";
  return { name: given.file.name, text };
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
  const configuration = await configurationIn(others, context.asking);
  const source = { ...(await logOf(log.document, context.asking)), node: null };
  const report = new JournalReport(name, configuration === null ? "log" : "given");
  for await (const step of stepsOfLog(source, configuration, context)) report.step(step);
  return report.document({ configured: null, whole: null, cut: "middle" });
}

function checkedConfigurations(engine: EvictionEngine, name: string, text: string) {
  const source = { name, text };
  return readConfigurations(source).map((loaded): DetailedCheck => {
    const input = {
      name: loaded.part === undefined ? name : `${name} (${loaded.part})`,
      source,
      form: loaded.form,
      json: toModuleConfiguration(loaded, {}),
      ...(loaded.unread === undefined ? {} : { unread: loaded.unread }),
      flagNames: loaded.flagNames ?? [],
      notes: loaded.notes.map(({ sentence }) => sentence),
    };
    const checked = checkConfiguration(engine, input);
    return { ...checked, ...detailsOf(engine, input, checked, undefined) };
  });
}

/** The most files of one kind that have a line each. */
const SOURCES_MAX = 3;

/** What each file was taken for; many of one kind, together. */
function sourcesOf(given: readonly GivenPart[]): readonly string[] {
  const kinds = new Map<string, string[]>();
  for (const { file } of given) {
    const words = formatWords(file.format);
    kinds.set(words, [...(kinds.get(words) ?? []), file.name]);
  }
  return [...kinds].flatMap(([words, names]) =>
    names.length > SOURCES_MAX
      ? [`${formatFiles(names, SOURCES_MAX)}: ${words}`]
      : names.map((name) => `${name}: ${words}`),
  );
}
