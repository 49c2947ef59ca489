/** Reads a file once to say what it is, before anything is asked about it. */
import { EngineError } from "../../engine/engineError.ts";
import { EvictionEngine } from "../../engine/evictionEngine.ts";
import { openCapture } from "../../read/capture/capture.ts";
import type { GivenLog } from "../../read/journal/givenLog.ts";
import { journalItems } from "../../read/journal/journalItems.ts";
import { isOpen } from "../../read/journal/pass.ts";
import { memberAt } from "../../read/json/untyped.ts";
import { loggedOoms } from "../../read/kernelLog/loggedOoms.ts";
import { readConfigurations, toModuleConfiguration } from "../../read/kubelet/configuration.ts";
import { reportedMessages } from "../../read/messages/reported.ts";
import { SILENT } from "../../read/notices.ts";
import { type GivenFormat, kindWords } from "../../read/recognize/commandLines.ts";
import { type Span, type Survey, spanOf } from "../../read/recognize/survey.ts";
import { textOfFile } from "../../read/recognize/text.ts";
import { wantedDocument } from "../../read/recognize/wanted.ts";
import { plural } from "../../text/amount.ts";
import { passesAndEvictions } from "../../text/passes.ts";
import { formatRelease, minorOf } from "../../text/release.ts";
import { formatTime, parseTime } from "../../text/time.ts";
import { dateOf } from "../../text/utc.ts";

/** A file, and the way to its bytes without their compression. */
export interface SurveyedFile {
  readonly name: string;
  readonly format: GivenFormat;
  readonly chunks: () => AsyncIterable<Uint8Array>;
  readonly whole: () => Promise<Uint8Array>;
}

export interface Surveying {
  /** Nanoseconds since the epoch, for logs that lack the year. */
  readonly now: bigint;
  readonly core: () => Promise<WebAssembly.Module>;
}

/** What the reader of a format finds out; the others are known by their names alone. */
type Reader = (file: SurveyedFile, surveying: Surveying) => Promise<Survey>;

const SURVEYS: Readonly<Partial<Record<GivenFormat, Reader>>> = {
  capture: surveyCapture,
  log: surveyLog,
  kernelLog: surveyKernelLog,
  configuration: surveyConfiguration,
  summary: surveySummary,
  pods: async ({ name, whole }) => {
    const items = memberAt(parsed(wantedDocument(name, await whole(), "PodList")), "items");
    const count = Array.isArray(items) ? items.length : 0;
    return plainSurvey("pods", [plural(count, "pod")]);
  },
  messages: surveyMessages,
};

/** Throws what the reader of the format throws. */
export async function surveyed(file: SurveyedFile, surveying: Surveying): Promise<Survey> {
  const survey = SURVEYS[file.format];
  return survey === undefined ? plainSurvey(file.format, []) : survey(file, surveying);
}

function plainSurvey(format: GivenFormat, further: readonly string[]): Survey {
  return { words: [kindWords(format), ...further], span: null, node: null };
}

async function surveyCapture({ chunks }: SurveyedFile): Promise<Survey> {
  const { header, options, records } = await openCapture(chunks());
  let [samples, span]: [number, Span | null] = [0, null];
  for await (const { time } of records) {
    samples += 1;
    span = spanOf([span?.first ?? null, span?.last ?? null, time]);
  }
  const { node = null, kubelet = options.kubeletVersion ?? null } = header ?? {};
  const minor = kubelet === null ? undefined : minorOf(String(kubelet));
  const release = minor === undefined ? [] : [`kubelet ${formatRelease(minor)}`];
  return {
    words: [
      kindWords("capture"),
      ...(node === null ? [] : [String(node)]),
      ...release,
      plural(samples, "sample"),
      ...spanWords(span),
    ],
    span,
    node: node === null ? null : String(node),
  };
}

/** The day, or the first and the last. */
function spanWords(span: Span | null): readonly string[] {
  if (span === null) return [];
  const [first, last] = [span.first, span.last].map((time) => dateOf(formatTime(time)));
  return [first === last ? `${first}` : `${first} to ${last}`];
}

async function surveyLog(file: SurveyedFile, { now }: Surveying): Promise<Survey> {
  let [passes, evictions, open, span]: [number, number, number, Span | null] = [0, 0, 0, null];
  for await (const item of journalItems({ ...logOf(file, now), node: null })) {
    if (item.kind !== "pass") continue;
    passes += 1;
    evictions += item.pass.evicted.length;
    if (isOpen(item.pass)) open += 1;
    span = spanOf([span?.first ?? null, span?.last ?? null, item.pass.time]);
  }
  const counts = passesAndEvictions(passes, evictions, open);
  return { words: [kindWords("log"), counts, ...spanWords(span)], span, node: null };
}

async function surveyKernelLog(file: SurveyedFile, { now }: Surveying): Promise<Survey> {
  const ooms = await loggedOoms(logOf(file, now));
  const span = spanOf(ooms.map(({ time }) => time));
  const ended = ooms.filter((oom) => oom.killed !== null).length;
  const counts = ended === 0 ? plural(ooms.length, "OOM report") : plural(ended, "OOM kill");
  return { words: [kindWords("kernelLog"), counts, ...spanWords(span)], span, node: null };
}

/** What is wrong with a log, the answer about it says. */
function logOf({ name, chunks }: SurveyedFile, now: bigint): GivenLog {
  return { name, chunks: chunks(), now, notices: SILENT };
}

async function surveyConfiguration(
  { name, whole }: SurveyedFile,
  { core }: Surveying,
): Promise<Survey> {
  const text = textOfFile(await whole()) ?? "";
  const survey = plainSurvey("configuration", []);
  const refused: Survey = { ...survey, words: [...survey.words, "not valid"], isRefused: true };
  const engine = new EvictionEngine(await core());
  try {
    for (const loaded of readConfigurations({ name, text })) {
      engine.configure(toModuleConfiguration(loaded, {}));
    }
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return refused;
  }
  return survey;
}

async function surveySummary({ name, whole }: SurveyedFile): Promise<Survey> {
  const summary = parsed(wantedDocument(name, await whole(), "Summary"));
  const [node, time] = [
    memberAt(summary, "node", "nodeName"),
    memberAt(summary, "node", "memory", "time"),
  ];
  const span = spanOf([typeof time === "string" ? parseTime(time) : null]);
  const named = typeof node === "string" ? node : null;
  const words = [kindWords("summary"), ...(named === null ? [] : [named]), ...spanWords(span)];
  return { words, span, node: named };
}

async function surveyMessages({ name, whole }: SurveyedFile): Promise<Survey> {
  const { messages, ends } = reportedMessages(name, await whole());
  const all = [...messages, ...ends];
  const span = spanOf(all.map(({ time }) => (time === null ? null : parseTime(time))));
  const nodes = new Set(all.flatMap(({ node }) => (node === null ? [] : [node])));
  const [node = null] = nodes.size === 1 ? nodes : [];
  return {
    words: ["events", plural(all.length, "report"), ...spanWords(span)],
    span,
    node,
  };
}

function parsed(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes));
}
